import { session } from 'electron'
import { log } from '../../main/lib/log'
import type { ProxyFor } from '../../main/net/envProxy'
import { readProxyList } from './readProxyList'

/** The proxy that this computer's network settings name for an address, with their scripts and exceptions. */
export const systemProxy: ProxyFor = async (url) => {
  try {
    return readProxyList(await session.defaultSession.resolveProxy(url.href))
  } catch (thrown) {
    log('warn', 'The proxy settings of this computer cannot be read', { error: thrown })
    return undefined
  }
}
