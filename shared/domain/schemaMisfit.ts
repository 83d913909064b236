import type { Message, MessageId, MessageParams } from '../i18n/message'

type KindOf<Id> = Id extends `misfits.at.${infer Kind}` ? Kind : never

/** What can be wrong with a value. Each kind has a text for the whole value, and one that names the part of it. */
export type MisfitKind = KindOf<MessageId>

/** What is wrong with a value. Parley's own finding, in its own words: never a server's. */
export interface Misfit {
  readonly kind: MisfitKind
  readonly params?: MessageParams
}

/** One way in which a value does not fit its JSON schema. */
export interface SchemaMisfit {
  /** The JSON pointer of the part that does not fit, or that is missing. Empty for the whole value. At most 300 characters. */
  readonly pointer: string
  readonly what: Misfit
}

/** Pure: the misfit as one sentence: "Must be a whole number" of a whole value, "“options › depth” must be a whole number" of a part. */
export function misfitMessage({ pointer, what: { kind, params } }: SchemaMisfit): Message {
  if (pointer === '') return { id: `misfits.${kind}`, ...(params && { params }) }
  return { id: `misfits.at.${kind}`, params: { ...params, place: placeOf(pointer) } }
}

/** The names on the way to a part, as a person reads them. */
function placeOf(pointer: string): string {
  const [, ...parts] = pointer.split('/')
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')).join(' › ')
}
