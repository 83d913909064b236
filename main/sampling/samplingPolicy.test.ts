import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { serverId } from '../questions/testing/testQuestions'
import type { PolicyCap } from './samplingPermissions'
import { samplingUsageView } from './samplingUsageView'
import { atlasForbids, llama, params, refusalOf, run, send, small, testSampling, text } from './testing/samplingBench'

const { ask } = atlasForbids
const server = 'everything'
const cap = (most: number, by = 'Atlas IT'): PolicyCap => ({ most, by, ask })

// The budgets of the user's own are told with "raise it on the page of the server", which nobody could do here.
it('says that the policy set a budget that is used up, and whom to ask: on the call and in the list, and not to the server', async () => {
  const { sample, answerNext, book } = testSampling({ policy: { callsPerDay: cap(1) } })
  const first = sample()
  await answerNext(run)
  await answerNext(send)
  await first
  const { wire, fact } = await refusalOf(sample())
  const why = { id: 'sampling.policyNoCallsLeft', params: { server, count: 1, by: 'Atlas IT' } }
  expect(fact).toEqual({ reason: 'sampling.overPolicyBudget', params: { why, ask } })
  expect(book.questions().ended[0]).toMatchObject({ reason: { id: 'ends.declinedByPolicy', params: { why, ask } } })
  expect(JSON.stringify(wire)).toContain('User rejected')
  expect(JSON.stringify(wire)).not.toMatch(/Atlas|it@/)
})

it('says so of tokens too, before the request and for an answer that would be too long', async () => {
  const { sample, open, book } = testSampling({ policy: { tokensPerDay: cap(60) } })
  const long = { ...params, messages: [{ role: 'user', content: text('x'.repeat(1_000)) }] }
  expect((await refusalOf(sample(long))).fact).toMatchObject({
    reason: 'sampling.overPolicyBudget',
    params: { why: { id: 'sampling.policyTooLong', params: { left: 60, count: 60, by: 'Atlas IT' } }, ask },
  })
  void sample()
  const { id } = await open()
  expect(() => book.answer(id, run)).toThrow(
    expect.objectContaining({ reason: 'sampling.noRoomByPolicy', params: expect.objectContaining({ by: 'Atlas IT', count: 60, ask }) }),
  )
})

it('leaves a lower budget of the user’s own theirs', async () => {
  const { sample } = testSampling({ limits: { tokensPerDay: 10 }, policy: { tokensPerDay: cap(60) } })
  expect((await refusalOf(sample())).fact).toMatchObject({ reason: 'sampling.overBudget' })
})

it('withdraws an open request that the policy comes to forbid, with whom to ask; for the server there is no sampling then', async () => {
  const { sample, open, setPolicy, book } = testSampling()
  const refused = refusalOf(sample())
  await open()
  setPolicy({ off: atlasForbids })
  expect(await refused).toEqual({
    wire: [-32_601, expect.stringContaining('Sampling is switched off')],
    fact: { reason: 'sampling.offByPolicy', params: atlasForbids },
  })
  expect(book.questions()).toMatchObject({
    open: [],
    ended: [{ how: 'withdrawn', reason: { id: 'errors.questions.endedByPolicy', params: atlasForbids } }],
  })
})

it('offers no model that the policy keeps from servers, says why they are missing, and runs none that it comes to forbid', async () => {
  const forbidden = new AppError('POLICY', { reason: 'policy.modelForServers', params: { by: 'Atlas IT', ask, model: 'tiny' } })
  const one = testSampling({ policy: { forbids: (ref) => (ref === small ? forbidden : undefined) } })
  void one.sample()
  const { id, details } = await one.open()
  const why = { id: 'errors.policy.modelForServers', params: forbidden.params }
  const told = { id: 'errors.policy.modelForServers.hint', params: forbidden.params }
  expect(details).toMatchObject({ models: [llama], withheld: { id: 'sampling.withheld', params: { count: 1, why, ask: told } } })
  one.setPolicy({ forbids: () => forbidden })
  expect(() => one.book.answer(id, run)).toThrow(forbidden)

  const none = testSampling({ policy: { forbids: () => forbidden } })
  void none.sample()
  expect((await none.open()).details).toMatchObject({ models: [], withheld: { params: { count: 2 } } })
  // What the user does not let this server use is not missing because of the policy.
  const own = testSampling({ limits: { models: [llama] }, policy: { forbids: (ref) => (ref === small ? forbidden : undefined) } })
  void own.sample()
  expect((await own.open()).details).not.toHaveProperty('withheld')
})

it('tells on the page of a server what each policy leaves of its budget, once for each', () => {
  const view = (policy: Parameters<typeof testSampling>[0]) => {
    const { spend, permissionsOf } = testSampling(policy)
    return samplingUsageView({ servers: [{ id: serverId }], spend, permissionsOf })[serverId]?.policyCaps
  }
  const requests = { id: 'policy.cap.requests', params: { count: 2 } }
  const tokens = { id: 'policy.cap.tokens', params: { count: 90 } }
  const told = (by: string, ...caps: unknown[]) => ({ id: 'sampling.policyAllows', params: { by, caps, ask } })
  expect([
    view({ policy: { callsPerDay: cap(2), tokensPerDay: cap(90) } }),
    view({ policy: { callsPerDay: cap(2), tokensPerDay: cap(90, 'The school') } }),
    view({ policy: { callsPerDay: cap(2) }, limits: { callsPerDay: 1 } }),
  ]).toEqual([[told('Atlas IT', requests, tokens)], [told('Atlas IT', requests), told('The school', tokens)], undefined])
})
