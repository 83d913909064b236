import { findNodeAtLocation, type Node } from 'jsonc-parser'
import { AppError } from '../../shared/errors/appError'
import { parseOnce } from './parseJson'

export type JsonPath = readonly (string | number)[]

/** One change to a JSON text. An undefined value removes the member; `rename` keeps its position. */
export type JsonChange = { readonly path: JsonPath; readonly value: unknown } | { readonly rename: JsonPath; readonly to: string }

/** A removed member with its comments, so that it can be restored at its old position. */
export interface RemovedMember {
  readonly index: number
  /** The member's text with its whitespace and comments, without its comma. */
  readonly text: string
  /** The position of the comma in `text`. */
  readonly commaAt: number
}

/** Pure: applies changes to a text. Everything else keeps every character: comments, whitespace, order, unknown names. */
export function editJson(text: string, changes: readonly JsonChange[]): string {
  return changes.reduce((current, change) => {
    if ('rename' in change) return renameMember(current, change.rename, change.to)
    if (change.value === undefined) return removeMember(current, change.path)?.text ?? current
    return setMember(current, change.path, change.value)
  }, text)
}

/** Pure: removes a member of an object or array; undefined if there is none. */
export function removeMember(text: string, path: JsonPath): { readonly text: string; readonly removed: RemovedMember } | undefined {
  const parent = container(text, path.slice(0, -1))
  const slots = parent ? slotsOf(text, parent) : []
  const index = slots.findIndex((slot, position) => slot.name === path.at(-1) || position === path.at(-1))
  const slot = slots[index]
  if (!slot) return undefined
  const own = text.slice(slot.start, slot.end)
  const removed = {
    index,
    text: slot.comma === undefined ? own : own.slice(0, slot.comma - slot.start) + own.slice(slot.comma - slot.start + 1),
    commaAt: slot.valueEnd - slot.start,
  }
  // With the last member, the comma before it is removed too. Otherwise a trailing comma would remain.
  const comma = slot.comma === undefined ? slots[index - 1]?.comma : undefined
  const before = comma === undefined ? text.slice(0, slot.start) : text.slice(0, comma) + text.slice(comma + 1, slot.start)
  return { text: before + lineIfNeeded(slot.trivia, text.slice(slot.end)) + text.slice(slot.end), removed }
}

/** Pure: sets what a section says, or removes it. A section in which nothing is left, not even a comment, is removed as well. */
export function editSection(text: string, section: JsonPath, change: { readonly path: JsonPath; readonly value: unknown }): string {
  const edited = editJson(text, [{ path: [...section, ...change.path], value: change.value }])
  const node = container(edited, section)
  const isEmpty = node?.type === 'object' && edited.slice(node.offset + 1, node.offset + node.length - 1).trim() === ''
  return (isEmpty && removeMember(edited, section)?.text) || edited
}

/** Pure: removes every member at `path`, since an object may name one twice. The removed ones are in the order in which they are put back. */
export function removeMembers(
  text: string,
  path: readonly string[],
): { readonly text: string; readonly removed: readonly RemovedMember[] } {
  const removed: RemovedMember[] = []
  let rest = text
  for (let taken = removeMember(rest, path); taken; taken = removeMember(rest, path)) {
    rest = taken.text
    removed.unshift(taken.removed)
  }
  return { text: rest, removed }
}

/** Pure: restores a member at its old position, or at the end if there are fewer members now. */
export function restoreMember(text: string, parentPath: JsonPath, removed: RemovedMember): string {
  const whole = ensureObject(text, parentPath)
  const parent = container(whole, parentPath)
  if (!parent) return whole
  return insertAt(whole, parent, removed)
}

/** Pure: adds many members to an object at once, in order, which is much faster than one by one. None of them may exist yet. */
export function addMembers(text: string, parentPath: JsonPath, members: readonly (readonly [name: string, value: unknown])[]): string {
  const whole = ensureObject(text, parentPath)
  const parent = container(whole, parentPath)
  if (!parent || members.length === 0) return whole
  const style = styleOf(whole, parent)
  const texts = members.map(([name, value]) => `${style.gap}${JSON.stringify(name)}: ${written(value, style)}`)
  const added = texts.join(style.inline ? ', ' : ',')
  const opened = (parent.children ?? []).length === 0 && !style.inline ? reopened(whole, parent, style) : whole
  const again = opened === whole ? parent : container(opened, parentPath)
  return again ? insertAt(opened, again, { index: Number.POSITIVE_INFINITY, text: added, commaAt: added.length }) : opened
}

function setMember(text: string, path: JsonPath, value: unknown): string {
  const last = path.at(-1)
  if (last === undefined) return JSON.stringify(value, null, 2)
  const whole = ensureObject(text, path.slice(0, -1))
  const existing = at(whole, path)
  if (existing) {
    const holder = existing.parent?.type === 'property' ? existing.parent.parent : existing.parent
    const style = styleOf(whole, holder ?? existing)
    return whole.slice(0, existing.offset) + written(value, style) + whole.slice(existing.offset + existing.length)
  }
  const parent = container(whole, path.slice(0, -1))
  if (parent?.type === 'array') {
    const style = styleOf(whole, parent)
    const added = style.gap + written(value, style)
    return insertAt(whole, parent, { index: Number.POSITIVE_INFINITY, text: added, commaAt: added.length })
  }
  return addMembers(whole, path.slice(0, -1), [[String(last), value]])
}

function renameMember(text: string, path: JsonPath, to: string): string {
  const name = at(text, path)?.parent?.children?.[0]
  return name ? text.slice(0, name.offset) + JSON.stringify(to) + text.slice(name.offset + name.length) : text
}

/** Creates every missing object on the path. */
function ensureObject(text: string, path: JsonPath): string {
  const whole = text.trim() === '' || text === '\uFEFF' ? `${text.startsWith('\uFEFF') ? '\uFEFF' : ''}{}\n` : text
  if (path.length === 0 || container(whole, path)) return whole
  if (at(whole, path)) throw new AppError('CONFLICT', { reason: 'storage.notAnObject', params: { path: path.join(' → ') } })
  return setMember(ensureObject(whole, path.slice(0, -1)), path, {})
}

function at(text: string, path: JsonPath): Node | undefined {
  const root = parseOnce(text).tree
  return root && findNodeAtLocation(root, [...path])
}

function container(text: string, path: JsonPath): Node | undefined {
  const node = at(text, path)
  return node?.type === 'object' || node?.type === 'array' ? node : undefined
}

/** The text of one member: from the end of the previous one to its comma, with a comment on that line. */
interface Slot {
  readonly name: string | undefined
  readonly start: number
  /** The text between the line break and the member. */
  readonly trivia: string
  readonly valueEnd: number
  readonly comma: number | undefined
  readonly end: number
}

function slotsOf(text: string, parent: Node): Slot[] {
  const slots: Slot[] = []
  let start = endOfLineComment(text, parent.offset + 1)
  let trivia = text.slice(parent.offset + 1, start)
  for (const member of parent.children ?? []) {
    const valueEnd = member.offset + member.length
    const next = skipTrivia(text, valueEnd)
    const comma = text[next] === ',' ? next : undefined
    const end = endOfLineComment(text, comma === undefined ? valueEnd : comma + 1)
    const name = member.type === 'property' ? String(member.children?.[0]?.value) : undefined
    slots.push({ name, start, trivia, valueEnd, comma, end })
    start = end
    trivia = text.slice(comma === undefined ? valueEnd : comma + 1, end)
  }
  return slots
}

/** The end of the comments on the rest of this line. If anything else follows on the line, `from` itself. */
function endOfLineComment(text: string, from: number): number {
  let position = from
  for (;;) {
    while (text[position] === ' ' || text[position] === '\t') position++
    if (text.startsWith('//', position)) return lineEnd(text, position)
    const close = text.startsWith('/*', position) ? text.indexOf('*/', position + 2) : -1
    if (close < 0) break
    position = close + 2
  }
  const ends = position >= text.length || text[position] === '\n' || text[position] === '\r'
  return ends && /\S/.test(text.slice(from, position)) ? position : from
}

function skipTrivia(text: string, from: number): number {
  let position = from
  for (;;) {
    while (position < text.length && /\s/.test(text[position] ?? '')) position++
    if (text.startsWith('//', position)) position = lineEnd(text, position)
    else if (text.startsWith('/*', position)) position = text.indexOf('*/', position + 2) + 2
    else return position
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.slice(from).search(/\r?\n/)
  return end < 0 ? text.length : from + end
}

function insertAt(text: string, parent: Node, member: RemovedMember): string {
  const slots = slotsOf(text, parent)
  const withComma = `${member.text.slice(0, member.commaAt)},${member.text.slice(member.commaAt)}`
  const own = member.text.slice(member.commaAt)
  const put = (before: string, trivia: string, inserted: string, after: string): string =>
    before + lineIfNeeded(trivia, inserted) + inserted + lineIfNeeded(own, after) + after
  const following = slots[member.index]
  if (following) return put(text.slice(0, following.start), following.trivia, withComma, text.slice(following.start))
  const last = slots.at(-1)
  if (!last) {
    const start = endOfLineComment(text, parent.offset + 1)
    return put(text.slice(0, start), text.slice(parent.offset + 1, start), member.text, text.slice(start))
  }
  const tail = text.slice(last.comma === undefined ? last.valueEnd : last.comma + 1, last.end)
  if (last.comma !== undefined) return put(text.slice(0, last.end), tail, withComma, text.slice(last.end))
  return put(`${text.slice(0, last.valueEnd)},${tail}`, tail, member.text, text.slice(last.end))
}

/** A line comment would swallow the text after it, so a line break is needed. */
function lineIfNeeded(trivia: string, next: string): string {
  return hasLineComment(trivia) && !/^[ \t]*\r?\n/.test(next) ? '\n' : ''
}

function hasLineComment(trivia: string): boolean {
  for (let at = trivia.indexOf('/'); at >= 0; at = trivia.indexOf('/', at)) {
    if (trivia.startsWith('//', at)) return true
    const end = trivia.indexOf('*/', at + 2)
    if (end < 0) return false
    at = end + 2
  }
  return false
}

/** The formatting of a new member. */
interface Style {
  readonly newline: string
  readonly unit: string
  /** The indentation of this object's members. */
  readonly indent: string
  readonly inline: boolean
  /** The whitespace before a new member. */
  readonly gap: string
}

function styleOf(text: string, parent: Node): Style {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  const first = parent.children?.[0]
  const inline = first !== undefined && !text.slice(parent.offset, first.offset).includes('\n')
  const indent = first && !inline ? indentAt(text, first.offset) : indentAt(text, parent.offset) + unit
  return { newline, unit, indent, inline, gap: inline ? ' ' : newline + indent }
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^\uFEFF?([ \t]*)/.exec(line)?.[1] ?? ''
}

function written(value: unknown, style: Style): string {
  if (style.inline) return JSON.stringify(value)
  return JSON.stringify(value, null, style.unit).replaceAll('\n', style.newline + style.indent)
}

/** An empty object rewritten over several lines, ready for members. */
function reopened(text: string, parent: Node, style: Style): string {
  const close = parent.offset + parent.length - 1
  const inside = text.slice(parent.offset + 1, close)
  if (inside.includes('\n')) return text
  return text.slice(0, close) + style.newline + indentAt(text, parent.offset) + text.slice(close)
}
