import { getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Message, MessageId } from '../../shared/i18n/message'

/** A fault at a position in a JSON text. */
export interface JsonFault {
  readonly message: Message
  readonly offset: number
}

export type JsonReading = { readonly ok: true; readonly tree: Node | undefined } | { readonly ok: false; readonly fault: JsonFault }

const faults: Readonly<Record<string, MessageId>> = {
  InvalidSymbol: 'errors.storage.json.invalidSymbol',
  InvalidNumberFormat: 'errors.storage.json.invalidNumberFormat',
  PropertyNameExpected: 'errors.storage.json.propertyNameExpected',
  ValueExpected: 'errors.storage.json.valueExpected',
  ColonExpected: 'errors.storage.json.colonExpected',
  CommaExpected: 'errors.storage.json.commaExpected',
  CloseBraceExpected: 'errors.storage.json.closeBraceExpected',
  CloseBracketExpected: 'errors.storage.json.closeBracketExpected',
  EndOfFileExpected: 'errors.storage.json.endOfFileExpected',
  UnexpectedEndOfComment: 'errors.storage.json.unexpectedEndOfComment',
  UnexpectedEndOfString: 'errors.storage.json.unexpectedEndOfString',
  InvalidUnicode: 'errors.storage.json.invalidUnicode',
  InvalidEscapeCharacter: 'errors.storage.json.invalidEscapeCharacter',
  InvalidCharacter: 'errors.storage.json.invalidCharacter',
}

/**
 * Pure: parses JSON with comments, trailing commas and a byte order mark. If a name occurs twice, the first value counts, as it does for
 * edits; `duplicateName` finds such names.
 */
export function parseJson(text: string): JsonReading {
  try {
    const { tree, error } = parseOnce(text)
    if (!error) return { ok: true, tree }
    const id = faults[printParseErrorCode(error.error)] ?? 'errors.storage.json.invalidSymbol'
    return { ok: false, fault: { message: { id }, offset: error.offset } }
  } catch (thrown) {
    // The parser throws only if the stack overflows.
    if (thrown instanceof RangeError) return { ok: false, fault: { message: { id: 'errors.storage.json.tooDeep' }, offset: 0 } }
    throw thrown
  }
}

interface Parsed {
  readonly text: string
  readonly tree: Node | undefined
  readonly error: ParseError | undefined
}

let last: Parsed = { text: '', tree: undefined, error: undefined }

/** Parses a text, or returns the cached tree, since one edit needs the same tree many times. Callers must not change it. */
export function parseOnce(text: string): Parsed {
  if (last.text !== text) {
    const errors: ParseError[] = []
    const tree = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true, allowEmptyContent: true })
    last = { text, tree, error: errors[0] }
  }
  return last
}

/** The value of a node. Names such as `__proto__` become plain properties, never a prototype. */
export function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf)
  if (node.type !== 'object') return getNodeValue(node)
  const value: Record<string, unknown> = {}
  for (const member of node.children ?? []) {
    const [name, content] = member.children ?? []
    if (!name || !content || Object.hasOwn(value, String(name.value))) continue
    Object.defineProperty(value, String(name.value), { value: valueOf(content), enumerable: true, writable: true, configurable: true })
  }
  return value
}

/** The first name that occurs twice in one object, at any depth. Two readers could understand such a text differently. */
export function duplicateName(
  node: Node,
  depth = Number.POSITIVE_INFINITY,
): { readonly name: string; readonly offset: number } | undefined {
  if (depth === 0) return undefined
  const seen = new Set<string>()
  for (const member of node.children ?? []) {
    const name = node.type === 'object' ? member.children?.[0] : undefined
    if (name && seen.has(String(name.value))) return { name: String(name.value), offset: name.offset }
    if (name) seen.add(String(name.value))
    const content = node.type === 'object' ? member.children?.[1] : member
    const inside = content && duplicateName(content, depth - 1)
    if (inside) return inside
  }
  return undefined
}

/** Line and column of an offset, starting at one, as in editors. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** Pure: a fault unless the text is empty or one object without duplicate names, checked down to `depth` levels. */
export function objectFault(tree: Node | undefined, depth?: number): JsonFault | undefined {
  if (!tree) return undefined
  if (tree.type !== 'object') return { message: { id: 'errors.storage.json.notAnObject' }, offset: tree.offset }
  const twice = duplicateName(tree, depth)
  return twice && { message: { id: 'errors.storage.json.duplicateName', params: { name: twice.name } }, offset: twice.offset }
}
