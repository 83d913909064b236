import { redact } from './redact'

/** Structured lines on stderr. Secrets are taken out here, at the sink, whoever wrote them. */
export function log(level: 'info' | 'warn' | 'error', message: string, details: Readonly<Record<string, unknown>> = {}): void {
  const line = JSON.stringify({ at: new Date().toISOString(), level, message, ...details }, (_key, value: unknown) =>
    value instanceof Error ? { name: value.name, message: value.message } : value,
  )
  process.stderr.write(`${redact(line).slice(0, 4096)}\n`)
}
