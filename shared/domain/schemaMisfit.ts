import type { Message } from '../i18n/message'

/** One way in which a value does not fit its JSON schema. Parley's own finding, in its own words: never a server's. */
export interface SchemaMisfit {
  /** The JSON pointer of the part that does not fit, or that is missing. Empty for the whole value. At most 300 characters. */
  readonly pointer: string
  readonly what: Message
}

/** Pure: the misfit as one text with its place: "/count: Must be a whole number". */
export function misfitMessage({ pointer, what }: SchemaMisfit): Message {
  return pointer === '' ? what : { id: 'misfits.at', params: { place: pointer, what } }
}
