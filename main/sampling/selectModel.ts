import type { ModelRef } from '../../shared/domain/ids'
import type { Models } from '../../shared/domain/models/modelProvider'
import { modelTier, type ModelTier } from '../../shared/sampling/modelTier'
import type { ModelPriorities, ModelReason } from '../../shared/domain/sampling'

/** What a server prefers, and what the user allows it. */
export interface ModelPreferences {
  readonly hints: readonly string[]
  readonly priorities?: ModelPriorities | undefined
  /** The models that the user allows this server; undefined: all. */
  readonly allowed: readonly ModelRef[] | undefined
  /** Whether a model can receive the whole request. */
  readonly fits: (ref: ModelRef) => boolean
}

export interface ModelChoice {
  /** The allowed models, with the one to propose first. */
  readonly models: readonly ModelRef[]
  readonly chosenBy?: ModelReason
}

interface Rated {
  readonly ref: ModelRef
  readonly name: string
  readonly tier: ModelTier
}

/**
 * Pure: the models that a server may use, with the one to propose first. The server's hints count first, in order, each as a part of a
 * name. Then the hints count by kind, so that "haiku" also finds another provider's small model. Then its priorities count, by what the
 * names suggest (`modelTier`), and then the user's default. A server can never select a model that seems more expensive than the user's
 * default, unless the user allowed that model for it by name. Spec: client/sampling, "model preferences".
 */
export function selectModel(models: Models, { hints, priorities, allowed, fits }: ModelPreferences): ModelChoice {
  const mine = models.providers.flatMap((provider) => provider.models)
  const able = (allowed ?? mine).filter((ref) => mine.includes(ref))
  const usual = able.filter((ref) => ref === models.default)
  const rest = [...new Set([...usual, ...able])].toSorted((a, b) => Number(fits(b)) - Number(fits(a)))
  const [standard] = rest
  if (standard === undefined) return { models: [] }
  const ceiling = allowed ? RANK.clever : RANK[modelTier(nameOf(standard))]
  const rated = rest.filter(fits).map((ref) => ({ ref, name: nameOf(ref).toLowerCase(), tier: modelTier(nameOf(ref)) }))
  const within = rated.filter(({ tier }) => RANK[tier] <= ceiling)
  const wanted = bestFor({ hints, priorities }, within)
  const dearer = bestFor({ hints, priorities }, rated)
  const heldBack = dearer && dearer.model.ref !== wanted?.model.ref && RANK[dearer.model.tier] > ceiling ? dearer.model.ref : undefined
  const first = wanted?.model.ref ?? standard
  const hasWish = hints.some((hint) => hint.trim() !== '') || priorities !== undefined
  return {
    models: [first, ...rest.filter((ref) => ref !== first)],
    ...(hasWish && { chosenBy: { ...(wanted?.reason ?? { by: 'user' as const }), ...(heldBack && { heldBack }) } }),
  }
}

const RANK = { quick: 0, usual: 1, clever: 2 } as const satisfies Record<ModelTier, number>

function bestFor(
  { hints, priorities }: Pick<ModelPreferences, 'hints' | 'priorities'>,
  models: readonly Rated[],
): { readonly model: Rated; readonly reason: ModelReason } | undefined {
  const words = hints.map((hint) => hint.trim()).filter((hint) => hint !== '')
  for (const hint of words) {
    const model = preferred(
      models.filter(({ ref, name }) => name.includes(hint.toLowerCase()) || ref.toLowerCase().includes(hint.toLowerCase())),
      priorities,
    )
    if (model) return { model, reason: { by: 'hint', hint } }
  }
  for (const hint of words) {
    const tier = modelTier(hint)
    const model =
      tier === 'usual'
        ? undefined
        : preferred(
            models.filter((each) => each.tier === tier),
            priorities,
          )
    if (model) return { model, reason: { by: 'likeHint', hint } }
  }
  const model = priorities && preferred(models, priorities)
  return model && { model, reason: { by: 'priorities' } }
}

/** The model whose name fits best. On a tie the first one wins, and the user's default is first. */
function preferred(models: readonly Rated[], priorities: ModelPriorities | undefined): Rated | undefined {
  return models.reduce<Rated | undefined>(
    (best, model) => (best && score(best, priorities) >= score(model, priorities) ? best : model),
    undefined,
  )
}

/** A quick model is cheap and fast; a clever one is neither. A name reveals no more. */
function score({ tier }: Rated, { cost = 0, speed = 0, intelligence = 0 }: ModelPriorities = {}): number {
  const clever = RANK[tier] / RANK.clever
  return (cost + speed) * (1 - clever) + intelligence * clever
}

function nameOf(ref: ModelRef): string {
  return ref.slice(ref.indexOf('/') + 1)
}
