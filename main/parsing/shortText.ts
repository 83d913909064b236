import { truncateBytes } from '../lib/truncateBytes'

/** Returns a value if it is text. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Reads text that people and models only read. Cuts it to this many bytes of UTF-8, plus an ellipsis, and looks at no more of it. */
export function shortText(value: unknown, bytes: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const kept = truncateBytes(value, bytes)
  return kept.length === value.length ? value : `${kept}…`
}
