import type { Tool } from '../../shared/domain/catalog'
import type { PinnedDefinition } from '../../shared/domain/definitionChange'
import type { AccountId } from '../../shared/domain/ids'
import { instructionsHash, pinnedInstructions, pinnedTool } from './pinnedDefinition'
import type { Pin } from './pinTable'

/** What a server's catalogue offers to one account. */
export interface SeenOffer {
  readonly accountId: AccountId | undefined
  readonly tools: readonly Tool[]
  readonly instructions: string | undefined
}

/** What a server offers to one account. */
export interface DefinitionSet {
  /** Empty for a server without accounts. */
  readonly accountId: string
  readonly tools: readonly Tool[]
  /** Empty if there are none. */
  readonly instructions: string
}

/** The pins of one server, by subject. */
export interface ServerPins {
  readonly tools: ReadonlyMap<string, readonly Pin[]>
  readonly instructions: readonly Pin[]
}

/** A definition that differs from the accepted one. */
export interface Change {
  /** The accepted definition, preferably of the same account. */
  readonly before: Pin
  readonly accountId: string
  readonly hash: string
  readonly after: () => PinnedDefinition
}

/** The changes that make the pins complete for an offer. */
export interface NewPins {
  readonly put: readonly { readonly definition: PinnedDefinition; readonly added: boolean }[]
  readonly drop: readonly Pin[]
}

/** Pure: groups a server's pins by name. */
export function pinsByName(pins: readonly Pin[]): ServerPins {
  const tools = Map.groupBy(
    pins.filter(({ what }) => what === 'tool'),
    ({ name }) => name,
  )
  return { tools, instructions: pins.filter(({ what }) => what === 'instructions') }
}

/**
 * Pure: the parts of an offer that were never seen. The first offer is accepted with its server. A tool that comes later counts as added,
 * and its changes are not reported until one of its calls was allowed.
 */
export function newPins({ tools, instructions }: ServerPins, offer: DefinitionSet): NewPins {
  // Instructions are written last. Without them, a first offer was interrupted by a crash and still counts as the first.
  const isFirst = instructions.length === 0
  const listed = new Set(offer.tools.map(({ name }) => name))
  const fresh = offer.tools.filter((tool) => {
    const known = tools.get(tool.name)
    return !known || (known.every(({ added }) => added) && !known.some(({ hash }) => hash === tool.hash))
  })
  return {
    put: [
      ...fresh.map((tool) => ({ definition: pinnedTool(tool), added: !isFirst })),
      ...(instructions.length === 0 ? [{ definition: pinnedInstructions(offer.instructions), added: false }] : []),
    ],
    // An added tool that nobody used is dropped when it disappears.
    drop: [...tools].flatMap(([name, known]) =>
      listed.has(name) ? [] : known.filter((pin) => pin.added && pin.accountId === offer.accountId),
    ),
  }
}

/**
 * Pure: the definitions in an offer that differ from the accepted ones. A definition accepted for any account of the server counts for all.
 */
export function changesIn({ tools, instructions }: ServerPins, offer: DefinitionSet): readonly Change[] {
  const changes: Change[] = []
  const look = (known: readonly Pin[], hash: string, after: () => PinnedDefinition): void => {
    if (known.some((pin) => pin.hash === hash)) return
    const accepted = known.filter(({ added }) => !added)
    const before = accepted.find(({ accountId }) => accountId === offer.accountId) ?? accepted[0]
    if (before) changes.push({ before, accountId: offer.accountId, hash, after })
  }
  for (const tool of offer.tools) look(tools.get(tool.name) ?? [], tool.hash, () => pinnedTool(tool))
  if (offer.instructions !== '') {
    look(instructions, instructionsHash(offer.instructions), () => pinnedInstructions(offer.instructions))
  }
  return changes
}
