import type { ModelRef } from '../../shared/domain/ids'
import type { Models } from '../../shared/domain/model'

/**
 * Pure: the user's models, the one to propose first. The server's hints are tried in its order, each as a part of a model's name;
 * then comes the default. Its priorities for cost, speed and intelligence are not used: Parley does not know them of any model.
 */
export function chooseModel(models: Models, hints: readonly string[]): readonly ModelRef[] {
  const all = models.providers.flatMap((provider) => provider.models)
  const hinted = hints.flatMap((hint) => all.filter((ref) => isNamed(ref, hint)))
  const usual = all.filter((ref) => ref === models.default)
  return [...new Set([...hinted, ...usual, ...all])]
}

function isNamed(ref: ModelRef, hint: string): boolean {
  const part = hint.trim().toLowerCase()
  return part !== '' && ref.toLowerCase().includes(part)
}
