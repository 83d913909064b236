import type { ServerId } from '../../../shared/domain/ids'
import type { EffectiveSettings } from '../../../shared/domain/projects/effectiveSettings'
import type { ToolSwitches } from '../../../shared/domain/projects/project'
import { renameKey, renameServerInSettings } from '../../projects/renameServerInSettings'

/** What counts in one turn: what counted when it began, and less of it where the person has said something into it since. */
export class TurnSettings {
  readonly #now: () => EffectiveSettings
  #current: EffectiveSettings

  /** @param now Returns what would count for a next message. */
  constructor(now: () => EffectiveSettings) {
    this.#now = now
    this.#current = now()
  }

  get current(): EffectiveSettings {
    return this.#current
  }

  /** The folders of the turn that are shared now too: one that was taken away is told to nobody any more. */
  get folders(): readonly string[] {
    const { folders } = this.#now()
    return this.#current.folders.filter((folder) => folders.includes(folder))
  }

  /** The person says something into the turn. What they have switched off before is off from then on; what they switched on waits for the next turn. */
  narrow(): void {
    this.#current = { ...this.#current, switches: withoutOff(this.#current.switches, this.#now().switches) }
  }

  renameServer(from: ServerId, to: ServerId): void {
    const { accounts, switches: before } = this.#current
    const { switches = before } = renameServerInSettings({ switches: before }, from, to)
    this.#current = { ...this.#current, switches, accounts: renameKey(accounts, from, to) }
  }
}

/** Pure: switches with off what is off in either. */
function withoutOff(began: ToolSwitches, now: ToolSwitches): ToolSwitches {
  const tools = new Map<string, Readonly<Record<string, boolean>>>(Object.entries(began.tools))
  for (const [server, switched] of Object.entries(now.tools)) tools.set(server, { ...tools.get(server), ...onlyOff(switched) })
  return { servers: { ...began.servers, ...onlyOff(now.servers) }, tools: Object.fromEntries(tools) }
}

function onlyOff(switched: Readonly<Record<string, boolean>>): Readonly<Record<string, boolean>> {
  return Object.fromEntries(Object.entries(switched).filter(([, on]) => !on))
}
