import type { CreateMessageResult, CreateMessageResultWithTools } from '@modelcontextprotocol/client'
import type { SamplingAnswerBlock, SamplingEdit } from '../../shared/domain/sampling'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'

export type SamplingResult = CreateMessageResult | CreateMessageResultWithTools

/** A person's answer: blocks, or only text. */
interface Given {
  readonly content?: readonly SamplingAnswerBlock[] | undefined
  readonly text?: string | undefined
}

/** Pure: the blocks to send to the server: the person's, or else the model's unchanged. */
export function blocksOf({ content, text }: Given, written: readonly SamplingAnswerBlock[] = []): readonly SamplingAnswerBlock[] {
  if (content) return content.filter((block) => block.type === 'tool_use' || block.text !== '')
  return text === undefined ? written : text === '' ? [] : [{ type: 'text', text }]
}

/** Pure: checks an answer. @throws {AppError} INVALID_INPUT if it is empty, or calls a tool that the request does not have */
export function checkAnswer(blocks: readonly SamplingAnswerBlock[], asked: Pick<SamplingEdit, 'tools' | 'toolChoice'>): void {
  if (blocks.length === 0) throw new AppError('INVALID_INPUT', { reason: 'sampling.emptyAnswer' })
  const uses = blocks.filter((block) => block.type === 'tool_use')
  const strange = uses.find(({ name }) => !asked.tools?.some((tool) => tool.name === name))
  if (strange) {
    throw new AppError('INVALID_INPUT', { reason: 'sampling.strangeTool', params: { tool: strange.name } })
  }
  if (new Set(uses.map(({ id }) => id)).size < uses.length) throw new AppError('INVALID_INPUT', { reason: 'sampling.twoCallsOneId' })
}

/**
 * Pure: the answer in the protocol's format. For a request without tools it is one block, as in every version since the first; with tools,
 * a list. The server runs its tool calls itself. Spec: schema.ts, CreateMessageResult.
 */
export function toCreateMessageResult(
  blocks: readonly SamplingAnswerBlock[],
  { model, stopReason, hasTools }: { readonly model: string; readonly stopReason: string; readonly hasTools: boolean },
): SamplingResult {
  const calls = blocks.some(({ type }) => type === 'tool_use')
  const reason = calls ? 'toolUse' : stopReason === 'toolUse' ? 'endTurn' : stopReason
  if (hasTools) return { role: 'assistant', content: blocks.map(plain), model, stopReason: reason }
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
  return { role: 'assistant', content: { type: 'text', text }, model, stopReason: reason }
}

function plain(block: SamplingAnswerBlock) {
  return block.type === 'text'
    ? { type: block.type, text: block.text }
    : { type: block.type, id: block.id, name: block.name, input: copied(block.input) }
}

function copied(input: JsonObject): Record<string, unknown> {
  return { ...input }
}

/** Pure: the stop reason in the protocol's terms. */
export function protocolStopReason(reason: string): string {
  switch (reason) {
    case 'stop':
      return 'endTurn'
    case 'length':
      return 'maxTokens'
    case 'tool-calls':
      return 'toolUse'
    default:
      return reason
  }
}

/** Pure: replaces ids that the request already uses, because small models start again at one with each answer. */
export function freshIds(
  blocks: readonly SamplingAnswerBlock[],
  taken: ReadonlySet<string>,
  newId: () => string,
): readonly SamplingAnswerBlock[] {
  const used = new Set(taken)
  return blocks.map((block) => {
    if (block.type === 'text') return block
    const id = block.id === '' || block.id.length > 200 || used.has(block.id) ? newId() : block.id
    used.add(id)
    return { ...block, id }
  })
}
