import { describe, expect, it } from 'vitest'
import { CallId, ModelRef } from '../../shared/domain/ids'
import type { Answer } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { asker, serverId } from '../questions/testing/testQuestions'
import {
  image,
  llama,
  never,
  atlasForbids,
  oneModel,
  params,
  refusalOf,
  run,
  send,
  small,
  sound,
  testSampling,
  text,
  tool,
  toolUse,
  turn,
} from './testing/samplingBench'
import { threadCpuMs } from '../../shared/testing/cpuMicros'

const otherCall = { ...asker, callIds: [CallId.parse('0190a5d0-0000-7000-8000-000000000107')] }
const outside = { ...asker, callIds: [] }

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

  it('H11: after two refusals in a call asks the person nothing more there, and asks in another one', async () => {
    const { sample, book, answerNext, open } = testSampling()
    const first = sample()
    await answerNext({ kind: 'sampling', action: 'deny' })
    await expect(first).rejects.toMatchObject({ reason: 'sampling.declined' })
    const second = sample()
    await answerNext(run)
    await answerNext({ kind: 'samplingReview', action: 'discard' })
    await expect(second).rejects.toMatchObject({ reason: 'sampling.declined' })
    await expect(sample()).rejects.toMatchObject({ code: 'DENIED', reason: 'sampling.declinedTwice' })
    expect([book.questions().open, book.questions().ended[0]?.reason.id]).toEqual([[], 'errors.sampling.declinedTwice'])
    void sample(params, never, otherCall)
    expect((await open()).details.kind).toBe('sampling')
  })

  it('H11: asks nothing more outside of calls for ten minutes after two refusals there', async () => {
    const { sample, answerNext, open, clock } = testSampling()
    for (const _time of [1, 2]) {
      const refused = sample(params, never, outside)
      await answerNext({ kind: 'sampling', action: 'deny' })
      await expect(refused).rejects.toMatchObject({ reason: 'sampling.declined' })
    }
    await expect(sample(params, never, outside)).rejects.toMatchObject({ reason: 'sampling.declinedTwice' })
    await clock.pass(10 * 60_000)
    void sample(params, never, outside)
    expect((await open()).details.kind).toBe('sampling')
  })

  it('ends an open request when its server may no longer use the model, as if sampling did not exist', async () => {
    const { sample, open, broker, switchOff, book } = testSampling()
    const result = sample()
    await open()
    switchOff()
    broker.lookAgain()
    await expect(result).rejects.toMatchObject({ reason: 'sampling.switchedOff' })
    expect(book.questions().open).toEqual([])
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

  it('SA-16, SA-17: tells a server of 2025 "User rejected sampling request" on Deny and Discard, says on the call that it was declined, and asks again in the next call', async () => {
    const { sample, sent, answerNext } = testSampling()
    const expected = {
      wire: [-1, expect.stringContaining('User rejected sampling request')],
      fact: { reason: 'sampling.declined', params: { server: 'everything' } },
    }
    const denied = refusalOf(sample())
    await answerNext({ kind: 'sampling', action: 'deny' })
    expect([await denied, sent]).toEqual([expected, []])
    const discarded = refusalOf(sample())
    await answerNext(run)
    await answerNext({ kind: 'samplingReview', action: 'discard' })
    expect(await discarded).toEqual(expected)
    void sample(params, never, otherCall)
    expect((await answerNext(run)).details.kind).toBe('sampling')
  })

  it('I01, SA-21: asks nobody for a server whose sampling is off, or where an admin switched it off: then there is none', async () => {
    const off = testSampling({ choice: 'off' })
    const forbidden = testSampling({ policy: { off: atlasForbids } })
    const wire = [-32_601, expect.stringContaining('Sampling is switched off')]
    const byUser = { id: 'sampling.switchedOff', params: { server: 'everything' } }
    expect([await refusalOf(off.sample()), await refusalOf(forbidden.sample())]).toEqual([
      { wire, fact: { reason: 'sampling.switchedOff', params: { ...byUser.params, why: byUser } } },
      { wire, fact: { reason: 'sampling.offByPolicy', params: atlasForbids } },
    ])
    expect(off.book.questions()).toMatchObject({
      open: [],
      ended: [{ kind: 'sampling', reason: { id: 'errors.sampling.switchedOff' } }],
    })
  })

  it('does not run what was asked while sampling was still on', async () => {
    const { sample, open, book, sent, switchOff } = testSampling()
    void sample()
    const { id } = await open()
    switchOff()
    expect(() => book.answer(id, run)).toThrow('sampling.youSwitchedOff')
    expect(sent).toEqual([])
  })

  it('lets a person be the model when there is none, also with calls', async () => {
    const { sample, open, book, answerNext } = testSampling({ models: { providers: [] } })
    const result = sample()
    const { id } = await open()
    expect(() => book.answer(id, run)).toThrow(expect.objectContaining({ code: 'MODEL_MISSING' }))
    expect(() => book.answer(id, { kind: 'sampling', action: 'answerByHand' })).toThrow('sampling.emptyAnswer')
    await answerNext({ kind: 'sampling', action: 'answerByHand', text: 'By hand.' })
    expect(await result).toEqual({ role: 'assistant', content: text('By hand.'), model: 'a person', stopReason: 'endTurn' })
    const calls = sample({ ...params, tools: [tool] })
    await answerNext({ kind: 'sampling', action: 'answerByHand', content: [toolUse('by-hand-1')] })
    expect(await calls).toMatchObject({ content: [toolUse('by-hand-1')], model: 'a person', stopReason: 'toolUse' })
  })

  it.each<[string, Answer, string]>([
    ['a model that is not the user’s', { kind: 'sampling', action: 'run', model: ModelRef.parse('evil/gpt') }, 'sampling.unknownModel'],
    ['more tokens than the server takes', { kind: 'sampling', action: 'run', maxTokens: 101 }, 'sampling.tooManyTokens'],
    [
      'a call without its result',
      { kind: 'sampling', action: 'run', request: { messages: [{ role: 'assistant', content: [toolUse('1')] }] } },
      'sampling.resultMissing',
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
    const started = threadCpuMs()
    void sample({ ...params, modelPreferences: { hints: Array.from({ length: 100_000 }, (_, index) => ({ name: `hint ${index}` })) } })
    const { details } = await open()
    expect(threadCpuMs() - started).toBeLessThan(2_000)
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
    expect(() => book.answer(id, run)).toThrow('sampling.cannotSend {"model":"llama3","media":"sound"}')
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
    const stopped = expect(sample(params, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED', reason: 'questions.withdrawn' })
    await open()
    controller.abort(new AppError('CANCELLED', 'The call was stopped.'))
    await stopped
    const expired = expect(sample()).rejects.toMatchObject({ code: 'TIMED_OUT' })
    const { expires } = await open()
    await clock.pass(expires - clock.now())
    await expired
  })

  it('says of what is asked in a temporary chat that nothing may be written down of it', async () => {
    const { sample, sent, open, answerNext } = testSampling({ temporary: true })
    const result = sample()
    await answerNext(run)
    await open()
    await answerNext(send)
    await result
    expect(sent).toMatchObject([{ ref: small, temporary: true }])
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
