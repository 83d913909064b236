import { redact } from './redact'

/**
 * Characters that JSON leaves unchanged but that a terminal obeys or hides: one-byte control codes, and marks that change the direction of
 * text.
 */
const OBEYED = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu

const levels = ['info', 'warn', 'error'] as const
type Level = (typeof levels)[number]

let least: Level = 'info'

/** Leaves out lines below a level. For a shell where a person reads stderr, among words that are meant for people. */
export function logFrom(level: Level): void {
  least = level
}

/** Writes structured lines to stderr. Removes secrets here, where all log lines pass. */
export function log(level: Level, message: string, details: Readonly<Record<string, unknown>> = {}): void {
  if (levels.indexOf(level) < levels.indexOf(least)) return
  const line = JSON.stringify({ at: new Date().toISOString(), level, message, ...details }, (_key, value: unknown) =>
    value instanceof Error ? { name: value.name, message: value.message } : value,
  )
  process.stderr.write(`${redact(line).replaceAll(OBEYED, escaped).slice(0, 4096)}\n`)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
