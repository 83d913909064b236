import { ProtocolError } from '@modelcontextprotocol/client'
import { ModelRef } from '../../../shared/domain/ids'
import { defaultLimits } from '../../../shared/domain/defaultLimits'
import type { Models } from '../../../shared/domain/models/modelProvider'
import type { Answer, Asker } from '../../../shared/domain/question'
import { SamplingLimits } from '../../../shared/domain/sampling'
import type { SamplingChoice } from '../../../shared/domain/server'
import { AppError, type ErrorFact } from '../../../shared/errors/appError'
import { asker, testQuestions } from '../../questions/testing/testQuestions'
import { noTelemetry } from '../../telemetry/telemetry'
import { SamplingBroker, type SamplingModels } from '../samplingBroker'
import { samplingPermissions, type SamplingPolicy } from '../samplingPermissions'
import { SamplingUsage } from '../samplingUsage'

export const never = new AbortController().signal
export const llama = ModelRef.parse('local/llama3')
export const small = ModelRef.parse('local/tiny')
export const oneModel: Models = {
  providers: [{ id: 'local', kind: 'openai-compatible', name: 'Local', hasKey: false, models: [llama, small] }],
  default: llama,
}
export const text = (words: string) => ({ type: 'text' as const, text: words })
export const toolUse = (id: string, name = 'look') => ({ type: 'tool_use' as const, id, name, input: { at: id } })
export const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
export const sound = { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' }
export const tool = { name: 'look', inputSchema: { type: 'object' } }
export const params = {
  messages: [{ role: 'user', content: text('Hello') }],
  systemPrompt: 'Be brief.',
  maxTokens: 100,
  temperature: 0.5,
  stopSequences: ['END'],
  modelPreferences: { hints: [{ name: 'tiny' }], costPriority: 1 },
  includeContext: 'allServers',
}
export const run = { kind: 'sampling', action: 'run' } as const satisfies Answer
export const send = { kind: 'samplingReview', action: 'send' } as const satisfies Answer

/** What a policy says that switches sampling off. */
export const atlasForbids: NonNullable<SamplingPolicy['off']> = {
  why: { id: 'sampling.offByPolicy', params: { name: 'Atlas IT' } },
  ask: { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } },
}

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export interface Options {
  readonly models?: Models
  readonly choice?: SamplingChoice
  readonly limits?: Partial<SamplingLimits>
  readonly policy?: SamplingPolicy
  readonly complete?: SamplingModels['complete']
  readonly media?: readonly string[]
  readonly temporary?: boolean
}

export function testSampling(options: Options = {}) {
  const questions = testQuestions()
  const { clock, database } = questions
  const sent: Parameters<SamplingModels['complete']>[0][] = []
  const complete: SamplingModels['complete'] = async ({ ref }) => ({ content: [text('Hi.')], stopReason: 'stop', model: ref })
  const spend = new SamplingUsage({ database, clock })
  let choice = options.choice ?? 'ask'
  let policy = options.policy ?? {}
  const permissionsOf = (id: string) =>
    samplingPermissions({ id, sampling: choice, samplingLimits: SamplingLimits.parse(options.limits ?? {}) }, policy)
  const broker = new SamplingBroker({
    questions: questions.book,
    clock,
    spend,
    limits: () => defaultLimits,
    telemetry: noTelemetry,
    models: {
      models: () => options.models ?? oneModel,
      mediaOf: () => options.media ?? ['image/png'],
      complete: (request, signal) => {
        sent.push(request)
        return (options.complete ?? complete)(request, signal)
      },
    },
    permissionsOf,
    isTemporary: () => options.temporary ?? false,
  })
  const sample = (asked: unknown = params, signal = never, by: Asker = asker) => broker.sample(by, asked, signal)
  const setPolicy = (changed: SamplingPolicy): void => {
    policy = changed
    broker.lookAgain()
  }
  return { ...questions, broker, spend, sent, sample, permissionsOf, setPolicy, switchOff: () => void (choice = 'off') }
}

/** What a server of the 2025 era receives, and what the person is told. */
export async function refusalOf(result: Promise<unknown>): Promise<{ readonly wire: unknown; readonly fact: ErrorFact | string }> {
  const error = await result.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw new Error('It was not refused')
  return { wire: error.cause instanceof ProtocolError && [error.cause.code, error.cause.message], fact: error.fact }
}
