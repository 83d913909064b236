import type { SpanFacts } from '../telemetry/semanticConventions'
import type { Telemetry } from '../telemetry/telemetry'
import { AppError } from '../../shared/errors/appError'
import { AnswerForTelemetry, messagesForTelemetry } from './messagesForTelemetry'
import type { ModelStep, StepEnd } from './modelStep'
import type { ModelEvent } from './turnLoop'

/** Streams one request to the model as `streamModelStep` does, and tells telemetry of it. */
export async function* modelStepWithTelemetry(
  telemetry: Telemetry,
  about: Pick<SpanFacts['chat'], 'conversationId'>,
  step: ModelStep,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const provider = typeof step.model === 'string' ? 'parley' : providerOf(step.model.provider)
  const input = (): string => messagesForTelemetry(step.messages)
  const span = telemetry.begin('chat', { ...about, provider, model: step.modelName, input })
  const answer = new AnswerForTelemetry()
  let said: StepEnd = {}
  try {
    const { streamModelStep } = await import('./modelStep')
    for await (const event of streamModelStep({ ...step, onFinished: (end) => (said = end) }, signal)) {
      if (telemetry.recordsContent) answer.add(event)
      yield event
    }
    span.end({ ...said, output: () => answer.toJson(said.finishReason) })
  } catch (thrown) {
    span.end({ ...said, error: AppError.from(thrown).code })
    throw thrown
  } finally {
    // Who reads no further stopped the turn. An earlier end counts.
    span.end({ ...said, error: 'CANCELLED' })
  }
}

/** Pure: "openai.responses" and "google.generative-ai" are how the library names them. Anything else is named by a person. */
function providerOf(named: string): string {
  const [first = ''] = named.split('.')
  return ['openai', 'anthropic', 'google'].includes(first) ? first : 'openai_compatible'
}
