/** How many passing secrets to recognise after newer ones arrived: a token is renewed every hour, for months. */
const PASSING_KEPT = 200

const lasting = new Set<string>()
/** In order of use, the most recent last. */
const passing = new Set<string>()
/** All forms of both kinds, the longest first, because one secret may begin with another. */
let forms: readonly string[] = []

/**
 * Remembers a live secret, so that it never appears in a log line or a message record. Skips short values, which would hide ordinary words.
 */
export function rememberSecret(value: string): void {
  if (isTooShort(value) || lasting.has(value)) return
  lasting.add(value)
  forms = allForms()
}

/** Remembers a secret that others will replace: a token, a code, a state. It stays known until many others were used after it. */
export function rememberTemporarySecret(value: string): void {
  if (isTooShort(value) || lasting.has(value)) return
  const isKnown = passing.delete(value)
  passing.add(value)
  if (isKnown) return
  const [oldest] = passing
  if (passing.size > PASSING_KEPT && oldest !== undefined) passing.delete(oldest)
  forms = allForms()
}

/** Returns all forms of all live secrets, for output from another thread. It is a new list whenever a secret is added. */
export function hiddenTexts(): readonly string[] {
  return forms
}

/** Returns the text without live secrets, in plain, JSON-escaped, base64, base64url, hex or URL-encoded form. */
export function redact(text: string): string {
  if (isTooShort(text)) return text
  let clean = text
  for (const secret of forms) if (clean.includes(secret)) clean = clean.replaceAll(secret, '•••')
  return clean
}

/**
 * Returns the first characters of the text, without live secrets. Looks only at the beginning, so the time does not depend on the text's
 * length. Nothing is left of a secret that begins before the end and goes on after it.
 */
export function redactedStart(text: string, characters: number): string {
  const longest = forms[0]?.length ?? 0
  const start = text.slice(0, characters + longest)
  const clean = redact(start)
  return (start.length < text.length ? clean.slice(0, Math.max(0, clean.length - longest)) : clean).slice(0, characters)
}

function isTooShort(value: string): boolean {
  return value.length < 6
}

function allForms(): readonly string[] {
  return [...new Set([...lasting, ...passing].flatMap(formsOf))].toSorted((a, b) => b.length - a.length)
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value)
  const encoded = (['base64', 'base64url', 'hex'] as const).map((encoding) => bytes.toString(encoding))
  return [value, JSON.stringify(value).slice(1, -1), ...encoded, encodeURIComponent(value)]
}
