const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443' }

/** A web address: its host and port, and the path after them. */
export interface WebAddress {
  readonly scheme: string
  /** Lower case, without a dot at the end: `api.example.com`, `[::1]`. */
  readonly host: string
  readonly port: string
  /** The path as written, without query and fragment. */
  readonly path: string
}

const LONGEST = 32_768

/**
 * Pure: reads the host of a web address. Undefined if two programs could read different hosts from it (a user name, backslashes, escapes,
 * letters beyond ASCII, unusual notations of numbers, several addresses in one text).
 */
export function parseWebAddress(text: string): WebAddress | undefined {
  if (text.length > LONGEST || /[\s\p{Cc}\\]|[,;|][a-z]+:\/\//iu.test(text)) return undefined
  const [, scheme, name, port, path] =
    /^(https?|wss?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?(?=[/?#]|$)([^?#]*)/i.exec(text) ?? []
  if (scheme === undefined || name === undefined) return undefined
  const host = name.toLowerCase().replace(/\.$/, '')
  if ((!host.startsWith('[') && !isPlainHost(host)) || Number(port ?? 0) > 65_535) return undefined
  const known = scheme.toLowerCase()
  return { scheme: known, host, port: String(Number(port ?? defaultPorts[known])), path: path ?? '' }
}

/** Pure: returns the host as a person writes it, with its port only if it is not the default port. */
export function formatHost({ scheme, host, port }: WebAddress): string {
  return port === defaultPorts[scheme] ? host : `${host}:${port}`
}

function isPlainHost(host: string): boolean {
  const labels = host.split('.')
  if (labels.includes('')) return false
  const isNumber = /^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')
  return !isNumber || (labels.length === 4 && labels.every((label) => /^(?:0|[1-9]\d{0,2})$/.test(label) && Number(label) < 256))
}
