import { shallow } from 'zustand/shallow'
import type { ChatMessage, Conversation, Part } from '../../../shared/domain/chat'

/** Pure: whether nothing but the text of the last part of the last message is another one. */
export function differsOnlyInLastText(before: Conversation, after: Conversation): boolean {
  return (
    before === after ||
    (shallow({ ...before, messages: undefined }, { ...after, messages: undefined }) &&
      isSameUpToLast(before.messages, after.messages, isSameMessage))
  )
}

function isSameMessage(before: ChatMessage, after: ChatMessage): boolean {
  return shallow({ ...before, parts: undefined }, { ...after, parts: undefined }) && isSameUpToLast(before.parts, after.parts, isSamePart)
}

function isSamePart(before: Part, after: Part): boolean {
  return 'text' in before && 'text' in after && shallow({ ...before, text: '' }, { ...after, text: '' })
}

function isSameUpToLast<T>(before: readonly T[], after: readonly T[], isSameLast: (before: T, after: T) => boolean): boolean {
  if (before === after) return true
  const [lastBefore, lastAfter] = [before.at(-1), after.at(-1)]
  if (before.length !== after.length || lastBefore === undefined || lastAfter === undefined) return false
  return before.every((one, index) => index === before.length - 1 || one === after[index]) && isSameLast(lastBefore, lastAfter)
}
