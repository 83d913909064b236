import type { ServerId } from '../../../shared/domain/ids'
import { NO_SWITCHES, isServerOn, isToolOn } from '../../../shared/domain/projects/effectiveSettings'
import type { ToolSwitches } from '../../../shared/domain/projects/project'
import type { ServerWithState } from '../../rpc/useServers'
import type { ServerCatalog } from '../../rpc/useCatalogs'
import type { Tool } from '../../../shared/domain/catalog'

/** Who said that something is on or off: nobody (it is on then), the project, or whoever is being changed. */
export type SwitchSource = 'standard' | 'project' | 'own'

export interface ToolSwitchRow {
  readonly tool: Tool
  readonly on: boolean
  readonly source: SwitchSource
}

export interface ServerSwitchRow extends ServerWithState {
  readonly serverId: ServerId
  readonly on: boolean
  readonly source: SwitchSource
  /** Those that a model may get. Empty until the server has listed them. */
  readonly tools: readonly ToolSwitchRow[]
}

export interface Switching {
  /** What the project says. Absent for a project itself, and without one. */
  readonly inherited?: ToolSwitches | undefined
  /** What whoever is being changed says. */
  readonly own?: ToolSwitches | undefined
}

/** Pure: the switches of all servers that are not disabled, with their tools, in the person's order. */
export function serverSwitchRows(
  servers: readonly ServerWithState[],
  catalogs: readonly ServerCatalog[],
  { inherited = NO_SWITCHES, own = NO_SWITCHES }: Switching,
): readonly ServerSwitchRow[] {
  const toolsOf = new Map(catalogs.map(({ serverId, catalog }) => [serverId, catalog.tools]))
  return servers
    .filter(({ server }) => server.enabled)
    .map(({ server, state }) => {
      const serverId = server.id
      const disabled = new Set(server.disabledTools)
      const tools = (toolsOf.get(serverId) ?? []).filter(({ name, appOnly }) => appOnly !== true && !disabled.has(name))
      return {
        serverId,
        server,
        state,
        on: isServerOn(own.servers[serverId] === undefined ? inherited : own, serverId),
        source: sourceOf(own.servers[serverId], inherited.servers[serverId]),
        tools: tools.map((tool) => {
          const [mine, theirs] = [ownSwitch(own, serverId, tool.name), ownSwitch(inherited, serverId, tool.name)]
          return { tool, on: mine ?? theirs ?? true, source: sourceOf(mine, theirs) }
        }),
      }
    })
}

/** Pure: what to say of a server to turn it on or off: nothing (null) where that is what it inherits. */
export function serverSwitchTo(on: boolean, serverId: ServerId, inherited: ToolSwitches = NO_SWITCHES): boolean | null {
  return on === isServerOn(inherited, serverId) ? null : on
}

/** Pure: the same for a tool. */
export function toolSwitchTo(on: boolean, serverId: ServerId, tool: string, inherited: ToolSwitches = NO_SWITCHES): boolean | null {
  return on === isToolOn({ servers: {}, tools: inherited.tools }, serverId, tool) ? null : on
}

/** A tool may have the name of something that every object has. */
function ownSwitch({ tools }: ToolSwitches, serverId: ServerId, tool: string): boolean | undefined {
  const switches = tools[serverId]
  return switches !== undefined && Object.hasOwn(switches, tool) ? switches[tool] : undefined
}

function sourceOf(own: boolean | undefined, inherited: boolean | undefined): SwitchSource {
  if (own !== undefined) return 'own'
  return inherited === undefined ? 'standard' : 'project'
}
