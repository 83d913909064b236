import type { JsonValue } from '../../shared/lib/json'
import { truncateBytes } from '../lib/truncateBytes'
import { redact } from '../lib/redact'

/** Pure but for the live secrets: what a server logged as text of at most so many bytes; secrets are taken out before the cut. */
export function logText(data: JsonValue, bytes: number): string {
  const whole = redact(typeof data === 'string' ? data : JSON.stringify(data))
  const text = truncateBytes(whole, bytes)
  return text.length < whole.length ? `${text}…` : text
}
