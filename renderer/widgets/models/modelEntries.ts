import type { ModelRef } from '../../../shared/domain/ids'
import { modelName } from '../../../shared/domain/models/modelName'
import type { KnownModels, ModelFacts, Models } from '../../../shared/domain/models/modelProvider'

/** What the list of models is narrowed to. */
export type ModelFilter = 'all' | 'sees' | 'tools' | 'onThisComputer'

/** One model in the list. */
export interface ModelEntry {
  readonly ref: ModelRef
  readonly name: string
  readonly provider: string
  readonly facts: ModelFacts
  readonly onThisComputer: boolean
  readonly favourite: boolean
  readonly forbidden: boolean
  /** Whether its provider no longer has it. */
  readonly gone: boolean
}

export type ModelSection = { readonly of: 'recent' } | { readonly of: 'provider'; readonly name: string; readonly onThisComputer: boolean }

export interface ModelGroup {
  readonly section: ModelSection
  readonly entries: readonly ModelEntry[]
}

export interface ModelSources {
  readonly models: Models
  readonly known: KnownModels | undefined
  /** The latest models, the latest first. */
  readonly recent: readonly ModelRef[]
  /** The model that is chosen now. */
  readonly chosen: ModelRef | undefined
}

/**
 * Pure: returns the models in groups: the chosen one, favourites and recent ones first, then the others of each provider. With words or a
 * filter there are only the groups of the providers. A model must contain every word, in its name or its provider's.
 */
export function modelGroups(sources: ModelSources, query: string, filter: ModelFilter): readonly ModelGroup[] {
  const { models, known, recent, chosen } = sources
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const favourites = new Set(models.favourites)
  const entries = new Map<ModelRef, ModelEntry>()
  const groups = models.providers.map((provider): ModelGroup => {
    const forbidden = new Set(provider.forbidden)
    const onThisComputer = provider.onThisComputer === true
    const all = provider.models.map((ref): ModelEntry => {
      const entry = {
        ref,
        name: modelName(ref),
        provider: provider.name,
        facts: known?.models[ref] ?? {},
        onThisComputer,
        favourite: favourites.has(ref),
        forbidden: forbidden.has(ref),
        gone: false,
      }
      entries.set(ref, entry)
      return entry
    })
    return {
      section: { of: 'provider', name: provider.name, onThisComputer },
      entries: all.filter((entry) => passes(entry, filter) && matches(entry, words)),
    }
  })
  const found = groups.filter((group) => group.entries.length > 0)
  if (words.length > 0 || filter !== 'all') return found
  const first = [...new Set([...(chosen === undefined ? [] : [chosen]), ...(models.favourites ?? []), ...recent])].flatMap(
    (ref) => entries.get(ref) ?? (ref === chosen ? [goneEntry(ref)] : []),
  )
  if (first.length === 0) return found
  const above = new Set(first.map(({ ref }) => ref))
  const rest = found.map((group) => ({ ...group, entries: group.entries.filter(({ ref }) => !above.has(ref)) }))
  return [{ section: { of: 'recent' }, entries: first }, ...rest.filter((group) => group.entries.length > 0)]
}

function passes({ facts, onThisComputer }: ModelEntry, filter: ModelFilter): boolean {
  if (filter === 'onThisComputer') return onThisComputer
  return filter === 'all' || facts[filter] === true
}

function matches({ name, provider }: ModelEntry, words: readonly string[]): boolean {
  const text = `${name} ${provider}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

function goneEntry(ref: ModelRef): ModelEntry {
  const provider = ref.slice(0, ref.indexOf('/'))
  return { ref, name: modelName(ref), provider, facts: {}, onThisComputer: false, favourite: false, forbidden: false, gone: true }
}
