import { estimateTokens } from '../../shared/context/estimateTokens'
import type { Call, Part } from '../../shared/domain/chat'
import type { LargestResult } from '../../shared/domain/usage/context'
import { resultHandle } from '../../shared/domain/ownTool'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import type { AttachedFile } from '../../shared/files/attachedFile'
import { resultForModel, type ModelOutput } from '../tools/resultForModel'

/** What one part of a message takes in a request, in tokens. Files are told apart: what they take depends on the model. */
export interface PartEstimate {
  readonly history: number
  readonly attachments: number
  readonly attached: number
  readonly results: number
  readonly calls: number
  /** Pictures in results. */
  readonly pictures: number
  readonly files: readonly AttachedFile[]
  /** A result of which the model gets the beginning, and reads on with tools of Parley's own. */
  readonly long?: boolean
  readonly largest?: LargestResult | undefined
}

export const NOTHING: PartEstimate = { history: 0, attachments: 0, attached: 0, results: 0, calls: 0, pictures: 0, files: [] }

/** What surrounds a message, a call or a result in a request: roles, ids, names. */
const AROUND = 6
/** A picture of usual size. Source: Anthropic, Vision, "Evaluate image size" (docs.claude.com): width × height / 750, at most about 1,600. */
export const PICTURE_TOKENS = 1_500

/**
 * Pure: estimates what one part takes in the next request. Reasoning takes nothing: providers leave out that of earlier answers.
 * @param copyForModel the copy of a call's result that the model gets.
 */
export function estimatePart(part: Part, copyForModel: (call: Call) => ToolResult | undefined): PartEstimate {
  switch (part.kind) {
    case 'text':
      return { ...NOTHING, history: estimateTokens(part.text) + AROUND }
    case 'call':
      return estimateCall(part.call, copyForModel(part.call))
    case 'attachment':
      return { ...NOTHING, attachments: part.content.reduce((sum, block) => sum + estimateBlock(block), AROUND), attached: 1 }
    case 'file':
      return { ...NOTHING, files: [part.file], attached: 1 }
    case 'steering': {
      const said = { ...NOTHING, history: estimateTokens(part.text) + AROUND }
      return part.attached.reduce((sum, one) => addEstimates(sum, estimatePart(one, copyForModel)), said)
    }
    default:
      return NOTHING
  }
}

/** Pure: adds up two estimates. */
export function addEstimates(one: PartEstimate, other: PartEstimate): PartEstimate {
  return {
    history: one.history + other.history,
    attachments: one.attachments + other.attachments,
    attached: one.attached + other.attached,
    results: one.results + other.results,
    calls: one.calls + other.calls,
    pictures: one.pictures + other.pictures,
    files: other.files.length === 0 ? one.files : [...one.files, ...other.files],
    ...((one.long || other.long) && { long: true }),
    largest: (other.largest?.tokens ?? 0) > (one.largest?.tokens ?? 0) ? other.largest : one.largest,
  }
}

function estimateCall(call: Call, result: ToolResult | undefined): PartEstimate {
  const asked = estimateTokens(`${call.serverId} ${call.tool} ${JSON.stringify(call.asked)}`) + AROUND
  if (!result) return { ...NOTHING, history: asked + AROUND, calls: 1 }
  const output = resultForModel(result, { pictures: 'nowhere', remarks: [], handle: resultHandle(call.id) })
  const tokens = textsOf(output).reduce((sum, text) => sum + estimateTokens(text), AROUND)
  const pictures = result.content.filter(({ type }) => type === 'image').length
  return {
    ...NOTHING,
    history: asked,
    results: tokens,
    calls: 1,
    pictures,
    largest: { tool: call.tool, tokens },
    ...(result.long && { long: true }),
  }
}

function textsOf(output: ModelOutput): readonly string[] {
  if (output.type === 'content') return output.value.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))
  return output.type === 'text' || output.type === 'error-text' ? [output.value] : []
}

function estimateBlock(block: ContentBlock): number {
  if (block.type === 'text') return estimateTokens(block.text)
  if (block.type === 'resource') return block.text === undefined ? 0 : estimateTokens(block.text)
  return block.type === 'image' ? PICTURE_TOKENS : 0
}
