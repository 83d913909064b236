import { redact } from '../lib/redact'

const LONGEST = 200
/** Terminal control characters, and characters that hide or reorder text. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Pure except for the list of secrets: foreign text as one short line of plain text without secrets; undefined if nothing is left. */
export function sanitizeServerText(...parts: readonly (string | undefined)[]): string | undefined {
  const lines = parts
    .filter((part) => part !== undefined)
    .map((part) =>
      redact(part.slice(0, 4 * LONGEST))
        .replaceAll(CONTROLS, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
  const text = lines.filter((line, index) => line !== '' && lines.indexOf(line) === index).join(': ')
  if (text === '') return undefined
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
