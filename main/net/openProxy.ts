import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'
import { loadUndici } from './loadUndici'

/** Opens a connection pool through a proxy. The caller closes it. @throws {AppError} SERVER_UNREACHABLE if Parley cannot use the proxy */
export async function openProxy(
  proxy: string,
  patience: { readonly headersTimeout?: number; readonly bodyTimeout?: number } = {},
): Promise<Dispatcher> {
  const url = URL.parse(proxy)
  if (!url || !/^(?:https?|socks5):$/.test(url.protocol) || url.hostname === '') {
    throw new AppError('SERVER_UNREACHABLE', { reason: 'net.badProxy' })
  }
  for (const form of [url.password, plainPassword(url)]) rememberSecret(form)
  const { ProxyAgent } = await loadUndici()
  // Proxies tunnel only to encrypted servers. Plain HTTP requests are sent to the proxy itself.
  return new ProxyAgent({ uri: url.href, proxyTunnel: false, ...patience })
}

function plainPassword({ password }: URL): string {
  try {
    return decodeURIComponent(password)
  } catch (thrown) {
    if (!(thrown instanceof URIError)) throw thrown
    throw new AppError('SERVER_UNREACHABLE', { reason: 'net.badProxyPassword' }, { cause: thrown })
  }
}
