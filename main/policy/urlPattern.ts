import { glob } from './glob'

interface UrlPattern {
  readonly protocol: string
  readonly host: string
  readonly port: string | undefined
  readonly path: string | undefined
}

const defaultPorts: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/**
 * Pure: whether an address is as a pattern says. Its host, port and path are compared each by itself; a pattern without a path takes any, and one
 * without a port takes the usual one, or (`anyPort`) any.
 */
export function matchesUrl(pattern: string, address: string, anyPort = false): boolean {
  const wanted = parseUrlPattern(pattern)
  const url = URL.parse(address)
  if (!wanted || !url || wanted.protocol !== url.protocol) return false
  const port = url.port || (defaultPorts[url.protocol] ?? '')
  if (!glob(wanted.host, hostOf(url.hostname)) || !isPort(wanted.port, port, anyPort, url.protocol)) return false
  return wanted.path === undefined || glob(wanted.path, inOneSpelling(url.pathname))
}

/** Pure: a pattern in its parts; undefined where it is none. */
export function parseUrlPattern(pattern: string): UrlPattern | undefined {
  const [, scheme, host, port, path] = /^(https?):\/\/([^/:?#@\s]+|\[[^\]\s]+\])(?::(\d{1,5}|\*))?(\/[^?#\s]*)?$/i.exec(pattern) ?? []
  if (scheme === undefined || host === undefined) return undefined
  // What a part of a name in other letters is spelled like is known only of the whole part.
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

/** Letters that need no percent sign are the same with one. */
function inOneSpelling(path: string): string {
  return path.replaceAll(/%([2-7][0-9a-f])/gi, (coded, hex: string) => {
    const sign = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w.~-]/.test(sign) ? sign : coded
  })
}

/** A name that ends with a dot is the same host. */
function hostOf(text: string): string {
  return text.toLowerCase().replace(/\.$/, '')
}
