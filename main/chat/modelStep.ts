import { experimental_streamTextLowMemory as streamTextOnce, jsonSchema, type LanguageModel, type ModelMessage, type ToolSet } from 'ai'
import type { ModelParameters } from '../../shared/domain/projects/project'
import { AppError } from '../../shared/errors/appError'
import { explainModelError } from '../models/explainModelError'
import { roundedTime } from '../lib/roundedTime'
import { definitionForModel } from '../tools/definitionForModel'
import { endpointOf } from '../tools/schema/endpointOf'
import { schemaRules } from '../tools/schema/schemaRules'
import type { OfferedTool } from '../tools/toolsForModel'
import { ModelStreamReader, type StreamPart } from './modelStreamReader'
import { explainRefusedTool } from './calls/explainRefusedTool'
import { optionsOfLoaded, type LoadedTools } from './calls/loadedTools'
import type { ModelEvent } from './turnLoop'

export interface ModelStep {
  readonly model: LanguageModel
  /** The user's name for the model, for messages about it. */
  readonly modelName: string
  readonly providerName?: string | undefined
  readonly instructions: string
  /** Those that the model takes. */
  readonly parameters?: ModelParameters
  readonly messages: ModelMessage[]
  readonly tools: readonly OfferedTool[]
  /** Those of them that the messages bring along. */
  readonly loaded?: LoadedTools | undefined
  readonly descriptionBytes: number
  /** The same for requests that begin alike, so that they come to where the provider has kept their beginning. */
  readonly cacheKey?: string
  /** How long the endpoint may send nothing at all. */
  readonly quietMs: number
  /** Called when the endpoint has ended the answer, with what it said of it. */
  readonly onFinished?: (said: StepEnd) => void
}

export interface StepEnd {
  readonly finishReason?: string
  readonly responseId?: string
  readonly responseModel?: string
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  readonly cacheReadTokens?: number | undefined
}

/**
 * Streams one request to the model. Its tools have no `execute`, because Parley runs them itself.
 * @throws {AppError} when the request fails, also in the middle of the answer.
 */
export async function* streamModelStep(step: ModelStep, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const quiet = new AbortController()
  const timer = setTimeout(() => quiet.abort(saidNothing(step)), step.quietMs)
  try {
    yield* streamParts(step, () => timer.refresh(), AbortSignal.any([signal, quiet.signal]))
  } finally {
    clearTimeout(timer)
  }
}

async function* streamParts(step: ModelStep, heard: () => void, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const offered = toolSet(step)
  // The usual function keeps every delta until the answer has ended, in case somebody reads it a second time.
  const result = streamTextOnce({
    model: step.model,
    instructions: step.instructions,
    ...step.parameters,
    messages: step.messages,
    tools: offered,
    toolOrder: Object.keys(offered),
    abortSignal: signal,
    ...(step.cacheKey !== undefined && { providerOptions: { openai: { promptCacheKey: step.cacheKey } } }),
    // A failed step loses nothing, because Retry continues from the last good step. Silent repeats would only hide the problem.
    maxRetries: 0,
    // The library would hand prompts and answers to whatever registered with it. Parley measures by itself, without content.
    telemetry: { isEnabled: false, recordInputs: false, recordOutputs: false },
    experimental_download: refuseDownloads,
    // Without a listener the library prints errors to the console. The stream reports them too.
    onError: () => undefined,
  })
  const reader = new ModelStreamReader(step.modelName)
  const began = performance.now()
  let answered = false
  try {
    for await (const part of result.stream) {
      heard()
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw signal.reason
      if (part.type === 'finish-step') step.onFinished?.(endOf(part))
      for (const event of reader.events(part)) {
        answered = true
        yield event
      }
    }
  } catch (thrown) {
    signal.throwIfAborted()
    const error = explainModelError(thrown, {
      modelName: step.modelName,
      providerName: step.providerName,
      parameters: step.parameters,
      answered,
      waitedMs: performance.now() - began,
    })
    throw explainRefusedTool(error, Object.keys(offered))
  }
}

/** Parley never fetches an address that a model or a server names. The library also asks when there is nothing to fetch. */
function refuseDownloads(wanted: readonly unknown[]): Promise<[]> {
  if (wanted.length === 0) return Promise.resolve([])
  return Promise.reject(new AppError('LINK_REFUSED', { reason: 'chat.modelFetches' }))
}

function saidNothing(step: ModelStep): AppError {
  return new AppError('TIMED_OUT', {
    reason: 'models.silent',
    params: { model: step.modelName, ...roundedTime(step.quietMs) },
  })
}

function endOf({ finishReason, response, usage }: Extract<StreamPart, { type: 'finish-step' }>): StepEnd {
  return {
    finishReason,
    responseId: response.id,
    responseModel: response.modelId,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cacheReadTokens: usage.inputTokenDetails.cacheReadTokens,
  }
}

function toolSet(step: ModelStep): ToolSet {
  const loaded = step.loaded && optionsOfLoaded(step.loaded)
  const rules = schemaRules(endpointOf(step.model))
  const offered = step.tools.map((tool) => {
    const { description, schema } = definitionForModel(tool, { descriptionBytes: step.descriptionBytes, rules })
    const providerOptions = loaded?.get(tool.name)
    // The type is for draft-07.
    return [tool.name, { description, inputSchema: jsonSchema(schema), ...(providerOptions && { providerOptions }) }]
  })
  return Object.fromEntries(offered.length > 0 ? offered : toolsOfOldCalls(step.messages))
}

/** Some providers refuse a history with calls when no tool is offered. A call of one of these tools is answered as an unknown tool. */
function toolsOfOldCalls(messages: readonly ModelMessage[]): (readonly [string, ToolSet[string]])[] {
  const names = messages.flatMap((message) =>
    message.role === 'assistant' && typeof message.content !== 'string'
      ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : []))
      : [],
  )
  const inputSchema = jsonSchema({ type: 'object', additionalProperties: false })
  return [...new Set(names)].map((name) => [name, { description: 'Not available any more. Do not call it.', inputSchema }])
}
