import type { Why } from '../../shared/domain/chat'
import type { Tool } from '../../shared/domain/catalog'
import type { JsonObject } from '../../shared/lib/json'
import type { JsonValue } from '../../shared/lib/json'
import type { ToolResult } from '../../shared/domain/toolResult'
import { jsonBytes } from '../lib/jsonSize'

/** A tool that Parley itself offers a model. It reads what the conversation has already, and changes nothing. */
export interface OwnTool {
  /** What models call it. */
  readonly name: string
  readonly tool: Tool
  /**
   * Answers a call whose arguments fit the tool.
   * @throws {AppError} what the model is told
   */
  readonly run: (args: JsonObject, signal: AbortSignal) => Promise<ToolResult>
}

/** The most that one answer has of what servers wrote, in UTF-16 code units: it is never so long that it is cut itself. */
export const OWN_TOOLS_CHARACTERS = 30_000

/** Why calls of Parley's own tools run. */
export const ownToolRuns: Why = { by: 'ownTool', reason: { id: 'approvals.why.ownTool' } }

/** Pure: the result of a tool of Parley's own, which the model reads as JSON. */
export function jsonResult(value: JsonValue): ToolResult {
  const result = { content: [], structuredContent: value, structured: 'noSchema', isError: false } as const
  return { ...result, bytes: jsonBytes(result) }
}
