import type { ServerConfig } from '../../shared/domain/server'
import { extensionsOn } from '../../shared/domain/extensions/decideExtension'
import { canonicalJson } from '../../shared/lib/json'

/** Pure: whether two definitions reach the same server in the same way, authenticate in the same way, claim the same extensions, and may agree on the same versions. */
export function hasSameEndpoint(one: ServerConfig, other: ServerConfig): boolean {
  return canonicalJson(way(one)) === canonicalJson(way(other))
}

/** Leaves out `withoutPkce`: it affects only the next sign-in, not a live connection. */
function way({ launch, auth, protocol, protocolCap, ...rest }: ServerConfig): readonly unknown[] {
  const mayAgreeOn = [protocol, protocolCap?.allowed ?? null, extensionsOn(rest)]
  if (launch.kind !== 'http') return [launch, mayAgreeOn]
  const { withoutPkce: _allowed, ...identity } = { withoutPkce: undefined, ...auth }
  return [launch, mayAgreeOn, identity]
}
