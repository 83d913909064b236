import type { ToolAnnotations } from './catalog'

/** What a server says about what its tool changes. `unsaidDestroys`: it leaves out whether that destroys data, and the worst counts. */
export type ChangeClaim = 'readOnly' | 'changes' | 'mayDestroy' | 'unsaidDestroys'

/**
 * Pure: what a server says about what its tool changes. Empty where it says nothing of it. What it does not claim is no claim. Where it says two
 * things that do not go together, both are there.
 */
export function changeClaims({ readOnlyHint, destructiveHint }: ToolAnnotations = {}): readonly ChangeClaim[] {
  if (readOnlyHint === true) return destructiveHint === true ? ['readOnly', 'mayDestroy'] : ['readOnly']
  if (destructiveHint === true) return ['mayDestroy']
  if (destructiveHint === false) return ['changes']
  return readOnlyHint === false ? ['changes', 'unsaidDestroys'] : []
}
