import type { PolicyFile } from '../../shared/domain/policy'
import { canonicalJson } from '../../shared/lib/json'

/** What one file fixes, with its folders as whole paths. */
export type PolicySheet = Omit<PolicyFile, '$schema'>

/** What is fixed here: one sheet for each file. Everything that is decided asks every sheet, so that the strictest one counts. */
export interface Policy {
  readonly sheets: readonly PolicySheet[]
}

/** The policy that fixes nothing. */
export const openPolicy: Policy = { sheets: [] }

/** Pure: a policy that allows only what both allow, part by part. In whatever order, and however often, it comes to the same. */
export function stricter(a: Policy, b: Policy): Policy {
  const byText = new Map([...a.sheets, ...b.sheets].map((sheet) => [canonicalJson(sheet), sheet]))
  return { sheets: [...byText.keys()].toSorted().flatMap((text) => byText.get(text) ?? []) }
}
