import type { ToolAnnotations } from '../../../shared/domain/catalog'
import { toolHints } from '../../../shared/domain/toolHints'

export interface Claim {
  readonly words: string
  readonly danger: boolean
}

/** Pure: what a server says of its own tool, in Parley's words. Nothing is said where the server says nothing; what it leaves out is the worst. */
export function toolClaims(annotations: ToolAnnotations | undefined): readonly Claim[] {
  if (annotations?.readOnlyHint === undefined && annotations?.destructiveHint === undefined) return []
  const { readOnly, destructive } = toolHints(annotations)
  if (readOnly) return [{ words: 'Reads only', danger: false }]
  return destructive ? [{ words: 'Can destroy', danger: true }] : [{ words: 'Changes data', danger: false }]
}
