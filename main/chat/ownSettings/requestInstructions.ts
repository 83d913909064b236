import type { Limits } from '../../../shared/domain/defaultLimits'
import type { EffectiveSettings } from '../../../shared/domain/projects/effectiveSettings'
import { personInstructions } from '../../instructions/personInstructions'
import type { ToolOffer } from '../../tools/offerTools'
import { systemPrompt } from '../systemPrompt'
import type { TurnTools } from '../turnTools'

/**
 * Returns the system instructions of the next request of a conversation, with what counts in it. What servers say about their tools is left out
 * for a model that gets none.
 */
export function requestInstructions(
  tools: Pick<TurnTools, 'notes'>,
  settings: EffectiveSettings,
  { descriptionBytes }: Pick<Limits, 'descriptionBytes'>,
  { searched, most }: ToolOffer,
): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return systemPrompt(most === 0 ? [] : tools.notes(settings), descriptionBytes, {
    searched,
    person: personInstructions(settings, timeZone),
  })
}
