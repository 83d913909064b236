import { ProtocolError } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { CallId, ModelRef } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/limits'
import type { Models } from '../../shared/domain/model'
import type { Answer, Asker } from '../../shared/domain/question'
import { SamplingLimits } from '../../shared/domain/sampling'
import type { SamplingChoice } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { asker, serverId, testQuestions } from '../questions/testing/testQuestions'
import { SamplingBroker, type SamplingModels } from './samplingBroker'
import { samplingRules, type SamplingPolicy } from './samplingRules'
import { SamplingUsage } from './samplingUsage'

const never = new AbortController().signal
const llama = ModelRef.parse('local/llama3')
const small = ModelRef.parse('local/tiny')
const oneModel: Models = {
  providers: [{ id: 'local', kind: 'openai-compatible', name: 'Local', hasKey: false, models: [llama, small] }],
  default: llama,
}
const text = (words: string) => ({ type: 'text' as const, text: words })
const toolUse = (id: string, name = 'look') => ({ type: 'tool_use' as const, id, name, input: { at: id } })
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
const sound = { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' }
const tool = { name: 'look', inputSchema: { type: 'object' } }
const params = {
  messages: [{ role: 'user', content: text('Hello') }],
  systemPrompt: 'Be brief.',
  maxTokens: 100,
  temperature: 0.5,
  stopSequences: ['END'],
  modelPreferences: { hints: [{ name: 'tiny' }], costPriority: 1 },
  includeContext: 'allServers',
}
const run: Answer = { kind: 'sampling', action: 'run' }
const send: Answer = { kind: 'samplingReview', action: 'send' }

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface Options {
  readonly models?: Models
  readonly choice?: SamplingChoice
  readonly limits?: Partial<SamplingLimits>
  readonly policy?: SamplingPolicy
  readonly complete?: SamplingModels['complete']
  readonly media?: readonly string[]
}

function testSampling(options: Options = {}) {
  const questions = testQuestions()
  const { clock, database } = questions
  const sent: Parameters<SamplingModels['complete']>[0][] = []
  const complete: SamplingModels['complete'] = async ({ ref }) => ({ content: [text('Hi.')], stopReason: 'stop', model: ref })
  const spend = new SamplingUsage({ database, clock })
  let choice = options.choice ?? 'ask'
  const broker = new SamplingBroker({
    questions: questions.book,
    clock,
    spend,
    limits: () => defaultLimits,
    models: {
      models: () => options.models ?? oneModel,
      mediaOf: () => options.media ?? ['image/png'],
      complete: (request, signal) => {
        sent.push(request)
        return (options.complete ?? complete)(request, signal)
      },
    },
    rulesOf: (id) =>
      samplingRules({ id, sampling: choice, samplingLimits: SamplingLimits.parse(options.limits ?? {}) }, options.policy ?? {}),
  })
  const sample = (asked: unknown = params, signal = never, by: Asker = asker) => broker.sample(by, asked, signal)
  return { ...questions, spend, sent, sample, switchOff: () => void (choice = 'off') }
}

/** What the server of the 2025 era is told, and what the person reads. */
async function refusalOf(result: Promise<unknown>): Promise<{ readonly wire: unknown; readonly words: string }> {
  const error = await result.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw new Error('It was not refused')
  return { wire: error.cause instanceof ProtocolError && [error.cause.code, error.cause.message], words: error.message }
}

describe('SamplingBroker', () => {
  it('SA-02, SA-03, SA-04: shows all of the request, sends nothing before Run and nothing back before Send', async () => {
    const { sample, sent, open, answerNext } = testSampling()
    const result = sample()
    expect((await open()).details).toEqual({
      kind: 'sampling',
      messages: [{ role: 'user', content: [text('Hello')] }],
      systemPrompt: 'Be brief.',
      maxTokens: 100,
      temperature: 0.5,
      stopSequences: ['END'],
      models: [small, llama],
      hints: ['tiny'],
      priorities: { cost: 1 },
      chosenBy: { by: 'hint', hint: 'tiny' },
      includeContext: 'allServers',
    })
    expect(sent).toEqual([])
    await answerNext(run)
    const review = await open()
    expect(review.details).toEqual({
      kind: 'samplingReview',
      content: [text('Hi.')],
      model: small,
      stopReason: 'endTurn',
      asked: {
        systemPrompt: 'Be brief.',
        messages: [{ role: 'user', content: [text('Hello')] }],
        temperature: 0.5,
        stopSequences: ['END'],
      },
      tokens: { input: expect.any(Number), output: expect.any(Number) },
      estimated: true,
      tookMs: 0,
    })
    await answerNext(send)
    expect(await result).toEqual({ role: 'assistant', content: text('Hi.'), model: 'tiny', stopReason: 'endTurn' })
    expect(sent).toEqual([
      {
        ref: small,
        system: 'Be brief.',
        messages: [{ role: 'user', content: [text('Hello')] }],
        maxTokens: 100,
        temperature: 0.5,
        stopSequences: ['END'],
      },
    ])
  })

  it('SA-03, SA-06, SA-07: runs and sends exactly what the person made of it', async () => {
    const { sample, sent, answerNext } = testSampling()
    const result = sample()
    const request = { messages: [{ role: 'user' as const, content: [text('Good day')] }], temperature: 0 }
    await answerNext({ kind: 'sampling', action: 'run', model: llama, request, maxTokens: 7 })
    await answerNext({ kind: 'samplingReview', action: 'send', text: 'Good day to you.' })
    expect([await result, sent]).toEqual([
      { role: 'assistant', content: text('Good day to you.'), model: 'llama3', stopReason: 'endTurn' },
      [{ ref: llama, messages: request.messages, maxTokens: 7, temperature: 0, stopSequences: [] }],
    ])
  })

  it('SA-05, SA-12, SA-14: hands calls of the request’s own tools to the server, as the person made them, and runs none', async () => {
    const content = [text('I look.'), toolUse('1'), toolUse('2')]
    const { sample, sent, answerNext } = testSampling({ complete: async ({ ref }) => ({ content, stopReason: 'tool-calls', model: ref }) })
    const result = sample({ ...params, tools: [tool], toolChoice: { mode: 'required' } })
    await answerNext(run)
    await answerNext({ kind: 'samplingReview', action: 'send', content: [text('I look.'), { ...toolUse('1'), input: { at: 'mine' } }] })
    expect(await result).toEqual({
      role: 'assistant',
      content: [text('I look.'), { ...toolUse('1'), input: { at: 'mine' } }],
      model: 'tiny',
      stopReason: 'toolUse',
    })
    expect(sent[0]).toMatchObject({ tools: [tool], toolChoice: 'required' })
  })

  it('says that the turn ended where the person took every call out of an answer', async () => {
    const content = [text('I look.'), toolUse('1')]
    const { sample, answerNext } = testSampling({ complete: async ({ ref }) => ({ content, stopReason: 'tool-calls', model: ref }) })
    const result = sample({ ...params, tools: [tool] })
    await answerNext(run)
    await answerNext({ kind: 'samplingReview', action: 'send', content: [text('No.')] })
    expect(await result).toMatchObject({ content: [text('No.')], stopReason: 'endTurn' })
  })

  it('SA-05: puts what a server goes on with before the person again, and gives each call an id of its own', async () => {
    const { sample, sent, answerNext } = testSampling({
      complete: async ({ ref }) => ({ content: [toolUse('1')], stopReason: 'tool-calls', model: ref }),
    })
    const messages = [
      { role: 'user', content: [text('Look')] },
      { role: 'assistant', content: [toolUse('1')] },
      { role: 'user', content: [{ type: 'tool_result', toolUseId: '1', content: [text('Nothing there')] }] },
    ]
    const result = sample({ ...params, messages, tools: [tool] })
    expect((await answerNext(run)).details).toMatchObject({ kind: 'sampling', messages })
    await answerNext(send)
    const { content } = await result
    expect(content).toEqual([{ ...toolUse('1'), id: expect.not.stringMatching(/^1$/) }])
    // Nothing is kept from one request to the next.
    expect(sent[0]?.messages).toEqual(messages)
  })

  it.each<[string, Answer]>([
    ['a tool that the request did not bring', { kind: 'samplingReview', action: 'send', content: [toolUse('1', 'delete_all')] }],
    ['nothing', { kind: 'samplingReview', action: 'send', content: [text('')] }],
    ['one call twice', { kind: 'samplingReview', action: 'send', content: [toolUse('1'), toolUse('1')] }],
  ])('does not let an answer through that calls %s', async (_name, answer) => {
    const { sample, open, answerNext, book } = testSampling()
    void sample({ ...params, tools: [tool] })
    await answerNext(run)
    const { id } = await open()
    expect(() => book.answer(id, answer)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(book.questions().open).toHaveLength(1)
  })

  it('SA-16, SA-17: tells a server of 2025 "User rejected sampling request" on Deny and Discard, says on the call that it was declined, and asks again the next time', async () => {
    const { sample, sent, answerNext } = testSampling()
    const expected = {
      wire: [-1, expect.stringContaining('User rejected sampling request')],
      words: 'You declined that everything uses your model',
    }
    const denied = refusalOf(sample())
    await answerNext({ kind: 'sampling', action: 'deny' })
    expect([await denied, sent]).toEqual([expected, []])
    const discarded = refusalOf(sample())
    await answerNext(run)
    await answerNext({ kind: 'samplingReview', action: 'discard' })
    expect(await discarded).toEqual(expected)
    void sample()
    expect((await answerNext(run)).details.kind).toBe('sampling')
  })

  it('SA-21: asks nobody for a server whose sampling is off, or where an admin switched it off: then there is none', async () => {
    const off = testSampling({ choice: 'off' })
    const forbidden = testSampling({ policy: { off: 'Atlas IT does not allow it.' } })
    const wire = [-32_601, expect.stringContaining('Sampling is switched off')]
    expect([await refusalOf(off.sample()), await refusalOf(forbidden.sample())]).toEqual([
      { wire, words: 'Declined at once: you switched off the use of your model by everything' },
      { wire, words: 'Declined at once: Atlas IT does not allow it' },
    ])
    expect(off.book.questions()).toMatchObject({
      open: [],
      ended: [{ kind: 'sampling', reason: expect.stringContaining('Declined at once') }],
    })
  })

  it('does not run what was asked while sampling was still on', async () => {
    const { sample, open, book, sent, switchOff } = testSampling()
    void sample()
    const { id } = await open()
    switchOff()
    expect(() => book.answer(id, run)).toThrow('You switched off')
    expect(sent).toEqual([])
  })

  it('lets a person be the model when there is none, also with calls', async () => {
    const { sample, open, book, answerNext } = testSampling({ models: { providers: [] } })
    const result = sample()
    const { id } = await open()
    expect(() => book.answer(id, run)).toThrow(expect.objectContaining({ code: 'MODEL_MISSING' }))
    expect(() => book.answer(id, { kind: 'sampling', action: 'answerByHand' })).toThrow('The answer is empty')
    await answerNext({ kind: 'sampling', action: 'answerByHand', text: 'By hand.' })
    expect(await result).toEqual({ role: 'assistant', content: text('By hand.'), model: 'a person', stopReason: 'endTurn' })
    const calls = sample({ ...params, tools: [tool] })
    await answerNext({ kind: 'sampling', action: 'answerByHand', content: [toolUse('by-hand-1')] })
    expect(await calls).toMatchObject({ content: [toolUse('by-hand-1')], model: 'a person', stopReason: 'toolUse' })
  })

  it.each<[string, Answer, string]>([
    [
      'a model that is not the user’s',
      { kind: 'sampling', action: 'run', model: ModelRef.parse('evil/gpt') },
      'There is no model evil/gpt',
    ],
    [
      'more tokens than the server takes',
      { kind: 'sampling', action: 'run', maxTokens: 101 },
      'The server takes an answer of at most 100 tokens',
    ],
    [
      'a call without its result',
      { kind: 'sampling', action: 'run', request: { messages: [{ role: 'assistant', content: [toolUse('1')] }] } },
      'Tool result missing in request',
    ],
  ])('stays open when the screen sends %s', async (_name, answer, message) => {
    const { sample, open, book } = testSampling()
    void sample()
    const { id } = await open()
    expect(() => book.answer(id, answer)).toThrow(message)
    expect(book.questions().open).toHaveLength(1)
  })

  it('reads the first hints of a server that sends a book of them, in less than two seconds', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ModelRef.parse(`local/model-${index}`))
    const { sample, open } = testSampling({ models: { providers: oneModel.providers.map((local) => ({ ...local, models: many })) } })
    const started = performance.now()
    void sample({ ...params, modelPreferences: { hints: Array.from({ length: 100_000 }, (_, index) => ({ name: `hint ${index}` })) } })
    const { details } = await open()
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(details).toMatchObject({ hints: Array.from({ length: 20 }, (_, index) => `hint ${index}`) })
  })

  it('SA-20: sends an image where the model takes it, also after the person edited the words around it', async () => {
    const { sample, sent, answerNext } = testSampling()
    void sample({ ...params, messages: [{ role: 'user', content: [text('What is this?'), image] }] })
    const edited = {
      messages: [{ role: 'user' as const, content: [text('And this?'), { type: 'image' as const, data: '@1', mimeType: 'image/png' }] }],
    }
    await answerNext({ ...run, request: edited })
    await turn()
    expect(sent[0]?.messages).toEqual([{ role: 'user', content: [text('And this?'), image] }])
  })

  it('SA-20: says which models cannot be sent an image or a sound, and sends it to none of them', async () => {
    const { sample, sent, open, book, answerNext } = testSampling()
    void sample({ ...params, messages: [{ role: 'user', content: [text('What is this?'), sound] }] })
    const { id, details } = await open()
    expect(details).toMatchObject({
      blind: [
        { model: llama, to: 'sound' },
        { model: small, to: 'sound' },
      ],
    })
    expect(() => book.answer(id, run)).toThrow('llama3 cannot be sent sound')
    expect(sent).toEqual([])
    // Without it the words can be sent.
    await answerNext({ ...run, request: { messages: [{ role: 'user', content: [text('What is this?')] }] } })
    await turn()
    expect(sent).toHaveLength(1)
  })

  it('runs again what was asked, as often as the person likes, and sends the answer that they took', async () => {
    const words = ['One.', 'Two.']
    const { sample, sent, answerNext, spend } = testSampling({
      complete: async ({ ref }) => ({
        content: [text(words.shift() ?? '')],
        stopReason: 'stop',
        model: ref,
        tokens: { input: 5, output: 1 },
      }),
    })
    const result = sample()
    await answerNext(run)
    expect((await answerNext({ kind: 'samplingReview', action: 'again' })).details).toMatchObject({
      content: [text('One.')],
      tokens: { input: 5, output: 1 },
    })
    await answerNext(send)
    expect([await result, sent[0], spend.today(serverId)]).toEqual([
      expect.objectContaining({ content: text('Two.') }),
      sent[1],
      { calls: 2, tokens: 12, estimated: 0 },
    ])
  })

  it('goes back to the request as the person had made it, and runs it when they have changed it', async () => {
    const { sample, sent, open, answerNext } = testSampling()
    const result = sample()
    const once = { messages: [{ role: 'user' as const, content: [text('Once')] }] }
    await answerNext({ ...run, request: once })
    await answerNext({ kind: 'samplingReview', action: 'edit' })
    expect((await open()).details).toMatchObject({ kind: 'sampling', messages: [{ content: [text('Hello')] }], edited: once })
    await answerNext({ ...run, request: { messages: [{ role: 'user', content: [text('Twice')] }] } })
    await answerNext(send)
    await result
    expect(sent.map(({ messages }) => messages[0]?.content)).toEqual([[text('Once')], [text('Twice')]])
  })

  it('lets the person try another model when one fails, and tells the server when the third attempt has failed', async () => {
    const failure = new AppError('MODEL_UNREACHABLE', 'Nobody answers at 127.0.0.1:11434')
    const { sample, open, answerNext, spend } = testSampling({ complete: () => Promise.reject(failure) })
    const failed = expect(sample()).rejects.toBe(failure)
    await answerNext(run)
    expect((await open()).details).toMatchObject({ kind: 'sampling', problem: { code: 'MODEL_UNREACHABLE' } })
    await answerNext({ ...run, model: llama })
    await answerNext(run)
    await failed
    expect(spend.today(serverId)).toEqual({ calls: 0, tokens: 0, estimated: 0 })
  })

  it('ends with its call, and when nobody answers', async () => {
    const { sample, open, clock } = testSampling()
    const controller = new AbortController()
    const stopped = expect(sample(params, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED', message: 'The call was stopped.' })
    await open()
    controller.abort(new AppError('CANCELLED', 'The call was stopped.'))
    await stopped
    const expired = expect(sample()).rejects.toMatchObject({ code: 'TIMED_OUT' })
    const { expires } = await open()
    await clock.pass(expires - clock.now())
    await expired
  })

  it('counts the tokens that a stopped model has read', async () => {
    const controller = new AbortController()
    const { sample, answerNext, spend } = testSampling({
      complete: (_request, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        }),
    })
    const stopped = refusalOf(sample(params, controller.signal))
    await answerNext(run)
    await turn()
    controller.abort(new AppError('CANCELLED', 'The call was stopped.'))
    await stopped
    const { calls, tokens, estimated } = spend.today(serverId)
    expect([calls, tokens > 0 && tokens < 100, estimated]).toEqual([1, true, 1])
  })
})

describe('the budget of a server', () => {
  const counted: SamplingModels['complete'] = async ({ ref, maxTokens }) => ({
    content: [text('Hi.')],
    stopReason: 'stop',
    model: ref,
    tokens: { input: 10, output: maxTokens },
  })

  it('I01: is what 10,000 requests of a thousand million tokens get, though the person runs each of them', async () => {
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
    const why = 'everything has used all of its 1 answer of your model for today'
    const refused = await Promise.all([refusalOf(sample()), refusalOf(sample())])
    expect(refused).toEqual(Array(2).fill({ wire: [-1, expect.stringContaining(why)], words: `Declined at once: ${why}` }))
    expect(book.questions().ended.filter(({ reason }) => reason.startsWith('Declined at once'))).toHaveLength(1)
    await clock.pass(24 * 3_600_000)
    void sample()
    expect(book.questions().open).toHaveLength(1)
  })

  it('leaves only so many tokens for an answer as are there, and none for a request that is longer', async () => {
    const { sample, open, book } = testSampling({ complete: counted, limits: { tokensPerDay: 50 } })
    const long = { ...params, messages: [{ role: 'user', content: text('x'.repeat(1_000)) }] }
    expect(await refusalOf(sample(long))).toMatchObject({
      words: expect.stringMatching(/^Declined at once: everything has 50 of its 50 tokens left/),
    })
    void sample()
    const { id } = await open()
    expect(() => book.answer(id, run)).toThrow(/^Only \d+ tokens are left for everything today$/)
  })

  it('is the stricter of the user’s and the admin’s', async () => {
    const { sample } = testSampling({ limits: { tokensPerDay: 50_000 }, policy: { tokensPerDay: 5 } })
    expect(await refusalOf(sample())).toMatchObject({ words: expect.stringContaining('of its 5 tokens') })
  })

  it('is not spent twice by two that are run at once', async () => {
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
    expect(() => book.answer(id, { kind: 'samplingReview', action: 'again' })).toThrow('has used all of its 1 answer')
    expect(book.questions().open).toHaveLength(1)
  })
})

describe('the pace of a server', () => {
  it('SA-09: is so many requests a minute, and the rest are refused without a dialog', async () => {
    const { sample, book, clock } = testSampling()
    const own: Asker = { serverId, callIds: [] }
    for (let n = 0; n < defaultLimits.samplingPerMinute; n++) void sample(params, never, own)
    const { words } = await refusalOf(sample(params, never, own))
    expect([words, book.questions().open.length]).toEqual([
      'Declined at once: everything asked for your model 20 times within a minute',
      20,
    ])
    await clock.pass(60_000)
    void sample(params, never, own)
    expect(book.questions().open).toHaveLength(21)
  })

  it('SA-10: is so many requests in one call: a loop of tools ends', async () => {
    const { sample, answerNext, book } = testSampling()
    for (let n = 0; n < defaultLimits.samplingPerCall; n++) {
      const denied = refusalOf(sample())
      await answerNext({ kind: 'sampling', action: 'deny' })
      await denied
    }
    expect((await refusalOf(sample())).words).toBe('Declined at once: everything asked for your model 10 times in one call')
    void sample(params, never, { serverId, callIds: [CallId.parse('0190a5d0-0000-7000-8000-000000000002')] })
    expect(book.questions().open).toHaveLength(1)
  })
})
