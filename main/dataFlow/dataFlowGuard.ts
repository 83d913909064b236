import type { ArgumentTrace, DataFlowFinding, DataFlowSource, KnownExposure } from '../../shared/domain/dataFlow'
import type { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'
import type { TaintStore } from './taintStore'
import { detectExfiltration } from './detectExfiltration'
import type { ServerExposure } from './serverExposure'
import { outsideBecause, saysItReachesOutside, type ExposureTool } from './inferExposure'
import { findTaintedArguments, type TracedText } from './findTaintedArguments'

/** What is known of a call that is being decided. */
export interface DataFlowCase {
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly server: { readonly id: ServerId }
  readonly tool: ExposureTool
  readonly arguments: JsonObject
}

export interface DataFlowGuardDeps {
  readonly book: TaintStore
  readonly exposure: Pick<ServerExposure, 'of'>
  readonly now: () => number
}

/** Says of one call what it would let meet, and which of its arguments came from where. */
export class DataFlowGuard {
  readonly #deps: DataFlowGuardDeps

  constructor(deps: DataFlowGuardDeps) {
    this.#deps = deps
  }

  /** Where private data, text from outside and a way out would meet. */
  joinFor({ callId, conversationId, server, tool }: DataFlowCase): DataFlowFinding | undefined {
    const { book, exposure, now } = this.#deps
    const number = book.numberOf(conversationId, callId)
    return detectExfiltration(
      book.brought(conversationId).map(({ brought }) => brought),
      { serverId: server.id, callId, ...(number !== undefined && { number }), tool: tool.name, at: now(), publishes: publishes(tool) },
      (serverId) => (serverId === server.id ? withTool(exposure.of(serverId), tool) : exposure.of(serverId)),
    )
  }

  /**
   * Pieces of the arguments that stand in earlier results. What goes back to where it came from is marked only where others may read it
   * there. Private data is named before anything else that has the same words, and what came last before what came earlier.
   */
  tracesFor(asked: DataFlowCase, join: DataFlowFinding | undefined = this.joinFor(asked)): readonly ArgumentTrace[] {
    const { book, exposure } = this.#deps
    const ownCounts = join?.privateData.some(({ serverId }) => serverId === asked.server.id) === true
    const earlier = book.brought(asked.conversationId).flatMap(({ brought, texts }): readonly TracedText[] => {
      if (brought.serverId === asked.server.id && !ownCounts) return []
      const { is, by, because } = exposure.of(brought.serverId).readsPrivate
      const source: DataFlowSource = { ...brought, guessed: is && by === 'guess', because }
      return [{ source, texts }]
    })
    const isPrivate = ({ source }: TracedText): boolean => exposure.of(source.serverId).readsPrivate.is
    const newestFirst = earlier.toReversed()
    return findTaintedArguments(asked.arguments, [...newestFirst.filter(isPrivate), ...newestFirst.filter((one) => !isPrivate(one))])
  }
}

/** What the asked tool itself says counts too: another account may offer other tools than those that the guess was made from. */
function withTool(known: KnownExposure, tool: ExposureTool): KnownExposure {
  if (known.sendsOut.by === 'you' || known.sendsOut.is || !saysItReachesOutside(tool)) return known
  return { ...known, sendsOut: { is: true, by: 'guess', because: outsideBecause(tool) } }
}

/** Whether the server says of its tool that it changes things outside of this computer. */
function publishes(tool: ExposureTool): boolean {
  return saysItReachesOutside(tool) && tool.annotations?.readOnlyHint !== true
}
