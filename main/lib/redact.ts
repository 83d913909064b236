/** Passing secrets that are still recognised after newer ones came: a token is renewed every hour, for months. */
const PASSING_KEPT = 200

const lasting = new Set<string>()
/** The one used last is at the end. */
const passing = new Set<string>()
/** All forms of both, the longest first: one secret may begin with another one. */
let forms: readonly string[] = []

/** Remembers a live secret, so that it never leaves in a log line or a recorded frame. Short values would hide plain words. */
export function rememberSecret(value: string): void {
  if (isTooShort(value) || lasting.has(value)) return
  lasting.add(value)
  forms = allForms()
}

/** The same for one that others take the place of: a token, a code, a state. Remembered from its last use on, until many others were used. */
export function rememberPassing(value: string): void {
  if (isTooShort(value) || lasting.has(value)) return
  const isKnown = passing.delete(value)
  passing.add(value)
  if (isKnown) return
  const [oldest] = passing
  if (passing.size > PASSING_KEPT && oldest !== undefined) passing.delete(oldest)
  forms = allForms()
}

/** All forms of all live secrets, for a sink that runs in another thread. Another list whenever there is a new one. */
export function hiddenTexts(): readonly string[] {
  return forms
}

/** The text without any live secret, in plain, JSON-escaped, base64, base64url, hex or URL-encoded form. */
export function redact(text: string): string {
  let clean = text
  for (const secret of forms) if (clean.includes(secret)) clean = clean.replaceAll(secret, '•••')
  return clean
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
