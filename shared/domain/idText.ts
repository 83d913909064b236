import type { ModelRef, ServerId, UuidId } from './ids'

/** Any UUID in the form of RFC 9562, as Zod reads one. */
const UUID = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-(?:0{4}-){3}0{12}|f{8}-(?:f{4}-){3}f{12})$/i

/** The longest name of a server, in UTF-16 units. */
export const SERVER_ID_CHARACTERS = 200

/** The longest name of a model with that of its provider, in UTF-16 units. */
export const MODEL_REF_CHARACTERS = 300
export const MODEL_REF = /^[^/]+\/.+$/

/** Narrows the text of an attribute to the id that was written there. The page has no schemas: it loads without Zod. */
export function isUuid<Id extends UuidId>(text: string | null | undefined): text is Id {
  return typeof text === 'string' && UUID.test(text)
}

/** Whether a text can be the name of a server. */
export function isServerId(text: string): text is ServerId {
  return text.length > 0 && text.length <= SERVER_ID_CHARACTERS
}

/** Whether a text can name a model of a provider, as `provider/model`. */
export function isModelRef(text: string): text is ModelRef {
  return text.length <= MODEL_REF_CHARACTERS && MODEL_REF.test(text)
}

/** The name of a server. @throws {RangeError} for a text that no server can be called. */
export function serverIdOf(text: string): ServerId {
  if (!isServerId(text)) throw new RangeError('No server can be called so')
  return text
}
