import { describe, expect, it } from 'vitest'
import { CallId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import type { Asker } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import type { Message, MessageParams } from '../../shared/i18n/message'
import { englishMessage } from '../lib/englishErrorText'
import { serverId } from '../questions/testing/testQuestions'
import { type SamplingModels } from './samplingBroker'
import { never, params, refusalOf, run, send, testSampling, text, turn } from './testing/samplingBench'

/** Why it is declined at once, as the person is told and as the server is. */
const why = (name: 'noCallsLeft' | 'tooLong' | 'tooOften' | 'tooManyRounds', more: MessageParams) =>
  ({ id: `sampling.${name}`, params: { server: 'everything', ...more } }) as const satisfies Message
const atOnce = (reason: string, because: Message) => ({ reason: `sampling.${reason}`, params: { ...because.params, why: because } })

describe('the budget of a server', () => {
  const counted: SamplingModels['complete'] = async ({ ref, maxTokens }) => ({
    content: [text('Hi.')],
    stopReason: 'stop',
    model: ref,
    tokens: { input: 10, output: maxTokens },
  })

  it('I01: is what 10,000 requests of a thousand million tokens get, though the person runs each of them', { tags: ['slow'] }, async () => {
    const { sample, sent, clock, book, spend } = testSampling({ complete: counted })
    book.changes.subscribe(({ open: [question] }) => {
      if (question?.details.kind === 'sampling') {
        const left = 50_000 - spend.today(serverId).tokens
        queueMicrotask(() => void book.answer(question.id, { ...run, maxTokens: Math.min(10_000, left - 20) }))
      }
      if (question?.details.kind === 'samplingReview') queueMicrotask(() => void book.answer(question.id, send))
    })
    const outcomes = { answered: 0, refused: 0 }
    const own: Asker = { serverId, callIds: [] }
    for (let n = 0; n < 10_000; n++) {
      if (n % 20 === 0) await clock.pass(5_000)
      await sample({ ...params, maxTokens: 1e9 }, never, own).then(
        () => outcomes.answered++,
        () => outcomes.refused++,
      )
    }
    const { calls, tokens } = spend.today(serverId)
    expect([calls <= 20, tokens <= 50_000, sent.length, outcomes.answered + outcomes.refused]).toEqual([true, true, calls, 10_000])
    // Refused without a dialog, and without flooding the list of what has ended.
    expect(book.questions().ended.length).toBeLessThanOrEqual(20)
  })

  it('is said when it is used up: to the server, on the call, and in the list of what has ended', async () => {
    const { sample, answerNext, book, clock } = testSampling({ complete: counted, limits: { callsPerDay: 1 } })
    const first = sample()
    await answerNext(run)
    await answerNext(send)
    await first
    const usedUp = why('noCallsLeft', { count: 1 })
    const refused = await Promise.all([refusalOf(sample()), refusalOf(sample())])
    expect(refused).toEqual(
      Array(2).fill({ wire: [-1, expect.stringContaining(englishMessage(usedUp))], fact: atOnce('overBudget', usedUp) }),
    )
    expect(book.questions().ended.filter(({ reason }) => reason.id === 'errors.sampling.overBudget')).toHaveLength(1)
    await clock.pass(24 * 3_600_000)
    void sample()
    expect(book.questions().open).toHaveLength(1)
  })

  it('tells each limit that is met once, also where another was told before', async () => {
    const { sample, answerNext, book } = testSampling({ complete: counted, limits: { callsPerDay: 1, tokensPerDay: 50 } })
    const long = { ...params, messages: [{ role: 'user', content: text('x'.repeat(1_000)) }] }
    await refusalOf(sample(long))
    const first = sample()
    await answerNext({ ...run, maxTokens: 5 })
    await answerNext(send)
    await first
    for (const request of [params, params, long]) await refusalOf(sample(request))
    const told = book.questions().ended.filter(({ reason }) => reason.id === 'errors.sampling.overBudget')
    expect(told.map(({ reason }) => reason.params?.['why'])).toMatchObject([{ id: 'sampling.noCallsLeft' }, { id: 'sampling.tooLong' }])
  })

  it('leaves only so many tokens for an answer as are there, and none for a request that is longer', async () => {
    const { sample, open, book } = testSampling({ complete: counted, limits: { tokensPerDay: 50 } })
    const long = { ...params, messages: [{ role: 'user', content: text('x'.repeat(1_000)) }] }
    expect(await refusalOf(sample(long))).toMatchObject({
      fact: atOnce('overBudget', why('tooLong', { left: 50, count: 50, input: expect.any(Number) })),
    })
    void sample()
    const { id } = await open()
    expect(() => book.answer(id, run)).toThrow('sampling.noRoom')
  })

  it('I01: is not spent twice by two that are run at once', async () => {
    const { sample, sent, book } = testSampling({ complete: counted, limits: { callsPerDay: 1 } })
    const outcomes = Promise.allSettled([sample(), sample()])
    for (const { id } of book.questions().open) book.answer(id, run)
    await turn()
    for (const { id } of book.questions().open) book.answer(id, send)
    expect([(await outcomes).map(({ status }) => status).toSorted(), sent.length]).toEqual([['fulfilled', 'rejected'], 1])
  })

  it('counts about what a model wrote meanwhile for a server that takes its request back in the middle', async () => {
    const stop = new AbortController()
    const { sample, answerNext, clock, spend } = testSampling({
      complete: (_request, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    })
    const refused = sample({ ...params, maxTokens: 40_000 }, stop.signal).catch(() => undefined)
    await answerNext({ ...run, maxTokens: 40_000 })
    await turn()
    await clock.pass(60_000)
    stop.abort(new AppError('CANCELLED', 'everything took it back'))
    await refused
    expect(spend.today(serverId).tokens).toBeGreaterThan(5_000)
  })

  it('is said once, however the lengths of the requests differ', async () => {
    const { sample, book } = testSampling({ limits: { tokensPerDay: 5 } })
    const long = (n: number) => ({ ...params, messages: [{ role: 'user', content: text('x'.repeat(n)) }] })
    for (let n = 1; n <= 10; n++) await refusalOf(sample(long(n * 100)))
    expect(book.questions().ended).toHaveLength(1)
  })

  it('counts what is run again too', async () => {
    const { sample, answerNext, open, book } = testSampling({ complete: counted, limits: { callsPerDay: 1 } })
    void sample()
    await answerNext(run)
    const { id } = await open()
    expect(() => book.answer(id, { kind: 'samplingReview', action: 'again' })).toThrow('sampling.noCallsLeft')
    expect(book.questions().open).toHaveLength(1)
  })
})

describe('the pace of a server', () => {
  it('SA-09: is so many requests a minute, and the rest are refused without a dialog', async () => {
    const { sample, book, clock } = testSampling()
    const own: Asker = { serverId, callIds: [] }
    for (let n = 0; n < defaultLimits.samplingPerMinute; n++) void sample(params, never, own)
    const { fact } = await refusalOf(sample(params, never, own))
    expect([fact, book.questions().open.length]).toEqual([atOnce('tooOften', why('tooOften', { count: 20 })), 20])
    await clock.pass(60_000)
    void sample(params, never, own)
    expect(book.questions().open).toHaveLength(21)
  })

  it('I01, SA-10: is so many requests in one call: a loop of tools ends', async () => {
    const { sample, answerNext, book } = testSampling()
    for (let n = 0; n < defaultLimits.samplingPerCall; n++) {
      const result = sample()
      await answerNext(run)
      await answerNext(send)
      await result
    }
    expect((await refusalOf(sample())).fact).toEqual(atOnce('tooManyRounds', why('tooManyRounds', { count: 10 })))
    void sample(params, never, { serverId, callIds: [CallId.parse('0190a5d0-0000-7000-8000-000000000002')] })
    expect(book.questions().open).toHaveLength(1)
  })
})
