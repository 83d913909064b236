import type { ToolAnnotations } from '../../../shared/domain/catalog'
import { toolHints } from '../../../shared/domain/toolHints'

/** What a server says of its own tool. */
export type Claim = 'readsOnly' | 'changes' | 'destroys'

/** Pure: what a server says of its own tool. Nothing is said where the server says nothing; what it leaves out is the worst. */
export function toolClaims(annotations: ToolAnnotations | undefined): readonly Claim[] {
  if (annotations?.readOnlyHint === undefined && annotations?.destructiveHint === undefined) return []
  const { readOnly, destructive } = toolHints(annotations)
  if (readOnly) return ['readsOnly']
  return [destructive ? 'destroys' : 'changes']
}
