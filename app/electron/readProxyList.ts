const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS5: 'socks5' }

/**
 * Pure: the first way that Parley can go of those that Chromium lists (`PROXY a:3128; SOCKS5 b:1080; DIRECT`); undefined: without a
 * proxy. Where it can go none of them, the first is named, so that the error does too.
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
