import { describe, expect, it } from 'vitest'
import { ModelRef } from '../../shared/domain/ids'
import type { Models } from '../../shared/domain/model'
import type { Answer } from '../../shared/domain/question'
import type { SamplingChoice } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { asker, testQuestions } from '../questions/testing/testQuestions'
import { SamplingBroker, type SamplingModels } from './samplingBroker'

const never = new AbortController().signal
const llama = ModelRef.parse('local/llama3')
const small = ModelRef.parse('local/tiny')
const oneModel: Models = {
  providers: [{ id: 'local', kind: 'openai-compatible', name: 'Local', hasKey: false, models: [llama, small] }],
  default: llama,
}
const text = (words: string) => ({ type: 'text', text: words })
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

function testSampling(options: { models?: Models; choice?: SamplingChoice; complete?: SamplingModels['complete'] } = {}) {
  const questions = testQuestions()
  const sent: Parameters<SamplingModels['complete']>[0][] = []
  const complete: SamplingModels['complete'] = async (request) => {
    sent.push(request)
    return { text: 'Hi.', stopReason: 'stop', model: request.ref }
  }
  const broker = new SamplingBroker({
    questions: questions.book,
    models: { models: () => options.models ?? oneModel, complete: options.complete ?? complete },
    choiceOf: () => options.choice ?? 'ask',
  })
  return { ...questions, sent, sample: (asked: unknown = params, signal = never) => broker.sample(asker, asked, signal) }
}

describe('SamplingBroker', () => {
  it('shows all of the request, sends nothing before Run and nothing back before Send', async () => {
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
    })
    expect(sent).toEqual([])
    await answerNext(run)
    const review = await open()
    expect(review.details).toEqual({ kind: 'samplingReview', text: 'Hi.', model: small, stopReason: 'endTurn' })
    await answerNext(send)
    expect(await result).toEqual({ role: 'assistant', content: text('Hi.'), model: 'tiny', stopReason: 'endTurn' })
    expect(sent).toEqual([
      {
        ref: small,
        system: 'Be brief.',
        messages: [{ role: 'user', content: 'Hello' }],
        maxTokens: 100,
        temperature: 0.5,
        stopSequences: ['END'],
      },
    ])
  })

  it('runs and sends exactly what the person made of it', async () => {
    const { sample, sent, answerNext } = testSampling()
    const result = sample()
    await answerNext({ kind: 'sampling', action: 'run', model: llama, systemPrompt: '', texts: ['Good day'], maxTokens: 7 })
    await answerNext({ kind: 'samplingReview', action: 'send', text: 'Good day to you.' })
    expect([await result, sent]).toEqual([
      { role: 'assistant', content: text('Good day to you.'), model: 'llama3', stopReason: 'endTurn' },
      [{ ref: llama, messages: [{ role: 'user', content: 'Good day' }], maxTokens: 7, temperature: 0.5, stopSequences: ['END'] }],
    ])
  })

  it('reads one content block and several alike', async () => {
    const { sample, sent, answerNext } = testSampling()
    void sample({
      maxTokens: 5,
      messages: [
        { role: 'user', content: [text('a'), text('b')] },
        { role: 'assistant', content: text('c') },
      ],
    })
    await answerNext(run)
    await answerNext(send)
    expect(sent[0]?.messages).toEqual([
      { role: 'user', content: 'a\n\nb' },
      { role: 'assistant', content: 'c' },
    ])
  })

  it('tells the server "User rejected sampling request" on Deny and on Discard, and asks again the next time', async () => {
    const { sample, sent, answerNext } = testSampling()
    const rejection = { code: 'DENIED', message: 'User rejected sampling request' }
    const denied = expect(sample()).rejects.toMatchObject(rejection)
    await answerNext({ kind: 'sampling', action: 'deny' })
    await denied
    expect(sent).toEqual([])
    const discarded = expect(sample()).rejects.toMatchObject(rejection)
    await answerNext(run)
    await answerNext({ kind: 'samplingReview', action: 'discard' })
    await discarded
    void sample()
    expect((await answerNext(run)).details.kind).toBe('sampling')
  })

  it('asks nobody for a server whose sampling is off', async () => {
    const { sample, book } = testSampling({ choice: 'off' })
    await expect(sample()).rejects.toMatchObject({ code: 'DENIED' })
    expect(book.questions().open).toEqual([])
  })

  it('lets a person be the model when there is none', async () => {
    const { sample, open, book, answerNext } = testSampling({ models: { providers: [] } })
    const result = sample()
    const { id } = await open()
    expect(() => book.answer(id, run)).toThrow(expect.objectContaining({ code: 'MODEL_MISSING' }))
    expect(() => book.answer(id, { kind: 'sampling', action: 'answerByHand' })).toThrow('The answer is empty')
    await answerNext({ kind: 'sampling', action: 'answerByHand', text: 'By hand.' })
    expect(await result).toEqual({ role: 'assistant', content: text('By hand.'), model: 'a person', stopReason: 'endTurn' })
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
    ['another number of messages', { kind: 'sampling', action: 'run', texts: [] }, 'Every message needs its text'],
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

  it('shows an image but says that it cannot be sent', async () => {
    const { sample, sent, open, book } = testSampling()
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
    void sample({ ...params, messages: [{ role: 'user', content: [text('What is this?'), image] }] })
    const { id, details } = await open()
    expect(details).toMatchObject({ messages: [{ content: [text('What is this?'), image] }] })
    expect(() => book.answer(id, run)).toThrow('The request holds an image or sound, and Parley sends only text to a model for a server')
    expect(sent).toEqual([])
  })

  it('passes on what the model failed with', async () => {
    const failure = new AppError('MODEL_UNREACHABLE', 'Nobody answers at 127.0.0.1:11434')
    const { sample, answerNext } = testSampling({ complete: () => Promise.reject(failure) })
    const failed = expect(sample()).rejects.toBe(failure)
    await answerNext(run)
    await failed
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

  it.each([
    ['nothing', undefined],
    ['no messages', { ...params, messages: [] }],
    ['no limit', { ...params, maxTokens: undefined }],
    ['tools', { ...params, tools: [] }],
    ['a tool result', { ...params, messages: [{ role: 'user', content: { type: 'tool_result', toolUseId: 'x', content: [] } }] }],
    ['over 4 MB', { ...params, systemPrompt: 'x'.repeat(4 * 1024 * 1024) }],
    ['201 messages', { ...params, messages: Array.from({ length: 201 }, () => params.messages[0]) }],
  ])('refuses %s with INVALID_INPUT', async (_name, asked) => {
    const { sample, book } = testSampling()
    await expect(sample(asked ?? null)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(book.questions().open).toEqual([])
  })
})
