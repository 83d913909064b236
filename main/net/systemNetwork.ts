import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { log } from '../lib/log'
import { chooseProxy, type ProxyFor } from './envProxy'

let fromSettings: ProxyFor = () => undefined
let certificates: 'bundled' | 'wanted' | 'trusted' = 'bundled'

/**
 * Makes every request of this process use the computer's certificates and proxies. Each shell calls it once, because both belong to the
 * process. `proxyFor` reads the computer's proxy settings, if the shell can.
 */
export function joinSystemNetwork({ proxyFor }: { readonly proxyFor?: ProxyFor } = {}): void {
  if (proxyFor) fromSettings = proxyFor
  if (certificates === 'bundled') certificates = 'wanted'
}

/** The proxy for an address; undefined: none. */
export const systemProxy: ProxyFor = (url) => chooseProxy(url, fromSettings)

/** Called before the first encrypted connection and not at start, because loading the computer's certificates takes a moment. */
export function trustSystem(url: URL): void {
  if (certificates !== 'wanted' || url.protocol !== 'https:') return
  certificates = 'trusted'
  try {
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])])
  } catch (thrown) {
    log('warn', 'The certificates of this computer cannot be read; those that come with Parley are trusted', { error: thrown })
  }
}
