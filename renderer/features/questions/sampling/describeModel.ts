import type { ModelRef } from '../../../../shared/domain/ids'
import { t, translator } from '../../../i18n/t'
import { modelTier } from '../../../../shared/sampling/modelTier'
import type { SamplingDetails } from '../../../../shared/domain/question'
import { modelName } from '../../../../shared/domain/models/modelName'

/** Pure: describes what a model's name suggests, for the list of models. Returns undefined when the name suggests nothing. */
export function describeTier(ref: ModelRef): string | undefined {
  const tier = modelTier(modelName(ref))
  if (tier === 'usual') return undefined
  return tier === 'quick' ? t('sampling.tier.quick') : t('sampling.tier.clever')
}

/** Pure: says why Parley proposes this model, after the server's preferences. Returns undefined when they already explain it. */
export function describeModelReason({ chosenBy }: SamplingDetails): string | undefined {
  if (!chosenBy) return undefined
  const { by, heldBack } = chosenBy
  if (heldBack) return t('sampling.reason.heldBack', { model: modelName(heldBack) })
  if (by === 'likeHint') return t('sampling.reason.likeHint')
  if (by === 'priorities') return t('sampling.reason.priorities')
  return by === 'user' ? t('sampling.reason.user') : undefined
}

/** Pure: describes the server's priorities: "cheap, and then clever". Returns undefined when it gives none. */
export function describePriority({ priorities }: SamplingDetails): string | undefined {
  const { cost = 0, speed = 0, intelligence = 0 } = priorities ?? {}
  const named = [
    { id: 'sampling.wish.cheap', weight: cost },
    { id: 'sampling.wish.quick', weight: speed },
    { id: 'sampling.wish.clever', weight: intelligence },
  ] as const
  const wanted = named.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  if (wanted.length === 0) return undefined
  return t('sampling.wish', {
    kinds: translator().list(
      wanted.map(({ id, weight }) => t(id, { weight })),
      'unit',
    ),
  })
}
