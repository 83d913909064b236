import type { ToolAnnotations } from '../../../shared/domain/catalog'
import { toolHints } from '../../../shared/domain/toolHints'

/** What a server claims about its own tool. */
export type Claim = 'readsOnly' | 'changes' | 'destroys'

/**
 * Pure: returns a server's claims about its own tool. Without hints there are none. If it gives only some hints, the worst case fills in
 * the rest.
 */
export function toolClaims(annotations: ToolAnnotations | undefined): readonly Claim[] {
  if (annotations?.readOnlyHint === undefined && annotations?.destructiveHint === undefined) return []
  const { readOnly, destructive } = toolHints(annotations)
  if (readOnly) return ['readsOnly']
  return [destructive ? 'destroys' : 'changes']
}
