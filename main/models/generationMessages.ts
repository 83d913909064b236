import type { AssistantModelMessage, ModelMessage, ToolModelMessage, UserModelMessage } from 'ai'
import type { SamplingBlock, SamplingMessage } from '../../shared/domain/sampling'
import { isMedia, type Media } from '../../shared/sampling/samplingMedia'
import { isRecord } from '../../shared/lib/json'
import type { GenerationToolNames } from './generationToolNames'

type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number]
type UserPart = Exclude<UserModelMessage['content'], string>[number]
type ToolResult = Extract<SamplingBlock, { type: 'tool_result' }>
type ToolPart = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>

/**
 * Pure: converts the messages of one request to the format of the `ai` library. Tool results become text, plus images if the endpoint
 * accepts them in results.
 */
export function generationMessages(
  messages: readonly SamplingMessage[],
  names: GenerationToolNames,
  imagesInResults: boolean,
): readonly ModelMessage[] {
  const used = new Map<string, string>()
  return messages.map(({ role, content }): ModelMessage => {
    if (role === 'assistant') return { role, content: plainOr(content.flatMap((block) => assistantPart(block, names, used))) }
    const results = content.flatMap((block) => resultPart(block, names, used, imagesInResults))
    if (results.length > 0) return { role: 'tool', content: results }
    return { role, content: plainOr(content.flatMap(userPart)) }
  })
}

/** Plain text stays a string, because not every endpoint accepts a list. */
function plainOr<P extends { readonly type: string }>(parts: P[]): string | P[] {
  const texts = parts.flatMap((part) => ('text' in part && part.type === 'text' ? [String(part.text)] : []))
  return texts.length === parts.length ? texts.join('\n\n') : parts
}

function userPart(block: SamplingBlock): UserPart[] {
  if (isMedia(block)) return [filePart(block)]
  return block.type === 'text' ? [{ type: 'text', text: block.text }] : []
}

function assistantPart(block: SamplingBlock, names: GenerationToolNames, used: Map<string, string>): AssistantPart[] {
  if (isMedia(block)) return [filePart(block)]
  if (block.type === 'text') return [{ type: 'text', text: block.text }]
  if (block.type !== 'tool_use') return []
  used.set(block.id, block.name)
  return [{ type: 'tool-call', toolCallId: names.callFor(block.id), toolName: names.toolFor(block.name), input: block.input }]
}

function resultPart(block: SamplingBlock, names: GenerationToolNames, used: ReadonlyMap<string, string>, images: boolean): ToolPart[] {
  if (block.type !== 'tool_result') return []
  const toolName = names.toolFor(used.get(block.toolUseId) ?? '')
  return [{ type: 'tool-result', toolCallId: names.callFor(block.toolUseId), toolName, output: outputOf(block, images) }]
}

function outputOf({ content, structuredContent, isError }: ToolResult, images: boolean): ToolPart['output'] {
  const pieces = content.map((each) =>
    images && isMedia(each) && each.type === 'image' ? filePart(each) : { type: 'text' as const, text: textOf(each) },
  )
  if (pieces.some(({ type }) => type === 'file')) return { type: 'content', value: pieces }
  const structured = content.length === 0 && structuredContent !== undefined ? [JSON.stringify(structuredContent)] : []
  const value = [...pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])), ...structured].join('\n\n')
  return isError === true ? { type: 'error-text', value } : { type: 'text', value }
}

function filePart({ mimeType, data }: Media) {
  return { type: 'file' as const, mediaType: mediaType(mimeType), data: { type: 'data' as const, data } }
}

function textOf(block: unknown): string {
  if (!isRecord(block)) return JSON.stringify(block) ?? ''
  if (typeof block['text'] === 'string') return block['text']
  return isMedia(block) ? `[${block.type} ${block.mimeType}, not shown to you]` : JSON.stringify(block)
}

function mediaType(mimeType: string): string {
  return mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
