import { ExtensionId } from '../domain/extensions/extensionSchema'
import type { Message } from '../i18n/message'
import { spokenVersions } from './protocolChoice'

// What a server names may stand in a sentence of Parley's only if it has the form of such a name. Any other text would read as Parley's own.

/** A version is a day (2026-07-28, versioning); drafts had names such as `DRAFT-2025-v3`. */
const VERSION = /^(?:\d{4}-\d{2}-\d{2}|DRAFT-\d{4}-v\d{1,2})$/

/** The key of a capability in the schema of each revision: one word of letters. */
const CAPABILITY = /^[a-z][a-zA-Z]{0,29}$/

/** A kind of result (2026-07-28, basic: `resultType`): one word, or that of a vendor behind its prefix. */
const RESULT_TYPE = /^[a-z][\w./-]{0,59}$/i

/** Type and subtype, without parameters (RFC 9110 §8.3.1). */
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/

/** An absolute or relative reference (RFC 3986, section 4.1), without anything that has to be encoded. */
const REFERENCE = /^[\w:/?#[\]@!$&'()*+,;=.~%-]{1,120}$/

/** How many names a sentence holds. The rest is counted. */
const NAMED = 8
/** Longer names of extensions are counted, so that a sentence stays one. */
const EXTENSION_CHARACTERS = 80

/** Pure: whether a value has the form of a version of MCP. */
export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && VERSION.test(value)
}

/** Pure: whether a text has the form of a capability's key or of an extension's name. */
export function isCapabilityName(text: string): boolean {
  return CAPABILITY.test(text) || (text.length <= EXTENSION_CHARACTERS && ExtensionId.safeParse(text).success)
}

/** Pure: whether a text has the form of a `resultType`. */
export function isResultType(text: string): boolean {
  return RESULT_TYPE.test(text)
}

/** Pure: the media type in a `Content-Type`; undefined if there is none. */
export function readMediaType(contentType: unknown): string | undefined {
  const [type = ''] = typeof contentType === 'string' ? contentType.slice(0, 200).split(';', 1) : []
  return MEDIA_TYPE.test(type.trim()) ? type.trim() : undefined
}

/** Pure: whether a text has the form of a URI reference, short enough for a sentence. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text)
}

/** Pure: the versions that a server names, for a sentence: those that Parley speaks first. What is no version is only counted. */
export function namedVersions(theirs: readonly unknown[]): readonly (string | Message)[] {
  const versions = [...new Set(theirs.filter(isVersion))]
  const ordered = [...versions.filter(isSpoken), ...versions.filter((version) => !isSpoken(version))]
  return shortList(ordered, theirs.filter((one) => !isVersion(one)).length, 'errors.session.notVersions')
}

/** Pure: the capabilities that a server names, for a sentence. What has not the form of a name is only counted. */
export function namedCapabilities(theirs: readonly string[]): readonly (string | Message)[] {
  const names = [...new Set(theirs.filter(isCapabilityName))]
  return shortList(names, theirs.filter((one) => !isCapabilityName(one)).length, 'errors.session.notCapabilities')
}

function isSpoken(version: string): boolean {
  return spokenVersions.includes(version)
}

function shortList(
  names: readonly string[],
  others: number,
  id: 'errors.session.notVersions' | 'errors.session.notCapabilities',
): readonly (string | Message)[] {
  const left = names.length - NAMED
  return [
    ...names.slice(0, NAMED),
    ...(left > 0 ? [{ id: 'errors.session.moreNames', params: { count: left } } as const] : []),
    ...(others > 0 ? [{ id, params: { count: others } }] : []),
  ]
}
