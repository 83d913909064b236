import type { Tool } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import { misfitMessage, type SchemaMisfit } from '../../shared/domain/schemaMisfit'
import type { StructuredVerdict, ToolResult } from '../../shared/domain/toolResult'
import { isParsedJson, isParsedObject, type JsonObject } from '../../shared/lib/json'
import { jsonBytes } from '../lib/jsonSize'
import type { Message } from '../../shared/i18n/message'
import { readBlock } from './parseContentBlock'

const MISFITS_TOLD = 5

/** The part of the schema worker that checks results. */
export interface StructuredContentChecker {
  check(
    serverId: ServerId,
    schema: JsonObject,
    value: unknown,
    signal: AbortSignal,
  ): Promise<
    | { readonly verdict: 'valid' }
    | { readonly verdict: 'invalid'; readonly misfits: readonly SchemaMisfit[] }
    | { readonly verdict: 'unverifiable'; readonly reason: Message }
  >
}

/** Reads the result of a tool. The tool has run, so nothing is discarded. A result that does not match its own schema is marked. */
export async function parseToolResult(
  raw: Readonly<Record<string, unknown>>,
  tool: Tool,
  { serverId, checker }: { readonly serverId: ServerId; readonly checker: StructuredContentChecker },
  signal: AbortSignal,
): Promise<ToolResult> {
  const isError = raw['isError'] === true
  const structured = raw['structuredContent']
  const judged = isError ? ({ structured: 'noSchema' } as const) : await judge(structured, tool, { serverId, checker }, signal)
  return {
    content: Array.isArray(raw['content']) ? raw['content'].map(readBlock) : [],
    ...(isParsedJson(structured) && { structuredContent: structured }),
    ...judged,
    isError,
    bytes: jsonBytes(raw),
    ...(tool.ui && isParsedObject(raw) && { raw }),
  }
}

async function judge(
  value: unknown,
  tool: Tool,
  { serverId, checker }: { readonly serverId: ServerId; readonly checker: StructuredContentChecker },
  signal: AbortSignal,
): Promise<{ readonly structured: StructuredVerdict; readonly structuredReason?: Message }> {
  if (!tool.outputSchema) return { structured: 'noSchema' }
  if (value === undefined) return { structured: 'missing', structuredReason: { id: 'errors.parsing.noStructuredContent' } }
  const found = await checker.check(serverId, tool.outputSchema, value, signal)
  if (found.verdict === 'valid') return { structured: 'matches' }
  if (found.verdict === 'invalid') {
    const misfits = found.misfits.slice(0, MISFITS_TOLD).map(misfitMessage)
    return { structured: 'doesNotMatch', structuredReason: { id: 'misfits.all', params: { misfits } } }
  }
  return { structured: 'unverifiable', structuredReason: found.reason }
}
