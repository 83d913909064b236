import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'

/** Finds all addresses of a name. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>

/** Looks up a name on this computer: hosts file first, then DNS. */
export const resolveHost: ResolveHost = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

/**
 * A lookup for one connection that returns exactly the checked addresses, so that a changed DNS answer has no effect. If one address fails
 * the check, the lookup fails.
 */
export function pinnedLookup(check: (address: string) => void, resolve: ResolveHost = resolveHost): LookupFunction {
  return (hostname, options, answer) => {
    checked(hostname, options, check, resolve).then(
      ([first, ...more]) => (options.all ? answer(null, [first, ...more]) : answer(null, first.address, first.family)),
      (thrown: unknown) => answer(thrown instanceof Error ? thrown : new Error(String(thrown)), ''),
    )
  }
}

async function checked(
  hostname: string,
  options: LookupOptions,
  check: (address: string) => void,
  resolve: ResolveHost,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const found = await resolve(hostname)
  for (const { address } of found) check(address)
  const [first, ...more] = found.filter(({ family }) => fits(family, options))
  if (first) return [first, ...more]
  throw Object.assign(new Error(`No address is known for ${hostname}`), { code: 'ENOTFOUND' })
}

function fits(family: number, options: LookupOptions): boolean {
  const wanted = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : (options.family ?? 0)
  return wanted === 0 || wanted === family
}
