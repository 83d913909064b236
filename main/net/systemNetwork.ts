import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { log } from '../lib/log'
import { chooseProxy, type ProxyFor } from './envProxy'

let fromSettings: ProxyFor = () => undefined
let certificates: 'bundled' | 'wanted' | 'trusted' = 'bundled'

/**
 * From here on every request of this process trusts what this computer trusts, and goes through its proxies. Called once by each shell:
 * both belong to the process, like its environment. `proxyFor` reads the settings of the computer, where the shell can.
 */
export function joinSystemNetwork({ proxyFor }: { readonly proxyFor?: ProxyFor } = {}): void {
  if (proxyFor) fromSettings = proxyFor
  if (certificates === 'bundled') certificates = 'wanted'
}

/** The proxy through which this process asks for an address; undefined: none. */
export const systemProxy: ProxyFor = (url) => chooseProxy(url, fromSettings)

/** Reading the certificates of this computer takes a moment, so it happens before the first encrypted connection and not at the start. */
export function trustSystem(url: URL): void {
  if (certificates !== 'wanted' || url.protocol !== 'https:') return
  certificates = 'trusted'
  try {
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])])
  } catch (thrown) {
    log('warn', 'The certificates of this computer cannot be read; those that come with Parley are trusted', { error: thrown })
  }
}
