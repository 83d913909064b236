import { redact } from '../lib/redact'

const LONGEST = 200
/** Commands to terminals, and marks that hide or turn text. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Pure but for the list of secrets: what somebody else said, as one short line of plain text without secrets; undefined for nothing. */
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
