import type { MessagePart } from './formatMessage'

/** A piece of a rich text: plain text, a named tag around other pieces (`<b>…</b>`), or a tag alone (`<server/>`, without children). */
export type RichPart = string | { readonly tag: string; readonly children: readonly RichPart[] }

const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)(\/?)>/g

/**
 * Pure: reads the tags in Parley's own words. Values always stay text. A tag without an end extends to the end. An end without a tag is
 * dropped.
 */
export function richText(parts: readonly MessagePart[]): readonly RichPart[] {
  const open: { tag: string; children: RichPart[] }[] = [{ tag: '', children: [] }]
  const add = (part: RichPart): void => {
    if (part !== '') open.at(-1)?.children.push(part)
  }
  for (const part of parts) {
    if ('value' in part) add(part.value)
    else readTags(part.text, add, open)
  }
  return open[0]?.children ?? []
}

function readTags(text: string, add: (part: RichPart) => void, open: { tag: string; children: RichPart[] }[]): void {
  let at = 0
  for (const { 0: whole, 1: closing, 2: tag = '', 3: alone, index } of text.matchAll(TAG)) {
    add(text.slice(at, index))
    at = index + whole.length
    if (closing) {
      if (open.length > 1) open.pop()
      continue
    }
    const part = { tag, children: [] }
    add(part)
    if (!alone) open.push(part)
  }
  add(text.slice(at))
}

/** Pure: returns the names of the tags without content, and of the tags around content. */
export function tagsOf(texts: readonly string[]): { readonly alone: ReadonlySet<string>; readonly around: ReadonlySet<string> } {
  const found = texts.flatMap((text) => [...text.matchAll(TAG)])
  const named = (isAlone: boolean): ReadonlySet<string> =>
    new Set(found.filter(({ 3: alone }) => (alone === '/') === isAlone).map(({ 2: tag = '' }) => tag))
  return { alone: named(true), around: named(false) }
}
