import { classifyAddress } from './classifyAddress'
import { isLoopbackName } from './fetchRules'

/** Which proxy an address is asked through; undefined: none. */
export type ProxyFor = (url: URL) => string | undefined | Promise<string | undefined>

type Environment = Readonly<Record<string, string | undefined>>

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** The environment's word goes before that of the computer's settings. What is on this computer is asked without a proxy, as browsers do. */
export async function chooseProxy(url: URL, env: Environment, fromSettings: ProxyFor): Promise<string | undefined> {
  if (isLoopbackName(url.hostname) || classifyAddress(url.hostname) === 'loopback') return undefined
  const isNamed = ['http_proxy', 'https_proxy', 'all_proxy'].some((name) => read(env, name) !== undefined)
  return isNamed ? envProxy(url, env) : await fromSettings(url)
}

/** Pure: the proxy that the environment names (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY, in small letters or capitals), as curl reads it. */
export function envProxy(url: URL, env: Environment): string | undefined {
  const proxy = read(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? read(env, 'all_proxy')
  if (proxy === undefined || isExcepted(url, read(env, 'no_proxy') ?? '')) return undefined
  return proxy.includes('://') ? proxy : `http://${proxy}`
}

function read(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined
}

function isExcepted(url: URL, exceptions: string): boolean {
  const host = url.hostname.toLowerCase().replace(/\.$/, '')
  const port = url.port || DEFAULT_PORTS[url.protocol]
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true
      const [, name = entry, onlyPort] = /^([^:]+|\[.+\]):(\d+)$/.exec(entry) ?? []
      const bare = name.replace(/^\*?\./, '')
      return (onlyPort === undefined || onlyPort === port) && (host === bare || host === `[${bare}]` || host.endsWith(`.${bare}`))
    })
}
