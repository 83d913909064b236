import { generateText } from 'ai'
import type { ModelRef } from '../../shared/domain/ids'
import { explainModelError } from './explainModelError'
import type { OpenModel } from './openModel'

/** One answer of a model, without a conversation: what a server may ask for through sampling. */
export interface CompletionRequest {
  readonly ref: ModelRef
  readonly system?: string
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly maxTokens: number
  readonly temperature?: number
  readonly stopSequences: readonly string[]
}

export interface Completion {
  readonly text: string
  readonly stopReason: string
  readonly model: ModelRef
}

/** Asks a model once. @throws {AppError} MODEL_… */
export async function completeOnce({ model, name }: OpenModel, request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
  try {
    const { text, finishReason } = await generateText({
      model,
      ...(request.system !== undefined && { instructions: request.system }),
      messages: request.messages.map((message) => ({ ...message })),
      maxOutputTokens: request.maxTokens,
      ...(request.temperature !== undefined && { temperature: request.temperature }),
      ...(request.stopSequences.length > 0 && { stopSequences: [...request.stopSequences] }),
      maxRetries: 0,
      abortSignal: signal,
    })
    return { text, stopReason: finishReason, model: request.ref }
  } catch (thrown) {
    signal.throwIfAborted()
    throw explainModelError(thrown, { modelName: name, answered: false })
  }
}
