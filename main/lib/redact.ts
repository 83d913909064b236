/** The longest first: one secret may begin with another one. */
let secrets: readonly string[] = []

/** Remembers a live secret, so that it never leaves in a log line or a recorded frame. Short values would hide plain words. */
export function rememberSecret(value: string): void {
  if (value.length < 6 || secrets.includes(value)) return
  const forms = [value, JSON.stringify(value).slice(1, -1), Buffer.from(value).toString('base64'), encodeURIComponent(value)]
  secrets = [...new Set([...secrets, ...forms])].toSorted((a, b) => b.length - a.length)
}

/** All forms of all live secrets, for a sink that runs in another thread. Another list whenever there is a new one. */
export function hiddenTexts(): readonly string[] {
  return secrets
}

/** The text without any live secret, in plain, JSON-escaped, base64 or URL-encoded form. */
export function redact(text: string): string {
  let clean = text
  for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, '•••')
  return clean
}
