import type { CallId } from '../../shared/domain/ids'
import type { Asker } from '../../shared/domain/question'
import type { QuestionFacts } from '../telemetry/semanticConventions'
import type { Telemetry } from '../telemetry/telemetry'
import type { ClientFeatures } from './clientFeatures'

/** Answers servers as `features` does, and tells telemetry that something was asked and how that ended. Never what. */
export function withQuestionTelemetry(features: ClientFeatures, telemetry: Telemetry): ClientFeatures {
  const told = async <T>(kind: QuestionFacts['kind'], callId: CallId | undefined, answer: Promise<T>): Promise<T> => {
    const ended = telemetry.asked(callId, { kind })
    try {
      const given = await answer
      ended('answered')
      return given
    } catch (thrown) {
      ended('failed')
      throw thrown
    }
  }
  // If it cannot be told which call asked, none of them gets the event.
  const callOf = ({ callIds: [only, another] }: Asker): CallId | undefined => (another === undefined ? only : undefined)
  return {
    elicit: (asker, params, signal) => told('elicitation', callOf(asker), features.elicit(asker, params, signal)),
    awaitPage: (asker, params, signal) => told('page', callOf(asker), features.awaitPage(asker, params, signal)),
    sample: (asker, params, signal) => told('sampling', callOf(asker), features.sample(asker, params, signal)),
    listRoots: (asker, inCall, signal) => told('roots', callOf(asker), features.listRoots(asker, inCall, signal)),
    signIn: (asker, refusal, signal) => told('signIn', callOf(asker), features.signIn(asker, refusal, signal)),
  }
}
