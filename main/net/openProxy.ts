import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'
import { loadUndici } from './loadUndici'

/** A way through a proxy; whoever opens it closes it. @throws {AppError} SERVER_UNREACHABLE when it is no proxy that Parley can use */
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
  // Proxies tunnel to encrypted servers only; what is not encrypted they are asked for.
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
