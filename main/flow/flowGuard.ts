import type { ArgumentTrace, FlowJoin, FlowSource, KnownTouches } from '../../shared/domain/flow'
import type { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'
import type { FlowBook } from './flowBook'
import { joinOf } from './joinOf'
import type { ServerTouches } from './serverTouches'
import { outsideBecause, saysItReachesOutside, type FlowTool } from './touchesOf'
import { traces, type TracedText } from './traces'

/** What is known of a call that is being decided. */
export interface FlowCase {
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly server: { readonly id: ServerId }
  readonly tool: FlowTool
  readonly arguments: JsonObject
}

export interface FlowGuardDeps {
  readonly book: FlowBook
  readonly touches: Pick<ServerTouches, 'of'>
  readonly now: () => number
}

/** Says of one call what it would let meet, and which of its arguments came from where. */
export class FlowGuard {
  readonly #deps: FlowGuardDeps

  constructor(deps: FlowGuardDeps) {
    this.#deps = deps
  }

  /** Where private data, text from outside and a way out would meet. */
  joinFor({ callId, conversationId, server, tool }: FlowCase): FlowJoin | undefined {
    const { book, touches, now } = this.#deps
    const number = book.numberOf(conversationId, callId)
    return joinOf(
      book.brought(conversationId).map(({ brought }) => brought),
      { serverId: server.id, callId, ...(number !== undefined && { number }), tool: tool.name, at: now(), publishes: publishes(tool) },
      (serverId) => (serverId === server.id ? withTool(touches.of(serverId), tool) : touches.of(serverId)),
    )
  }

  /**
   * Pieces of the arguments that stand in earlier results. What goes back to where it came from is marked only where others may read it
   * there. Private data is named before anything else that has the same words, and what came last before what came earlier.
   */
  tracesFor(asked: FlowCase, join: FlowJoin | undefined = this.joinFor(asked)): readonly ArgumentTrace[] {
    const { book, touches } = this.#deps
    const ownCounts = join?.privateData.some(({ serverId }) => serverId === asked.server.id) === true
    const earlier = book.brought(asked.conversationId).flatMap(({ brought, texts }): readonly TracedText[] => {
      if (brought.serverId === asked.server.id && !ownCounts) return []
      const { is, by, because } = touches.of(brought.serverId).readsPrivate
      const source: FlowSource = { ...brought, guessed: is && by === 'guess', because }
      return [{ source, texts }]
    })
    const isPrivate = ({ source }: TracedText): boolean => touches.of(source.serverId).readsPrivate.is
    const newestFirst = earlier.toReversed()
    return traces(asked.arguments, [...newestFirst.filter(isPrivate), ...newestFirst.filter((one) => !isPrivate(one))])
  }
}

/** What the asked tool itself says counts too: another account may offer other tools than those that the guess was made from. */
function withTool(known: KnownTouches, tool: FlowTool): KnownTouches {
  if (known.sendsOut.by === 'you' || known.sendsOut.is || !saysItReachesOutside(tool)) return known
  return { ...known, sendsOut: { is: true, by: 'guess', because: outsideBecause(tool) } }
}

/** Whether the server says of its tool that it changes things outside of this computer. */
function publishes(tool: FlowTool): boolean {
  return saysItReachesOutside(tool) && tool.annotations?.readOnlyHint !== true
}
