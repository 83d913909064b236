import type { ModelRef } from '../../shared/domain/ids'
import type { Models } from '../../shared/domain/models/modelProvider'
import type { Asker } from '../../shared/domain/question'
import type { SamplingBlock } from '../../shared/domain/sampling'
import { AppError } from '../../shared/errors/appError'
import type { Generation, GenerationRequest } from '../models/generateOnce'
import { contentForTelemetry } from '../telemetry/contentForTelemetry'
import type { Telemetry } from '../telemetry/telemetry'

export interface CompletionWithTelemetryDeps {
  readonly telemetry: Telemetry
  readonly models: { models(): Models; complete(request: GenerationRequest, signal: AbortSignal): Promise<Generation> }
}

/** Asks a model for a server, and tells telemetry of it as a part of the call in which the server asked. @throws {AppError} as `complete` */
export async function completionWithTelemetry(
  { telemetry, models }: CompletionWithTelemetryDeps,
  { callIds: [only, another] }: Pick<Asker, 'callIds'>,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Generation> {
  const { ref, maxTokens, temperature } = request
  const span = telemetry.begin('chat', {
    provider: providerOf(models.models(), ref),
    model: ref.slice(ref.indexOf('/') + 1),
    sampling: {
      // If it cannot be told which call asked, the request belongs to none of them.
      ...(only !== undefined && another === undefined && { callId: only }),
      maxTokens,
      ...(temperature !== undefined && { temperature }),
    },
    input: () => contentForTelemetry(messagesOf(request)),
  })
  try {
    const generation = await models.complete(request, signal)
    const { content, stopReason, tokens, responseId, responseModel } = generation
    span.end({
      finishReason: stopReason,
      inputTokens: tokens?.input,
      outputTokens: tokens?.output,
      ...(responseId !== undefined && { responseId }),
      ...(responseModel !== undefined && { responseModel }),
      output: () => contentForTelemetry([{ role: 'assistant', parts: content.map(partOf) }]),
    })
    return generation
  } catch (thrown) {
    span.end({ error: signal.aborted ? 'CANCELLED' : AppError.from(thrown).code })
    throw thrown
  }
}

function providerOf({ providers }: Models, ref: ModelRef): string {
  const kind = providers.find(({ models }) => models.includes(ref))?.kind ?? 'openai-compatible'
  return kind === 'openai-compatible' ? 'openai_compatible' : kind
}

/** In the form of `gen_ai.input.messages`. Pictures and sounds are named by their type only. */
function messagesOf({ system, messages }: GenerationRequest) {
  const written = messages.map(({ role, content }) => ({ role, parts: content.map(partOf) }))
  return system === undefined ? written : [{ role: 'system', parts: [{ type: 'text', content: system }] }, ...written]
}

function partOf(block: SamplingBlock): Readonly<Record<string, unknown>> {
  switch (block.type) {
    case 'text':
      return { type: 'text', content: block.text }
    case 'tool_use':
      return { type: 'tool_call', id: block.id, name: block.name, arguments: block.input }
    case 'tool_result':
      return {
        type: 'tool_call_response',
        id: block.toolUseId,
        response: block.content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])),
      }
    default:
      return { type: block.type, mime_type: block.mimeType }
  }
}
