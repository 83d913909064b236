import type { ChatMessage, Part } from '../../shared/domain/chat'
import { CallId, MessageId, PartId } from '../../shared/domain/ids'
import type { Clock } from '../lib/clock'

export interface CopiedCall {
  readonly from: CallId
  readonly to: CallId
}

/** A copy of a message, and which of its calls is a copy of which. */
export interface MessageCopy {
  readonly message: ChatMessage
  readonly calls: readonly CopiedCall[]
}

/**
 * Pure except for new ids: copies a message that has ended, with its parts and calls, to stand after another one. Nothing runs again: a
 * copied call is a record of what happened.
 * @param parent The message before the copy. Undefined when it is the first one.
 */
export function copyMessage(original: ChatMessage, parent: MessageId | undefined, clock: Pick<Clock, 'newId'>): MessageCopy {
  // What the original used is counted once.
  const { parent: _parent, versions: _versions, usage: _usage, ...kept } = original
  const calls: CopiedCall[] = []
  const parts = original.parts.map((part): Part => {
    const id = PartId.parse(clock.newId())
    if (part.kind !== 'call') return { ...part, id }
    const to = CallId.parse(clock.newId())
    calls.push({ from: part.call.id, to })
    return { ...part, id, call: { ...part.call, id: to } }
  })
  return { message: { ...kept, id: MessageId.parse(clock.newId()), ...(parent !== undefined && { parent }), parts }, calls }
}

/** Pure: returns the parts of an answer with another text: its last text is replaced, or there is one now. Calls and earlier texts stay. */
export function withText(parts: readonly Part[], text: string, clock: Pick<Clock, 'newId'>): readonly Part[] {
  const index = parts.findLastIndex((part) => part.kind === 'text')
  const changed: Part = { id: PartId.parse(clock.newId()), kind: 'text', text }
  return index === -1 ? [...parts, changed] : parts.with(index, changed)
}
