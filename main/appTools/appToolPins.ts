import type { Tool } from '../../shared/domain/catalog'
import type { DefinitionChange, PinnedTool } from '../../shared/domain/definitionChange'
import type { ServerId } from '../../shared/domain/ids'
import type { AnswerTo, ChangedDetails } from '../../shared/domain/question'
import type { Message } from '../../shared/i18n/message'
import { DefinitionChangeQuestions } from '../definitions/definitionChangeQuestions'
import { detectPromptInjection } from '../definitions/detectPromptInjection'
import { pinnedTool } from '../definitions/pinnedDefinition'
import type { Clock } from '../lib/clock'
import type { QuestionStore } from '../questions/questionStore'

/** A tool of an interface, as a person let it run, or as it was first listed. */
interface Pin {
  readonly definition: PinnedTool
  readonly since: number
  /** A person let it run. */
  readonly allowed: boolean
  /** Other definitions of it that the person does not want. */
  readonly keptOff: ReadonlySet<string>
}

/** The tools of one interface of a server. */
interface Interface {
  readonly serverId: ServerId
  readonly pins: Map<string, Pin>
  /** What its open apps list now. */
  now: readonly Tool[]
}

interface Change {
  readonly of: Interface
  readonly pin: Pin
  readonly tool: Tool
}

/** The interfaces that are remembered, those that were seen last. */
const MOST_INTERFACES = 200

export interface AppToolPinsDeps {
  /** Absent if no person can review changes. Changed tools then stay off. */
  readonly questions: Pick<QuestionStore, 'ask'> | undefined
  readonly clock: Clock
  /** The rules that apply only to this definition of a tool, as sentences. */
  readonly rulesOf: (serverId: ServerId, tool: string, hash: string) => readonly Message[]
}

/**
 * What a person let run of the tools of apps, by the interface that brings them, in memory: it ends with Parley. A tool counts as new until one
 * of its calls was allowed. One that changes after that is off until the person has seen the difference, as a server's is.
 */
export class AppToolPins implements Disposable {
  readonly #deps: AppToolPinsDeps
  readonly #questions: DefinitionChangeQuestions | undefined
  /** By server and address of the interface, those that were seen last at the end. */
  readonly #interfaces = new Map<string, Interface>()

  constructor(deps: AppToolPinsDeps) {
    this.#deps = deps
    this.#questions = deps.questions && new DefinitionChangeQuestions(deps.questions, deps.clock)
  }

  /** An app lists its tools. None: no app of this interface is open any more. */
  seen(serverId: ServerId, resourceUri: string, tools: readonly Tool[]): void {
    const key = keyOf(serverId, resourceUri)
    const known = this.#interfaces.get(key) ?? { serverId, pins: new Map<string, Pin>(), now: [] }
    this.#interfaces.delete(key)
    this.#interfaces.set(key, known)
    known.now = tools
    const listed = new Set(tools.map(({ name }) => name))
    for (const [name, { allowed }] of known.pins) if (!allowed && !listed.has(name)) known.pins.delete(name)
    for (const tool of tools) {
      const pin = known.pins.get(tool.name)
      if (!pin || (!pin.allowed && pin.definition.hash !== tool.hash)) known.pins.set(tool.name, this.#pin(tool, false))
    }
    for (const [oldest, { now }] of this.#interfaces) {
      if (this.#interfaces.size <= MOST_INTERFACES) break
      if (now.length === 0) this.#interfaces.delete(oldest)
    }
    this.#reconsider(serverId)
  }

  /** The tool's relation to what the person let run, as of a server's tool. */
  standing(serverId: ServerId, { name, hash, ofApp }: Pick<Tool, 'name' | 'hash' | 'ofApp'>): 'accepted' | 'added' | 'changed' {
    const pin = this.#interfaces.get(keyOf(serverId, ofApp?.resourceUri ?? ''))?.pins.get(name)
    if (!pin?.allowed) return 'added'
    return pin.definition.hash === hash ? 'accepted' : 'changed'
  }

  /** Since when the person lets the tool run as it is now, in milliseconds since 1970; undefined where they do not. */
  acceptedAt(serverId: ServerId, { name, hash, ofApp }: Pick<Tool, 'name' | 'hash' | 'ofApp'>): number | undefined {
    const pin = this.#interfaces.get(keyOf(serverId, ofApp?.resourceUri ?? ''))?.pins.get(name)
    return pin?.allowed && pin.definition.hash === hash ? pin.since : undefined
  }

  /** A person allowed a call of this tool. */
  allowed(serverId: ServerId, tool: Tool): void {
    const known = this.#interfaces.get(keyOf(serverId, tool.ofApp?.resourceUri ?? ''))
    const pin = known?.pins.get(tool.name)
    // What was allowed is what was asked about: the app may list something else since.
    if (!known || pin?.allowed) return
    known.pins.set(tool.name, this.#pin(tool, true))
    this.#reconsider(serverId)
  }

  serverRenamed(from: ServerId): void {
    this.forgetServer(from)
  }

  serverRemoved({ id }: { readonly id: ServerId }): void {
    this.forgetServer(id)
  }

  /** The server is gone, or another one. */
  forgetServer(serverId: ServerId): void {
    for (const [key, known] of this.#interfaces) if (known.serverId === serverId) this.#interfaces.delete(key)
    this.#questions?.end(serverId, 'serverReplaced')
  }

  [Symbol.dispose](): void {
    this.#questions?.[Symbol.dispose]()
  }

  #pin(tool: Tool, allowed: boolean): Pin {
    return { definition: pinnedTool(tool), since: this.#deps.clock.now(), allowed, keptOff: new Set() }
  }

  #changes(serverId: ServerId): readonly Change[] {
    return [...this.#interfaces.values()]
      .filter((known) => known.serverId === serverId)
      .flatMap((of) =>
        of.now.flatMap((tool): readonly Change[] => {
          const pin = of.pins.get(tool.name)
          const isOpen = pin?.allowed === true && pin.definition.hash !== tool.hash && !pin.keptOff.has(tool.hash)
          return isOpen ? [{ of, pin, tool }] : []
        }),
      )
  }

  #reconsider(serverId: ServerId): void {
    if (!this.#questions) return
    const changes = this.#changes(serverId)
    if (changes.length === 0) return this.#questions.end(serverId, 'asAccepted')
    const details = (): ChangedDetails => ({ kind: 'changed', changes: changes.map((change) => this.#describe(change)), more: 0 })
    const key = changes.map(({ tool }) => tool.hash).join()
    this.#questions.ask(serverId, key, details, (answer) => this.#take(serverId, changes, answer))
  }

  #describe({ of, pin, tool }: Change): DefinitionChange {
    const after = pinnedTool(tool)
    return {
      before: pin.definition,
      after,
      accepted: pin.since,
      noticed: detectPromptInjection(after, pin.definition),
      rules: this.#deps.rulesOf(of.serverId, tool.name, pin.definition.hash),
    }
  }

  #take(serverId: ServerId, shown: readonly Change[], { action, hashes }: AnswerTo<'changed'>): void {
    const accepted = new Set(action === 'accept' ? (hashes ?? shown.map(({ tool }) => tool.hash)) : [])
    for (const { of, pin, tool } of shown) {
      const next = accepted.has(tool.hash) ? this.#pin(tool, true) : { ...pin, keptOff: new Set([...pin.keptOff, tool.hash]) }
      of.pins.set(tool.name, next)
    }
    this.#reconsider(serverId)
  }
}

function keyOf(serverId: ServerId, resourceUri: string): string {
  return JSON.stringify([serverId, resourceUri])
}
