import type { ServerDefinition } from '../../shared/domain/server'
import { canonicalJson } from '../../shared/lib/json'

/** Pure: whether two definitions reach the same server in the same way and authenticate in the same way. */
export function hasSameEndpoint(one: ServerDefinition, other: ServerDefinition): boolean {
  return canonicalJson(way(one)) === canonicalJson(way(other))
}

/** Leaves out `withoutPkce`: it affects only the next sign-in, not a live connection. */
function way({ launch, auth }: ServerDefinition): readonly unknown[] {
  if (launch.kind !== 'http') return [launch]
  const { withoutPkce: _allowed, ...rest } = { withoutPkce: undefined, ...auth }
  return [launch, rest]
}
