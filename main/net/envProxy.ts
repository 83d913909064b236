// oxlint-disable-next-line typescript/triple-slash-reference -- The shells compile this file too, and none of them lists declarations of main.
/// <reference path="./proxyFromEnv.d.ts" />
import { getProxyForUrl } from 'proxy-from-env'
import { classifyAddress } from './classifyAddress'
import { isLoopbackName } from './checkFetchTarget'

/** The proxy for an address; undefined: none. */
export type ProxyFor = (url: URL) => string | undefined | Promise<string | undefined>

/**
 * The proxy for an address, from the environment, else from the computer's settings. This computer itself is reached without a proxy, as in
 * browsers.
 */
export async function chooseProxy(url: URL, fromSettings: ProxyFor): Promise<string | undefined> {
  if (isLoopbackName(url.hostname) || classifyAddress(url.hostname) === 'loopback') return undefined
  return isProxyNamed() ? envProxy(url) : await fromSettings(url)
}

function isProxyNamed(): boolean {
  return ['http_proxy', 'https_proxy', 'all_proxy'].some((name) => process.env[name] || process.env[name.toUpperCase()])
}

/**
 * The proxy that the environment names (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY, in lower or upper case). If the library and curl
 * differ, this follows curl: a name in NO_PROXY includes its subdomains, and a proxy without a scheme uses plain HTTP.
 */
export function envProxy(url: URL): string | undefined {
  const proxies = namesOver(url.hostname.replace(/\.$/, '')).map((host) => getProxyForUrl({ protocol: url.protocol, host, port: url.port }))
  const [proxy] = proxies
  if (!proxy || proxies.includes('')) return undefined
  const isAsNamed = Object.values(process.env).includes(proxy)
  return isAsNamed ? proxy : proxy.replace(/^\w+:/, 'http:')
}

/** A host and its parent domains: `a.b.example`, `.b.example`, `b.example` … */
function namesOver(host: string): readonly string[] {
  const labels = host.split('.')
  return labels.flatMap((_, index) => {
    const name = labels.slice(index).join('.')
    return [name, `.${name}`]
  })
}
