import type { ModelRef } from '../../../../shared/domain/ids'
import { modelTier } from '../../../../shared/sampling/modelTier'
import type { SamplingDetails } from '../../../../shared/domain/question'

/** Pure: a model without its provider. */
export function modelName(ref: ModelRef): string {
  return ref.slice(ref.indexOf('/') + 1)
}

/** Pure: what a model's name suggests, for the list of models; nothing for a name that says nothing. */
export function describeTier(ref: ModelRef): string | undefined {
  const tier = modelTier(modelName(ref))
  if (tier === 'usual') return undefined
  return tier === 'quick' ? 'quick and cheap, by its name' : 'clever and dear, by its name'
}

/** Pure: why Parley proposes this model, after what the server would like; undefined where that says it all. */
export function describeModelReason({ chosenBy }: SamplingDetails): string | undefined {
  if (!chosenBy) return undefined
  const { by, heldBack } = chosenBy
  if (heldBack) return `Parley does not take ${modelName(heldBack)} on a server’s word: by its name it is dearer than your own.`
  if (by === 'likeHint') return 'You have none of that name; this one is like it, by its name.'
  if (by === 'priorities') return 'Chosen by what the names of your models suggest.'
  return by === 'user' ? 'You have none like that.' : undefined
}

/** Pure: what the server cares for: "cheap, and then clever"; undefined where it does not say. */
export function describePriority({ priorities }: SamplingDetails): string | undefined {
  const { cost = 0, speed = 0, intelligence = 0 } = priorities ?? {}
  const named = [
    { word: 'cheap', weight: cost },
    { word: 'quick', weight: speed },
    { word: 'clever', weight: intelligence },
  ]
  const wanted = named.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  if (wanted.length === 0) return undefined
  return `one that is ${wanted.map(({ word, weight }) => `${word} (${weight})`).join(', ')}`
}
