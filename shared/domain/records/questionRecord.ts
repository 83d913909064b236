import * as z from 'zod'
import { JsonValue } from '../../lib/jsonSchema'

/** The parts that a record can have. `changed…` is what a person made of the part before it. */
export const RecordedPartName = z.enum([
  'account',
  'arguments',
  'changedArguments',
  'word',
  'message',
  'answers',
  'url',
  'request',
  'changedRequest',
  'model',
  'answer',
  'changedAnswer',
  'folders',
  'command',
  'definitions',
  'scopes',
])
export type RecordedPartName = z.infer<typeof RecordedPartName>

/** One part of a question, or of the answer to it. A text, or JSON as it was sent. */
export const RecordedPart = z.object({ what: RecordedPartName, value: JsonValue })
export type RecordedPart = z.infer<typeof RecordedPart>

/** What an ended question asked and what it was answered with, without secrets. Without parts: nothing of it is kept any more. */
export interface QuestionRecord {
  readonly parts: readonly RecordedPart[]
  /** Whether something of it was too long to be kept. */
  readonly cut: boolean
}
