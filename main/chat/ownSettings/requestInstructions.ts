import type { Limits } from '../../../shared/domain/defaultLimits'
import type { EffectiveSettings } from '../../../shared/domain/projects/effectiveSettings'
import { personInstructions } from '../../instructions/personInstructions'
import { systemPrompt } from '../systemPrompt'
import type { TurnTools } from '../turnTools'

/** Returns the system instructions of the next request of a conversation, with what counts in it. `searched`: its model finds tools by a search. */
export function requestInstructions(
  tools: Pick<TurnTools, 'notes'>,
  settings: EffectiveSettings,
  { descriptionBytes }: Pick<Limits, 'descriptionBytes'>,
  searched: boolean,
): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return systemPrompt(tools.notes(settings), descriptionBytes, { searched, person: personInstructions(settings, timeZone) })
}
