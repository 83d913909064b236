import type { ServerConfig } from '../../shared/domain/server'
import { canonicalJson } from '../../shared/lib/json'

/** Pure: whether two definitions reach the same server in the same way and authenticate in the same way. */
export function hasSameEndpoint(one: ServerConfig, other: ServerConfig): boolean {
  return canonicalJson(way(one)) === canonicalJson(way(other))
}

/** Leaves out `withoutPkce`: it affects only the next sign-in, not a live connection. */
function way({ launch, auth }: ServerConfig): readonly unknown[] {
  if (launch.kind !== 'http') return [launch]
  const { withoutPkce: _allowed, ...rest } = { withoutPkce: undefined, ...auth }
  return [launch, rest]
}
