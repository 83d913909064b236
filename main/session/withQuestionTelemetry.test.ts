import { expect, it } from 'vitest'
import { CallId } from '../../shared/domain/ids'
import { serverId } from '../connections/testing/poolFixture'
import { noTelemetry } from '../telemetry/telemetry'
import type { ClientFeatures } from './clientFeatures'
import { withQuestionTelemetry } from './withQuestionTelemetry'

const no = (): never => {
  throw new Error('Nobody asks for this.')
}
const features: ClientFeatures = { elicit: no, awaitPage: no, sample: no, listRoots: no, signIn: no }
const callId = CallId.parse('019c0000-0000-7000-8000-000000000001')

// Catches: a person said no, and the trace showed a question that had been answered, or one that never ended.
it('tells that a question ended without an answer, and hands on why', async () => {
  const told: unknown[] = []
  const said = new Error('The person said no.')
  const watched = withQuestionTelemetry(
    { ...features, sample: () => Promise.reject(said) },
    {
      ...noTelemetry,
      asked: (of, facts) => {
        told.push(['asked', of, facts])
        return (outcome) => void told.push(['ended', outcome])
      },
    },
  )
  const asker = { serverId: serverId('x'), callIds: [callId] }
  await expect(watched.sample(asker, {}, new AbortController().signal)).rejects.toBe(said)
  expect(told).toEqual([
    ['asked', callId, { kind: 'sampling' }],
    ['ended', 'failed'],
  ])
})
