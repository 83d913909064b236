import type { ReachedHosts } from '../../shared/domain/catalog'
import type { AppWayOut, ArgumentTrace, DataFlowFinding, DataFlowSource, KnownExposure } from '../../shared/domain/dataFlow'
import type { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'
import type { TaintStore } from './taintStore'
import { detectExfiltration } from './detectExfiltration'
import type { ServerExposure } from './serverExposure'
import { outsideBecause, saysItReachesOutside, type ExposureTool } from './inferExposure'
import { findTaintedArguments, type TracedText } from './findTaintedArguments'

/** What is known about a call that is being decided. */
export interface DataFlowCase {
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly server: { readonly id: ServerId }
  readonly tool: ExposureTool
  readonly arguments: JsonObject
  /** An app calls its server's tool: what it is given comes from the app, and no app shows it. */
  readonly byApp?: true
}

export interface DataFlowGuardDeps {
  readonly taintStore: TaintStore
  readonly exposure: Pick<ServerExposure, 'of'>
  readonly now: () => number
  /** Whom the apps of a server may reach. */
  readonly reachedBy: (serverId: ServerId) => ReachedHosts
}

/** Finds what a call would bring together, and where its arguments come from. */
export class DataFlowGuard {
  readonly #deps: DataFlowGuardDeps

  constructor(deps: DataFlowGuardDeps) {
    this.#deps = deps
  }

  /**
   * Set if private data, text from outside and a way out would come together.
   * @param app the app that gets what the call is given, if another one than is known of
   */
  findingFor(asked: DataFlowCase, app: AppWayOut | undefined = this.#appOf(asked)): DataFlowFinding | undefined {
    const { callId, conversationId, server, tool } = asked
    const { taintStore, exposure, now } = this.#deps
    const number = taintStore.numberOf(conversationId, callId)
    const own = { tool: tool.name, at: now(), publishes: publishes(tool), ...(number !== undefined && { number }), ...(app && { app }) }
    return detectExfiltration(
      taintStore.brought(conversationId).map(({ brought }) => brought),
      { serverId: server.id, callId, ...own },
      (serverId) => (serverId === server.id ? withTool(exposure.of(serverId), tool) : exposure.of(serverId)),
    )
  }

  /**
   * Parts of the arguments that occur in earlier results. Data that returns to its source is marked only if others may read it there. For
   * equal text, private data is named first, and later sources before earlier ones.
   */
  tracesFor(asked: DataFlowCase, join: DataFlowFinding | undefined = this.findingFor(asked)): readonly ArgumentTrace[] {
    const { taintStore, exposure } = this.#deps
    const ownCounts = join?.privateData.some(({ serverId }) => serverId === asked.server.id) === true
    const earlier = taintStore.brought(asked.conversationId).flatMap(({ brought, texts }): readonly TracedText[] => {
      if (brought.serverId === asked.server.id && !ownCounts) return []
      const { is, by, because } = exposure.of(brought.serverId).readsPrivate
      const source: DataFlowSource = { ...brought, guessed: is && by === 'guess', because }
      return [{ source, texts }]
    })
    const isPrivate = ({ source }: TracedText): boolean => exposure.of(source.serverId).readsPrivate.is
    const newestFirst = earlier.toReversed()
    return findTaintedArguments(asked.arguments, [...newestFirst.filter(isPrivate), ...newestFirst.filter((one) => !isPrivate(one))])
  }

  /** The app that gets what a call is given, if it may reach anybody, also by another app of its server. */
  #appOf({ server, tool: { ofApp, ui }, byApp }: DataFlowCase): AppWayOut | undefined {
    const resourceUri = ofApp?.resourceUri ?? (byApp ? undefined : ui?.resourceUri)
    if (resourceUri === undefined) return undefined
    const others = this.#deps.reachedBy(server.id)
    const own = ofApp?.reaches ?? []
    const reaches = own === 'any' || others === 'any' ? 'any' : [...new Set([...own, ...others])]
    return reaches.length > 0 ? { resourceUri, reaches } : undefined
  }
}

/** Adds the called tool's own hint, because another account may offer other tools than those the guess was made from. */
function withTool(known: KnownExposure, tool: ExposureTool): KnownExposure {
  if (known.sendsOut.by === 'you' || known.sendsOut.is || !saysItReachesOutside(tool)) return known
  return { ...known, sendsOut: { is: true, by: 'guess', because: outsideBecause(tool) } }
}

/** Whether a tool is declared to change things outside this computer. */
function publishes(tool: ExposureTool): boolean {
  return saysItReachesOutside(tool) && tool.annotations?.readOnlyHint !== true
}
