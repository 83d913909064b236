import { redact } from './redact'

/** What JSON leaves as it is and a terminal obeys or hides: commands of one byte, and marks that turn the direction of text. */
const OBEYED = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu

/** Structured lines on stderr. Secrets are taken out here, at the sink, whoever wrote them. */
export function log(level: 'info' | 'warn' | 'error', message: string, details: Readonly<Record<string, unknown>> = {}): void {
  const line = JSON.stringify({ at: new Date().toISOString(), level, message, ...details }, (_key, value: unknown) =>
    value instanceof Error ? { name: value.name, message: value.message } : value,
  )
  process.stderr.write(`${redact(line).replaceAll(OBEYED, escaped).slice(0, 4096)}\n`)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
