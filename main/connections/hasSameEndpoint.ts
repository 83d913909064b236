import type { ServerDefinition } from '../../shared/domain/server'
import { canonicalJson } from '../../shared/lib/json'

/** Pure: whether two definitions reach the same server in the same way, and tell it in the same way who calls. */
export function hasSameEndpoint(one: ServerDefinition, other: ServerDefinition): boolean {
  return canonicalJson(way(one)) === canonicalJson(way(other))
}

/** What a person allows for their next sign-in is nothing to a connection that lives. */
function way({ launch, auth }: ServerDefinition): readonly unknown[] {
  if (launch.kind !== 'http') return [launch]
  const { withoutPkce: _allowed, ...rest } = { withoutPkce: undefined, ...auth }
  return [launch, rest]
}
