import type { DefinitionChange } from '../../shared/domain/definitionChange'
import type { ChangedDetails } from '../../shared/domain/question'
import { jsonBytes } from '../lib/jsonSize'
import type { Change } from './compareDefinitions'

/** As many changes as a person can review in one dialog. The rest is asked about afterwards. */
const SHOWN_AT_ONCE = 20
const SHOWN_BYTES = 256 * 1024

/** Returns what one dialog shows of the changes that are open, always at least one, and how many are left. */
export function changesShown(open: readonly Change[], describe: (change: Change) => DefinitionChange): ChangedDetails {
  const changes: DefinitionChange[] = []
  let bytes = 0
  for (const change of open.slice(0, SHOWN_AT_ONCE)) {
    const next = describe(change)
    bytes += jsonBytes(next)
    if (changes.length > 0 && bytes > SHOWN_BYTES) break
    changes.push(next)
  }
  return { kind: 'changed', changes, more: open.length - changes.length }
}
