const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS5: 'socks5' }

/**
 * Pure: returns the first entry of Chromium's proxy list (`PROXY a:3128; SOCKS5 b:1080; DIRECT`) that Parley supports. Undefined means no
 * proxy. If no entry is supported, returns the first one, so that the error names it.
 */
export function readProxyList(list: string): string | undefined {
  const ways = list
    .split(';')
    .map((way) => way.trim().split(/\s+/))
    .filter(([kind]) => kind)
  for (const [kind = '', host] of ways) {
    if (kind.toUpperCase() === 'DIRECT') return undefined
    const scheme = SCHEMES[kind.toUpperCase()]
    if (scheme !== undefined && host) return `${scheme}://${host}`
  }
  const [kind = '', host = ''] = ways[0] ?? []
  return kind ? `${kind.toLowerCase()}://${host}` : undefined
}
