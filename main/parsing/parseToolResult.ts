import type { Tool } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import type { ContentBlock, StructuredVerdict, ToolResult } from '../../shared/domain/toolResult'
import { isParsedJson, isRecord, type JsonObject } from '../../shared/lib/json'
import { jsonBytes } from '../lib/jsonSize'
import { parseAnnotations } from './parseAnnotations'
import { text } from './parseTool'
import type { Message } from '../../shared/messages/message'

/** The part of the schema worker that checks results. */
export interface StructuredContentChecker {
  check(
    serverId: ServerId,
    schema: JsonObject,
    value: unknown,
    signal: AbortSignal,
  ): Promise<
    | { readonly verdict: 'valid' }
    | { readonly verdict: 'invalid'; readonly errors: readonly string[] }
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
    const said = found.errors.slice(0, 5).join('; ')
    return { structured: 'doesNotMatch', structuredReason: { id: 'json.issue.said', params: { said } } }
  }
  return { structured: 'unverifiable', structuredReason: found.reason }
}

/** Reads one block of content. An unknown block is kept unchanged. */
export function readBlock(raw: unknown): ContentBlock {
  const block = isRecord(raw) ? readKnown(raw) : undefined
  return (
    block ?? {
      type: 'unknown',
      kind: isRecord(raw) ? (text(raw['type']) ?? '').slice(0, 100) : typeof raw,
      json: isParsedJson(raw) ? raw : null,
    }
  )
}

function readKnown(raw: Readonly<Record<string, unknown>>): ContentBlock | undefined {
  const { type, data } = raw
  const mimeType = text(raw['mimeType'])
  const annotated = parseAnnotations(raw['annotations'])
  if (type === 'text' && typeof raw['text'] === 'string') return { type, text: raw['text'], ...annotated }
  if ((type === 'image' || type === 'audio') && typeof data === 'string' && mimeType !== undefined)
    return { type, data, mimeType, ...annotated }
  const block = type === 'resource_link' ? readLink(raw) : type === 'resource' ? readResource(raw['resource']) : undefined
  return block && { ...block, ...annotated }
}

function readLink(raw: Readonly<Record<string, unknown>>): ContentBlock | undefined {
  const uri = text(raw['uri'])
  if (uri === undefined) return undefined
  const title = text(raw['title'])
  const description = text(raw['description'])
  const mimeType = text(raw['mimeType'])
  return {
    type: 'resource_link',
    uri,
    name: text(raw['name']) ?? uri,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(typeof raw['size'] === 'number' && { size: raw['size'] }),
  }
}

function readResource(raw: unknown): ContentBlock | undefined {
  if (!isRecord(raw)) return undefined
  const uri = text(raw['uri'])
  const body = text(raw['text'])
  const blob = text(raw['blob'])
  const mimeType = text(raw['mimeType'])
  if (uri === undefined || (body === undefined && blob === undefined)) return undefined
  return {
    type: 'resource',
    uri,
    ...(mimeType !== undefined && { mimeType }),
    ...(body !== undefined && { text: body }),
    ...(blob !== undefined && { blob }),
  }
}
