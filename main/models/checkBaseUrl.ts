import { BlockList, isIP } from 'node:net'
import { AppError, type ErrorReason } from '../../shared/errors/appError'
import { trimEndOf } from '../../shared/lib/trimEndOf'

const ownNetwork = new BlockList()
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  ownNetwork.addSubnet(net, prefix, 'ipv4')
}
ownNetwork.addAddress('::1', 'ipv6')
ownNetwork.addSubnet('fc00::', 7, 'ipv6')
ownNetwork.addSubnet('fe80::', 10, 'ipv6')

/**
 * Pure: checks and normalises the address of a model endpoint. Only https is allowed, or http within this computer and its local network,
 * because a key and whole conversations are sent there.
 * @throws {AppError} INVALID_INPUT
 */
export function checkBaseUrl(text: string): string {
  const url = URL.parse(text.trim())
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refused('models.notAnAddress')
  }
  if (url.username || url.password) throw refused('models.addressHoldsPassword')
  if (url.search || url.hash) throw refused('models.addressHoldsQuery')
  if (url.protocol === 'http:' && !isNearby(url.hostname)) {
    throw refused('models.addressNotPrivate')
  }
  return trimEndOf(url.href, '/')
}

function isNearby(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(host)
  if (version !== 0) return ownNetwork.check(host, version === 6 ? 'ipv6' : 'ipv4')
  return host === 'localhost' || !host.includes('.') || /\.(localhost|local|lan|internal|home\.arpa)$/.test(host)
}

function refused(reason: ErrorReason): AppError {
  return new AppError('INVALID_INPUT', { reason })
}
