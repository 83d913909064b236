import type { Question } from '../../../../shared/domain/question'
import { isRecord } from '../../../../shared/lib/json'
import { translator } from '../../../i18n/t'
import { readFormDraft } from './formDraft'

/** Counts the fields of a form that the person has filled in so far. Returns 0 when they have not started. */
export function countFilledFields({ details, draft }: Question): number {
  if (details.kind !== 'form' || !isRecord(draft)) return 0
  const entries = readFormDraft(details.fields, draft, translator().locale)
  return details.fields.filter(({ key }) => {
    const entry = Object.hasOwn(entries, key) ? entries[key] : undefined
    return typeof entry === 'string' ? entry.trim() !== '' : typeof entry === 'boolean' || (entry !== undefined && entry.length > 0)
  }).length
}
