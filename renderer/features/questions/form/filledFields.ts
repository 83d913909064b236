import type { Question } from '../../../../shared/domain/question'
import { isRecord } from '../../../../shared/lib/json'
import { readFormDraft } from './formAnswers'

/** Pure: how many fields of a form a person has filled in so far; 0 where they have not begun. */
export function filledFields({ details, draft }: Question): number {
  if (details.kind !== 'form' || !isRecord(draft)) return 0
  const entries = readFormDraft(details.fields, draft)
  return details.fields.filter(({ key }) => {
    const entry = Object.hasOwn(entries, key) ? entries[key] : undefined
    return typeof entry === 'string' ? entry.trim() !== '' : typeof entry === 'boolean' || (entry !== undefined && entry.length > 0)
  }).length
}
