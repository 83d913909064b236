import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../shared/domain/limits'
import { AppError } from '../../shared/errors/appError'
import { LinkOpener } from '../links/openLink'
import { asker, testQuestions } from '../questions/testing/testQuestions'
import { ElicitationBroker } from './elicitationBroker'

const never = new AbortController().signal
const requestedSchema = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' }, age: { type: 'integer' } },
  required: ['name'],
}
const form = { message: 'Who are you?', requestedSchema }
const page = { mode: 'url', message: 'Sign the papers.', url: 'https://papers.example/sign?x=1' }

function testElicitation(openUrl?: (url: string) => Promise<void>) {
  const opened: string[] = []
  const questions = testQuestions()
  const links = new LinkOpener({ openUrl: openUrl ?? (async (url) => void opened.push(url)) })
  const broker = new ElicitationBroker({ questions: questions.book, links, limits: () => defaultLimits })
  return { ...questions, opened, elicit: (params: unknown, signal = never) => broker.elicit(asker, params, signal) }
}

describe('a form', () => {
  it.each([
    ['2025-06-18 and 2025-11-25', form],
    ['2026-07-28', { ...form, mode: 'form', _meta: {} }],
  ])('is asked and answered in the shape of %s', async (_era, params) => {
    const { elicit, answerNext } = testElicitation()
    const result = elicit(params)
    const { details } = await answerNext({ kind: 'form', action: 'accept', content: { name: 'Ann', age: 7 } })
    expect(details).toEqual({
      kind: 'form',
      message: 'Who are you?',
      fields: [
        { key: 'name', kind: 'string', title: 'Name', required: true },
        { key: 'age', kind: 'number', integer: true, required: false },
      ],
      secretLooking: [],
    })
    expect(await result).toEqual({ action: 'accept', content: { name: 'Ann', age: 7 } })
  })

  it('stays open when the screen sends what does not fit, and names the field', async () => {
    const { elicit, open, book, answerNext } = testElicitation()
    const result = elicit(form)
    const { id } = await open()
    expect(() => book.answer(id, { kind: 'form', action: 'accept', content: { name: 'Ann', age: 1.5 } })).toThrow(
      'age: Enter a whole number',
    )
    expect(() => book.answer(id, { kind: 'form', action: 'accept' })).toThrow('Name: Fill this in')
    await answerNext({ kind: 'form', action: 'accept', content: { name: 'Ann', stray: true } })
    expect(await result).toEqual({ action: 'accept', content: { name: 'Ann' } })
  })

  it('sends a decline and a cancel without content, and asks again the next time', async () => {
    const { elicit, answerNext } = testElicitation()
    for (const action of ['decline', 'cancel', 'decline'] as const) {
      const result = elicit(form)
      await answerNext({ kind: 'form', action, content: { name: 'Ann' } })
      expect(await result).toEqual({ action })
    }
  })

  it('is cancelled when its call stops or nobody answers', async () => {
    const { elicit, open, clock } = testElicitation()
    const controller = new AbortController()
    const stopped = elicit(form, controller.signal)
    await open()
    controller.abort(new AppError('CANCELLED', 'The call was stopped.'))
    expect(await stopped).toEqual({ action: 'cancel' })
    const expired = elicit(form)
    await open()
    await clock.pass(defaultLimits.questionMs)
    expect(await expired).toEqual({ action: 'cancel' })
  })

  it('sends what was typed into a field called __proto__', async () => {
    const { elicit, answerNext } = testElicitation()
    const result = elicit({ message: 'x', requestedSchema: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') })
    await answerNext({ kind: 'form', action: 'accept', content: JSON.parse('{"__proto__":"data"}') })
    expect(JSON.stringify(await result)).toBe('{"action":"accept","content":{"__proto__":"data"}}')
  })

  it('H02: keeps the message as the text that it is', async () => {
    const { elicit, open } = testElicitation()
    const message = '# Parley security check 🔒\n<img src=x onerror=alert(1)> [Continue](https://evil.test)'
    void elicit({ message, requestedSchema })
    expect((await open()).details).toMatchObject({ message })
  })

  it.each([
    ['nothing', undefined],
    ['no message', { requestedSchema }],
    ['no schema', { message: 'x' }],
    ['an unknown mode', { ...form, mode: 'telepathy' }],
    ['a page without address', { mode: 'url', message: 'x' }],
    ['more bytes than a schema may have', { ...form, message: 'x'.repeat(defaultLimits.schemaBytes) }],
  ])('is refused with INVALID_INPUT for %s', async (_name, params) => {
    const { elicit, book } = testElicitation()
    await expect(elicit(params)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(book.questions().open).toEqual([])
  })
})

describe('a page to visit', () => {
  it.each([
    ['with elicitationId, as in 2025-11-25', { ...page, elicitationId: 'e1' }],
    ['without, as in 2026-07-28', page],
  ])('opens after the click, and not before (%s)', async (_era, params) => {
    const { elicit, open, opened, answerNext } = testElicitation()
    const result = elicit(params)
    expect((await open()).details).toEqual({
      kind: 'page',
      message: 'Sign the papers.',
      url: 'https://papers.example/sign?x=1',
      host: 'papers.example',
      warnings: [],
    })
    expect(opened).toEqual([])
    await answerNext({ kind: 'page', action: 'open' })
    expect([await result, opened]).toEqual([{ action: 'accept' }, ['https://papers.example/sign?x=1']])
  })

  it('H06: is asked about without a request to anybody', async () => {
    const { elicit, open, opened } = testElicitation()
    const asked: string[] = []
    const realFetch = globalThis.fetch
    globalThis.fetch = async (input) => {
      asked.push(input instanceof Request ? input.url : input.toString())
      return new Response()
    }
    try {
      void elicit(page)
      await open()
    } finally {
      globalThis.fetch = realFetch
    }
    expect([asked, opened]).toEqual([[], []])
  })

  it('opens nothing on decline and cancel, and asks again the next time', async () => {
    const { elicit, answerNext, opened } = testElicitation()
    for (const action of ['decline', 'cancel'] as const) {
      const result = elicit(page)
      await answerNext({ kind: 'page', action })
      expect(await result).toEqual({ action })
    }
    expect(opened).toEqual([])
  })

  it('H05: shows an address that may not be opened as text, and takes no "open" for it', async () => {
    const { elicit, open, book, opened, answerNext } = testElicitation()
    const result = elicit({ ...page, url: 'file:///etc/passwd' })
    const { id, details } = await open()
    expect(details).toMatchObject({ url: 'file:///etc/passwd', refused: 'Parley does not open file: addresses' })
    expect(() => book.answer(id, { kind: 'page', action: 'open' })).toThrow(expect.objectContaining({ code: 'LINK_REFUSED' }))
    await answerNext({ kind: 'page', action: 'decline' })
    expect([await result, opened]).toEqual([{ action: 'decline' }, []])
  })

  it('is cancelled when the browser cannot be opened', async () => {
    const { elicit, answerNext } = testElicitation(() => Promise.reject(new Error('no browser')))
    const result = elicit(page)
    await answerNext({ kind: 'page', action: 'open' })
    expect(await result).toEqual({ action: 'cancel' })
  })
})
