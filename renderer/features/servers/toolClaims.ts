import type { ToolAnnotations } from '../../../shared/domain/catalog'

export interface Claim {
  readonly words: string
  readonly danger: boolean
}

/** Pure: what a server says of its own tool, in Parley's words. Nothing is said where the server says nothing. */
export function toolClaims(annotations: ToolAnnotations | undefined): readonly Claim[] {
  if (annotations?.readOnlyHint === true) return [{ words: 'Reads only', danger: false }]
  if (annotations?.destructiveHint === true) return [{ words: 'Can destroy', danger: true }]
  if (annotations?.readOnlyHint === false) return [{ words: 'Changes data', danger: false }]
  return []
}
