import type { ImportedMessage, ImportedPart } from './importedConversation'

/**
 * Pure: joins what is one answer. ChatGPT writes a message for each thought, each use of a tool and each result; here an answer is one message. One that is the
 * only one after another one of the model becomes part of it. Where there are versions, they stay apart.
 * @param messages each after its parent
 * @returns the messages, and for each the one that it became part of, or itself
 */
export function joinAnswerParts(messages: readonly ImportedMessage[]): {
  readonly messages: readonly ImportedMessage[]
  readonly answerOf: ReadonlyMap<string, string>
} {
  const next = new Map<string | undefined, number>()
  for (const { parent } of messages) next.set(parent, (next.get(parent) ?? 0) + 1)
  const joined: Answer[] = []
  const answers = new Map<string, Answer>()
  for (const message of messages) {
    const before = message.parent === undefined ? undefined : answers.get(message.parent)
    if (before?.message.role === 'assistant' && message.role === 'assistant' && next.get(message.parent) === 1) {
      for (const part of message.parts) before.parts.push(part)
      before.model = message.model ?? before.model
      answers.set(message.id, before)
    } else {
      const answer = { message: { ...message, parent: before?.message.id }, parts: [...message.parts], model: message.model }
      joined.push(answer)
      answers.set(message.id, answer)
    }
  }
  return {
    messages: joined.map(({ message, parts, model }) => ({ ...message, parts, model })),
    answerOf: new Map(Array.from(answers, ([id, { message }]) => [id, message.id])),
  }
}

interface Answer {
  readonly message: ImportedMessage
  readonly parts: ImportedPart[]
  model: string | undefined
}
