import { appPermissions, type AppDeclared, type AppGrant, type AppPermission, type AppReach } from '../../shared/domain/apps/app'
import type { ReachedHosts } from '../../shared/domain/catalog'
import { isRecord } from '../../shared/lib/json'
import type { AppFrameGrant } from '../confinedFrames/appFramePolicy'

/** Of each kind. An app that wants to reach more hosts than a person can read reaches none of the rest. */
const MOST_ORIGINS = 100
const HOST_CHARACTERS = 253
const ORIGIN = /^(?:(?:https|wss):\/\/)?(\*\.)?([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,30})(?::(\d{1,5}))?\/?$/
/** Names that mean this computer or its network wherever they are looked up. */
const PRIVATE_ENDS: ReadonlySet<string> = new Set(['localhost', 'local', 'internal', 'lan', 'home', 'corp', 'arpa', 'onion'])
/** Under these anybody registers names: `co.uk`, `com.au`. */
const REGISTRIES: ReadonlySet<string> = new Set(['ac', 'co', 'com', 'edu', 'go', 'gov', 'ne', 'net', 'or', 'org'])

/**
 * Pure: the origin that a declared host means, as `https://host`, `https://*.host`, each optionally with a port; undefined if it is none that an
 * app may have: another scheme, a path, an address in place of a name, this computer, all hosts of a registry, or anything that could end its
 * place in a header.
 */
export function readOrigin(declared: unknown): string | undefined {
  if (typeof declared !== 'string' || declared.length > HOST_CHARACTERS + 20) return undefined
  const [, any = '', host = '', port] = ORIGIN.exec(declared.toLowerCase()) ?? []
  if (host === '' || host.length > HOST_CHARACTERS) return undefined
  const labels = host.split('.')
  const [end = '', under = ''] = labels.toReversed()
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) return undefined
  if (!/^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(end) || PRIVATE_ENDS.has(end)) return undefined
  if (any !== '' && labels.length === 2 && end.length === 2 && REGISTRIES.has(under)) return undefined
  const number = port === undefined ? 443 : Number(port)
  if (number < 1 || number > 65_535) return undefined
  return `https://${any}${host}${number === 443 ? '' : `:${number}`}`
}

/**
 * Pure: what an interface declares that it needs (MCP Apps, UIResourceMeta), as far as it is well formed. What OpenAI's apps write is read where
 * the standard's is absent. Addresses for `<base>` are never allowed.
 * @param ui `_meta.ui` of the interface
 * @param meta the `_meta` around it
 */
export function readDeclared(ui: Readonly<Record<string, unknown>>, meta: Readonly<Record<string, unknown>> = {}): AppDeclared {
  const standard = ui['csp']
  const openAi = meta['openai/widgetCSP']
  const lists = isRecord(standard)
    ? [standard['connectDomains'], standard['resourceDomains'], standard['frameDomains']]
    : isRecord(openAi)
      ? [openAi['connect_domains'], openAi['resource_domains'], openAi['frame_domains']]
      : []
  const [connect = nothing, load = nothing, frames = nothing] = lists.map(readOrigins)
  return {
    reach: { connect: connect.origins, load: load.origins, frames: frames.origins },
    permissions: readPermissions(ui['permissions']),
    refusedDeclarations: connect.refused + load.refused + frames.refused,
  }
}

const nothing: { readonly origins: readonly string[]; readonly refused: number } = { origins: [], refused: 0 }

function readOrigins(list: unknown): typeof nothing {
  if (list === undefined) return nothing
  if (!Array.isArray(list)) return { origins: [], refused: 1 }
  const origins = new Set<string>()
  let refused = 0
  for (const declared of list) {
    const origin = origins.size < MOST_ORIGINS ? readOrigin(declared) : undefined
    if (origin === undefined) refused++
    else origins.add(origin)
  }
  return { origins: [...origins], refused }
}

/** Each is declared as an object, which is empty so far. */
function readPermissions(declared: unknown): readonly AppPermission[] {
  return isRecord(declared) ? appPermissions.filter((name) => Object.hasOwn(declared, name) && isRecord(declared[name])) : []
}

/**
 * Pure: what is left of a grant for this time. What it held because it was granted always is there only as long as that is.
 * @param ofAlways What was granted always when a person granted it.
 * @param always What is granted always now.
 */
export function stillGranted(grant: AppGrant, ofAlways: AppGrant, always: AppGrant): AppGrant {
  const stays = <T>(item: T, had: readonly T[], has: readonly T[]): boolean => !had.includes(item) || has.includes(item)
  return {
    origins: grant.origins.filter((origin) => stays(origin, ofAlways.origins, always.origins)),
    permissions: grant.permissions.filter((permission) => stays(permission, ofAlways.permissions, always.permissions)),
    ownCode: grant.ownCode && (!ofAlways.ownCode || always.ownCode),
    redirects: grant.redirects && (!ofAlways.redirects || always.redirects),
  }
}

/** What nobody granted anything. */
export const noGrant: AppGrant = { origins: [], ownCode: false, redirects: false, permissions: [] }

/** Pure: whether a person allowed nothing by it. */
export function isNothing({ origins, permissions, ownCode, redirects }: AppGrant): boolean {
  return origins.length === 0 && permissions.length === 0 && !ownCode && !redirects
}

/** Pure: everything that an app declares and nothing else. Code of its own and redirects cannot be declared. */
export function declaredGrant({ reach, permissions }: AppDeclared): AppGrant {
  return { ...noGrant, origins: [...new Set(originsOf(reach))], permissions: [...permissions] }
}

/** Pure: of what is granted, that which is declared. A redirect means nothing where nothing can be reached. */
export function effectiveGrant({ reach, permissions }: AppDeclared, granted: AppGrant): AppGrant {
  const declared = new Set(originsOf(reach))
  const origins = [...new Set(granted.origins)].filter((origin) => declared.has(origin))
  return {
    origins,
    ownCode: granted.ownCode,
    redirects: granted.redirects && origins.length > 0,
    permissions: permissions.filter((permission) => granted.permissions.includes(permission)),
  }
}

/**
 * Pure: where what an app gets can go: to the hosts that a person lets it reach, or to any where those may send it on, and where it may run though
 * the browser cannot shut it in. Whether the browser does is known to its page alone, so it counts as if it did not.
 */
export function reachedHosts(grants: readonly AppGrant[], unprotected: boolean): ReachedHosts {
  if (unprotected || grants.some(({ redirects }) => redirects)) return 'any'
  return grants.flatMap(({ origins }) => origins)
}

/** Pure: what the frame of an app may do: each granted origin in the ways in which it is declared. */
export function frameGrant({ reach }: AppDeclared, { origins, ownCode, redirects, permissions }: AppGrant): AppFrameGrant {
  const granted = (declared: readonly string[]): string[] => declared.filter((origin) => origins.includes(origin))
  return {
    connect: granted(reach.connect),
    load: granted(reach.load),
    frames: granted(reach.frames),
    ownCode,
    redirects,
    permissions: [...permissions],
  }
}

function originsOf({ connect, load, frames }: AppReach): readonly string[] {
  return [...connect, ...load, ...frames]
}
