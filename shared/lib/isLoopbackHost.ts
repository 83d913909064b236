import { readHostAddress } from './readHostAddress'

/** Returns whether a host is this computer, in any notation that WHATWG URL keeps. `localhost.` is `localhost`. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase()
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const address = readHostAddress(host)
  return address !== undefined && (address.v4?.[0] === 127 || isOneV6(address.v6))
}

function isOneV6(v6: readonly number[] | undefined): boolean {
  return v6?.join() === '0,0,0,0,0,0,0,1'
}
