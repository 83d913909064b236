import { setImmediate as turn } from 'node:timers/promises'
import type { Call, Conversation, Part } from '../../shared/domain/chat'
import type { FoundInConversation, FoundOccurrence } from '../../shared/search/searchHit'
import { occurrencesOf, type FindOccurrences } from '../../shared/search/occurrences'
import { textOf } from './searchableText'

/** Nobody steps through more. */
const MOST_OCCURRENCES = 1_000
/** So many characters are looked at before others get a turn. */
const CHARACTERS_AT_ONCE = 200_000

type PartText = Pick<FoundOccurrence, 'kind'> & { readonly text: string }

/**
 * Finds a text in the messages in front, in their order, also in the middle of words. Without an occurrence of the whole text, its words are found.
 * Reasoning, and what is folded away of a result that the screen has only the beginning of, are not looked at.
 * @throws the reason of `signal` when it aborts.
 */
export async function findInConversation(conversation: Conversation, query: string, signal: AbortSignal): Promise<FoundInConversation> {
  const whole = { ...(await findAll(conversation, occurrencesOf(query), signal)), isByWords: false }
  const words = query.split(/\s+/u).filter(Boolean)
  if (whole.occurrences.length > 0 || words.length < 2) return whole
  const finders = words.map(occurrencesOf)
  const byWords = await findAll(conversation, (text) => finders.flatMap((find) => find(text)), signal)
  return { ...byWords, isByWords: byWords.occurrences.length > 0 }
}

async function findAll(
  { messages }: Conversation,
  find: FindOccurrences,
  signal: AbortSignal,
): Promise<Omit<FoundInConversation, 'isByWords'>> {
  const occurrences: FoundOccurrence[] = []
  let characters = 0
  for (const message of messages) {
    for (const part of message.parts) {
      for (const { kind, text } of textsOf(part, message.role)) {
        for (const index of find(text).keys()) occurrences.push({ messageId: message.id, partId: part.id, kind, index })
        characters += text.length
      }
      if (occurrences.length > MOST_OCCURRENCES) return { occurrences: occurrences.slice(0, MOST_OCCURRENCES), isCut: true }
      if (characters < CHARACTERS_AT_ONCE) continue
      characters = 0
      await turn()
      signal.throwIfAborted()
    }
  }
  return { occurrences, isCut: false }
}

function textsOf(part: Part, role: 'user' | 'assistant'): readonly PartText[] {
  switch (part.kind) {
    case 'text':
      return [{ kind: role === 'user' ? 'userMessage' : 'answer', text: part.text }]
    case 'steering':
      return [{ kind: 'userMessage', text: part.text }]
    case 'call':
      return callTexts(part.call)
    case 'attachment':
      return [{ kind: 'attachment', text: `${part.name}\n${textOf(part.content, Infinity)}` }]
    case 'file':
      return [{ kind: 'attachment', text: part.file.name }]
    case 'reasoning':
    case 'notice':
      return []
  }
}

function callTexts({ tool, title, approved, asked, result }: Call): readonly PartText[] {
  const texts: PartText[] = [{ kind: 'call', text: `${title ?? ''}\n${tool}\n${JSON.stringify(approved ?? asked)}` }]
  if (result) texts.push({ kind: 'result', text: textOf(result.content, Infinity) })
  return texts
}
