import type { PolicyFile } from '../../shared/domain/policy'
import { canonicalJson } from '../../shared/lib/json'

/** Everything that one file sets, with absolute folder paths. */
export type PolicySheet = Omit<PolicyFile, '$schema' | 'ignorable'> & {
  /** Set for a file that others than root could have written. */
  readonly isUsers?: true
}

/** The whole policy: one sheet per file. Decisions check every sheet, so the strictest one counts. */
export interface Policy {
  readonly sheets: readonly PolicySheet[]
}

/** A policy without restrictions. */
export const openPolicy: Policy = { sheets: [] }

/** Pure: a policy that allows only what both allow. Order and repetition do not matter. */
export function stricter(a: Policy, b: Policy): Policy {
  const byText = new Map([...a.sheets, ...b.sheets].map((sheet) => [canonicalJson(sheet), sheet]))
  return { sheets: [...byText.keys()].toSorted().flatMap((text) => byText.get(text) ?? []) }
}
