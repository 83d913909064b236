import type { ToolAnnotations } from './catalog'

/** The effects to expect when a tool runs. */
export interface ToolHints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

/**
 * Pure: the server's hints about its tool, with the worst case for every missing hint. The hints "destructive" and "idempotent" apply only
 * to a tool that changes things. Spec: schema.ts, ToolAnnotations.
 */
export function toolHints(annotations: ToolAnnotations = {}): ToolHints {
  const readOnly = annotations.readOnlyHint === true
  return {
    readOnly,
    destructive: !readOnly && annotations.destructiveHint !== false,
    idempotent: readOnly || annotations.idempotentHint === true,
    openWorld: annotations.openWorldHint !== false,
  }
}
