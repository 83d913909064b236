import type { ServerConfig } from '../../shared/domain/server'
import { canonicalJson } from '../../shared/lib/json'

/** Pure: whether two definitions reach the same server in the same way, authenticate in the same way, and may agree on the same versions. */
export function hasSameEndpoint(one: ServerConfig, other: ServerConfig): boolean {
  return canonicalJson(way(one)) === canonicalJson(way(other))
}

/** Leaves out `withoutPkce`: it affects only the next sign-in, not a live connection. */
function way({ launch, auth, protocol, protocolCap }: ServerConfig): readonly unknown[] {
  const versions = [protocol, protocolCap?.allowed ?? null]
  if (launch.kind !== 'http') return [launch, versions]
  const { withoutPkce: _allowed, ...rest } = { withoutPkce: undefined, ...auth }
  return [launch, versions, rest]
}
