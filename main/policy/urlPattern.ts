import { matchesWildcard } from '../../shared/lib/matchesWildcard'

interface UrlPattern {
  readonly protocol: string
  readonly host: string
  readonly port: string | undefined
  readonly path: string | undefined
}

const defaultPorts: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/**
 * Pure: whether an address matches a pattern. Host, port and path are compared separately. A pattern without a path matches any path.
 * Without a port it matches the default port, or any port with `anyPort`.
 */
export function matchesUrl(pattern: string, address: string, anyPort = false): boolean {
  const wanted = parseUrlPattern(pattern)
  const url = URL.parse(address)
  if (!wanted || !url || wanted.protocol !== url.protocol) return false
  const port = url.port || (defaultPorts[url.protocol] ?? '')
  if (!matchesWildcard(wanted.host, hostOf(url.hostname)) || !isPort(wanted.port, port, anyPort, url.protocol)) return false
  return wanted.path === undefined || matchesWildcard(wanted.path, inOneSpelling(url.pathname))
}

/**
 * Pure: whether an address matches a pattern as VS Code reads it (`serverUrl`): scheme, host with port, and path with query are compared. `*` stands
 * for anything, in the host only for parts of the host. A pattern without a path matches only an address without one. Without a port it matches
 * the default port, or any port with `anyPort`.
 */
export function matchesServerUrl(pattern: string, address: string, anyPort = false): boolean {
  const wanted = splitServerUrl(pattern)
  const url = URL.parse(address)
  if (!wanted || !url) return false
  const host = hostOf(url.hostname) + (url.port === '' || (anyPort && !/:[\d*]+$/.test(wanted.host)) ? '' : `:${url.port}`)
  const path = inOneSpelling(url.pathname) + url.search
  const scheme = url.protocol.slice(0, -1)
  return matchesWildcard(wanted.scheme, scheme) && matchesWildcard(wanted.host, host) && matchesWildcard(wanted.path, path)
}

/** Pure: the parts of a `serverUrl` pattern; undefined if it is invalid. */
export function splitServerUrl(pattern: string): { readonly scheme: string; readonly host: string; readonly path: string } | undefined {
  const [, scheme, host, path = '/'] = /^(https?|\*):\/\/([^/@\\?#\s]+)(\/[^#\s]*)?$/i.exec(pattern) ?? []
  if (scheme === undefined || host === undefined) return undefined
  // An international label has a known ASCII spelling only as a whole, so it cannot contain `*`.
  if (host.includes('*') && /[^\p{ASCII}]/u.test(host)) return undefined
  const lower = hostOf(host)
  const plain = lower.includes('*') ? lower : URL.parse(`${scheme === '*' ? 'https' : scheme}://${lower}`)?.host
  return plain === undefined ? undefined : { scheme: scheme.toLowerCase(), host: plain, path: inOneSpelling(path) }
}

/** Pure: the parts of a pattern; undefined if it is invalid. */
export function parseUrlPattern(pattern: string): UrlPattern | undefined {
  const [, scheme, host, port, path] = /^(https?):\/\/([^/:?#@\s]+|\[[^\]\s]+\])(?::(\d{1,5}|\*))?(\/[^?#\s]*)?$/i.exec(pattern) ?? []
  if (scheme === undefined || host === undefined) return undefined
  // An international label has a known ASCII spelling only as a whole, so it cannot contain `*`.
  if (host.split('.').some((label) => label.includes('*') && /[^\p{ASCII}]/u.test(label))) return undefined
  const protocol = `${scheme.toLowerCase()}:`
  return {
    protocol,
    host: hostOf(URL.parse(`${protocol}//${host}`)?.hostname ?? host),
    port,
    path: path === undefined || path === '/' ? undefined : inOneSpelling(URL.parse(`https://x${path}`)?.pathname ?? path),
  }
}

function isPort(wanted: string | undefined, port: string, anyPort: boolean, protocol: string): boolean {
  if (wanted === undefined) return anyPort || port === defaultPorts[protocol]
  return wanted === '*' || wanted === port
}

/** Decodes percent-encoded characters that need no encoding, so that both spellings match. */
function inOneSpelling(path: string): string {
  return path.replaceAll(/%([2-7][0-9a-f])/gi, (coded, hex: string) => {
    const sign = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w.~-]/.test(sign) ? sign : coded
  })
}

/** A trailing dot does not change the host. */
function hostOf(text: string): string {
  return text.toLowerCase().replace(/\.$/, '')
}
