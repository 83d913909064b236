import type { Tool } from '../../shared/domain/catalog'
import type { PinnedDefinition } from '../../shared/domain/definition'
import { instructionsHash, pinnedInstructions, pinnedTool } from './pinnedDefinition'
import type { Pin } from './pinTable'

/** What a server offers one of its accounts. */
export interface DefinitionSet {
  /** Empty for a server without accounts. */
  readonly accountId: string
  readonly tools: readonly Tool[]
  /** Empty where it gives none. */
  readonly instructions: string
}

/** The pins of one server, by what they are about. */
export interface ServerPins {
  readonly tools: ReadonlyMap<string, readonly Pin[]>
  readonly instructions: readonly Pin[]
}

/** Something that is not what it was when the user accepted it. */
export interface Change {
  /** As the user accepted it, preferably for the same account. */
  readonly before: Pin
  readonly accountId: string
  readonly hash: string
  readonly after: () => PinnedDefinition
}

/** What is to be written so that the pins know of everything in an offer. */
export interface NewPins {
  readonly put: readonly { readonly definition: PinnedDefinition; readonly added: boolean }[]
  readonly drop: readonly Pin[]
}

/** Pure: the pins of a server, found by name. */
export function pinsByName(pins: readonly Pin[]): ServerPins {
  const tools = Map.groupBy(
    pins.filter(({ what }) => what === 'tool'),
    ({ name }) => name,
  )
  return { tools, instructions: pins.filter(({ what }) => what === 'instructions') }
}

/**
 * Pure: what an offer brings that was never seen. All of the first one counts as accepted with its server; a tool that comes later counts as added,
 * and what becomes of it is nobody's change until one of its calls was allowed.
 */
export function newPins({ tools, instructions }: ServerPins, offer: DefinitionSet): NewPins {
  // They are written last: what was written of a first offer before Parley was killed is still part of it.
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
    // One that nobody has used and that is gone again leaves nothing.
    drop: [...tools].flatMap(([name, known]) =>
      listed.has(name) ? [] : known.filter((pin) => pin.added && pin.accountId === offer.accountId),
    ),
  }
}

/** Pure: what in an offer is not what the user accepted. What any account of the server was accepted with counts for all of them. */
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
