import type { TextStreamPart, ToolSet } from 'ai'
import { JsonObject } from '../../shared/lib/jsonSchema'
import { tokensOf } from '../models/compatible/tokensOf'
import { answerEnding, type Finish } from './stream/answerEnding'
import { forModel, WantedBack, type ForModel } from './stream/wantedBack'
import { ThinkTagParser, type AnswerPiece } from './thinkTagParser'
import type { ModelEvent } from './turnLoop'

export type StreamPart = TextStreamPart<ToolSet>

/** Reads one streamed answer of a model as events of a turn. */
export class ModelStreamReader {
  readonly #modelName: string
  /** By the block of text in which they may stand. */
  readonly #tags = new Map<string, ThinkTagParser>()
  readonly #thinking = new Set<string>()
  readonly #wantedBack = new WantedBack()
  /** The names of the tools whose arguments are being written, by the id of the call. */
  readonly #written = new Map<string, string>()
  #said = false
  #thought = false

  constructor(modelName: string) {
    this.#modelName = modelName
  }

  /** @throws {AppError} when the answer ends without being complete. */
  events(part: StreamPart): readonly ModelEvent[] {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#wantedBack.add(part)
        return []
      case 'text-delta':
        this.#wantedBack.add(part)
        return this.#text(part.id, this.#tagsOf(part.id).push(part.text))
      case 'reasoning-delta':
        this.#wantedBack.add(part)
        this.#thought = true
        return part.text === '' ? [] : [{ type: 'reasoning', block: part.id, text: part.text }]
      case 'text-end':
        return this.#endText(part.id, this.#wantedBack.end(part))
      case 'reasoning-end':
        return [{ type: 'blockEnded', kind: 'reasoning', block: part.id, ...this.#wantedBack.end(part) }]
      case 'tool-input-start':
        if (part.providerExecuted) return []
        this.#written.set(part.id, part.toolName)
        return [callInput(part.id, part.toolName, '')]
      case 'tool-input-delta': {
        const toolName = this.#written.get(part.id)
        return toolName === undefined ? [] : [callInput(part.id, toolName, part.delta)]
      }
      case 'tool-call':
        this.#said = true
        this.#written.delete(part.toolCallId)
        return part.providerExecuted ? [] : [callOf(part)]
      case 'finish-step':
        return usedOf(part.usage)
      case 'finish':
        return this.#finish(part)
      default:
        // Sources, files and other parts from providers are not part of a conversation yet.
        return []
    }
  }

  #tagsOf(block: string): ThinkTagParser {
    const known = this.#tags.get(block)
    if (known) return known
    const tags = new ThinkTagParser()
    this.#tags.set(block, tags)
    return tags
  }

  #text(block: string, pieces: readonly AnswerPiece[]): readonly ModelEvent[] {
    const events: ModelEvent[] = []
    for (const { kind, text } of pieces) {
      if (kind === 'reasoning') {
        this.#thought = true
        this.#thinking.add(block)
      } else {
        this.#said ||= text.trim() !== ''
        events.push(...this.#endThinking(block))
      }
      events.push({ type: kind, block: kind === 'text' ? block : thoughtIn(block), text })
    }
    return events
  }

  #endText(block: string, wanted: ForModel): readonly ModelEvent[] {
    const tags = this.#tagsOf(block)
    const events = [...this.#text(block, tags.end()), ...this.#endThinking(block)]
    this.#tags.delete(block)
    // What the provider wants back stands for the text as it sent it.
    return [...events, { type: 'blockEnded', kind: 'text', block, ...(!tags.thought && wanted) }]
  }

  #endThinking(block: string): readonly ModelEvent[] {
    return this.#thinking.delete(block) ? [{ type: 'blockEnded', kind: 'reasoning', block: thoughtIn(block) }] : []
  }

  #finish(finish: Finish): readonly ModelEvent[] {
    const { notice, failure } = answerEnding(finish, { said: this.#said, thought: this.#thought }, this.#modelName)
    if (failure) throw failure
    return notice ? [{ type: 'notice', error: notice.toData() }] : []
  }
}

const thoughtIn = (block: string): string => `${block} <think>`

function usedOf(usage: unknown): readonly ModelEvent[] {
  const tokens = tokensOf(usage)
  return tokens ? [{ type: 'used', tokens }] : []
}

function callInput(modelCallId: string, modelToolName: string, text: string): ModelEvent {
  return { type: 'callInput', modelCallId, modelToolName, text }
}

function callOf(part: Extract<StreamPart, { type: 'tool-call' }>): ModelEvent {
  const input: unknown = part.input
  const read = JsonObject.safeParse(input)
  return {
    type: 'call',
    modelCallId: part.toolCallId,
    modelToolName: part.toolName,
    arguments: read.success ? read.data : {},
    ...(!read.success && { argumentsText: typeof input === 'string' ? input : JSON.stringify(input) }),
    ...forModel(part.providerMetadata),
  }
}
