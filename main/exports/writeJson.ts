import type { ExportedConversation } from './exportedConversation'

/** What a file of Parley's own format says it is. `version` counts up with each change that an older Parley would read wrongly. */
export const jsonFormat = { format: 'parley.conversation', version: 1 } as const

/** Pure: a conversation with all its versions as JSON, one message on a line. */
export function* writeJson({ messages, ...conversation }: ExportedConversation): Generator<string> {
  yield `${JSON.stringify({ ...jsonFormat, ...conversation }).slice(0, -1)},"messages":[`
  for (const [index, message] of messages.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(message)}`
  yield '\n]}\n'
}
