import type { ToolAnnotations } from './catalog'

/** What to reckon with when a tool runs. */
export interface ToolHints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

/**
 * Pure: what a server says of its tool, with the worst for everything that it does not say. Whether it destroys or may be repeated means
 * something only for a tool that changes things. Spec: schema.ts, ToolAnnotations.
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
