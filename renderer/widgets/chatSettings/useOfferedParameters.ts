import type { ModelChoice } from '../../../shared/domain/chat'
import { useTopic } from '../../rpc/useTopic'
import { useKnownModels } from '../models/useKnownModels'
import type { NumericParameter } from './numericParameters'

export interface OfferedParameters {
  readonly reasoning: boolean
  readonly numbers: readonly NumericParameter[]
}

const NONE: OfferedParameters = { reasoning: false, numbers: [] }

/** Returns what can be asked of the chosen model: what it takes, as far as that is known. Nothing where no model answers. */
export function useOfferedParameters(choice: ModelChoice): OfferedParameters {
  const standard = useTopic('models', (models) => models.default)
  const known = useKnownModels()
  const model = choice === 'default' ? standard : choice
  if (model === undefined || model === 'none') return NONE
  const facts = known?.models[model]
  return {
    reasoning: facts?.thinks !== false,
    numbers: facts?.temperature === false ? ['maxOutputTokens'] : ['temperature', 'maxOutputTokens'],
  }
}
