import type { ReadyState } from '../domain/connectionState'

/** A revision of the MCP specification. Revisions are dates, so their order is that of their texts. */
type Revision = `${number}-${number}-${number}`

interface Deprecation {
  /** 'deprecated': still part of the specification, but not for new servers. 'replaced': no longer part of it; an extension does this in another way. */
  readonly status: 'deprecated' | 'replaced'
  /** The revision that deprecated or replaced it. */
  readonly since: Revision
  /** No revision before this day removes it. Absent where the specification names no day. */
  readonly keptUntil?: Revision
  /** Where the specification says so, and what to use instead. */
  readonly source: string
}

const registry = 'https://modelcontextprotocol.io/specification/2026-07-28/deprecated'

/**
 * What the MCP specification no longer wants to be built on, of what Parley speaks. What replaces each is said by `deprecations.FEATURE` in the message
 * catalogue. Spec: 2026-07-28, "Deprecated Features"; for `coreTasks`, "Key Changes", major change 6.
 */
export const deprecatedFeatures = {
  roots: { status: 'deprecated', since: '2026-07-28', keptUntil: '2027-07-28', source: registry },
  sampling: { status: 'deprecated', since: '2026-07-28', keptUntil: '2027-07-28', source: registry },
  logging: { status: 'deprecated', since: '2026-07-28', keptUntil: '2027-07-28', source: registry },
  dynamicRegistration: { status: 'deprecated', since: '2026-07-28', keptUntil: '2027-07-28', source: registry },
  /** `includeContext: "thisServer"` and `"allServers"` of sampling. */
  includeContext: { status: 'deprecated', since: '2025-11-25', source: registry },
  httpSse: { status: 'deprecated', since: '2025-03-26', source: registry },
  /** The experimental tasks of 2025-11-25. */
  coreTasks: { status: 'replaced', since: '2026-07-28', source: 'https://modelcontextprotocol.io/specification/2026-07-28/changelog' },
} as const satisfies Readonly<Record<string, Deprecation>>

export type DeprecatedFeature = keyof typeof deprecatedFeatures

/** What the deprecation of a feature means for one server. */
type DeprecationEffect =
  /** The revision that the server speaks is older than the deprecation. */
  | { readonly effect: 'none' }
  /** Deprecated in the revision that the server speaks; `keptUntil` is the first day of which a revision may remove it. */
  | { readonly effect: 'works'; readonly keptUntil?: string }

/** Pure: returns what the deprecation of `feature` means for a server that speaks the revision `protocol`, such as "2025-11-25". */
export function deprecationEffect(feature: DeprecatedFeature, protocol: string): DeprecationEffect {
  const { since, keptUntil }: Deprecation = deprecatedFeatures[feature]
  if (protocol < since) return { effect: 'none' }
  return { effect: 'works', ...(keptUntil !== undefined && { keptUntil }) }
}

/** What a server can offer by itself. */
export type OfferedDeprecation = Extract<DeprecatedFeature, 'logging' | 'httpSse' | 'coreTasks'>

/** Pure: returns the deprecated features that a connected server offers by itself, in the order of the table. What it asks Parley for is not among them. */
export function deprecatedFeaturesOf({ transport, abilities, negotiation }: ReadyState): readonly OfferedDeprecation[] {
  return [
    ...(abilities.includes('logging') ? (['logging'] as const) : []),
    ...(transport === 'sse' ? (['httpSse'] as const) : []),
    // A server of 2026 that runs tasks uses the extension.
    ...(abilities.includes('tasks') && negotiation.era === '2025' ? (['coreTasks'] as const) : []),
  ]
}
