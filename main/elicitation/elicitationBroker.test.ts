import { describe, expect, it } from 'vitest'
import { CallId, ServerId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import type { ElicitationChoice } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { redact } from '../lib/redact'
import { LinkOpener } from '../links/linkOpener'
import { asker, callId, testQuestions } from '../questions/testing/testQuestions'
import { ElicitationBroker } from './elicitationBroker'
import { anyElicitation, type ElicitationPolicy } from './elicitationPolicy'
import { threadCpuMs } from '../../shared/testing/cpuMicros'

const never = new AbortController().signal
const requestedSchema = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' }, age: { type: 'integer' } },
  required: ['name'],
}
const form = { message: 'Who are you?', requestedSchema }
const inCall = (n: number) => ({ ...asker, callIds: [CallId.parse(`0190a5d0-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`)] })
const page = { mode: 'url', message: 'Sign the papers.', url: 'https://papers.example/sign?x=1' }

type Before = Pick<ReturnType<typeof testQuestions>, 'database'>

function testElicitation(openUrl?: (url: string) => Promise<void>, before?: Before) {
  const opened: string[] = []
  const questions = testQuestions({ ...(before && { database: before.database }) })
  const choice: { now: ElicitationChoice } = { now: 'ask' }
  const policy: { now: ElicitationPolicy } = { now: anyElicitation }
  const links = new LinkOpener({ openUrl: openUrl ?? (async (url) => void opened.push(url)) })
  const broker = new ElicitationBroker({
    questions: questions.book,
    links,
    limits: () => ({ ...defaultLimits, elicitationsPerMinute: 5 }),
    now: () => questions.clock.now(),
    choiceOf: () => choice.now,
    policy: () => policy.now,
  })
  const elicit = (params: unknown, signal = never, by = asker) => broker.elicit(by, params, signal)
  const ended = () => questions.book.questions().ended.map(({ kind, reason }) => [kind, reason])
  return { ...questions, broker, choice, policy, opened, elicit, ended }
}

describe('a form', () => {
  it.each([
    ['2025-06-18 and 2025-11-25', form],
    ['2026-07-28', { ...form, mode: 'form', _meta: {} }],
  ])('EL-05, EL-10: is asked and answered in the shape of %s', async (_era, params) => {
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

  it('EL-08: stays open when the screen sends what does not fit, and names the field', async () => {
    const { elicit, open, book, answerNext } = testElicitation()
    const result = elicit(form)
    const { id } = await open()
    expect(() => book.answer(id, { kind: 'form', action: 'accept', content: { name: 'Ann', age: 1.5 } })).toThrow(
      'elicitation.answerWrong {"field":"age","problem":{"id":"fields.wholeNumber"}}',
    )
    expect(() => book.answer(id, { kind: 'form', action: 'accept' })).toThrow('elicitation.answerWrong {"field":"Name"')
    await answerNext({ kind: 'form', action: 'accept', content: { name: 'Ann', stray: true } })
    expect(await result).toEqual({ action: 'accept', content: { name: 'Ann' } })
  })

  it('H13: has what was typed into a field that asks for a secret hidden where the server says it back, and nothing else', async () => {
    const { elicit, answerNext } = testElicitation()
    const properties = {
      password: { type: 'string' },
      token: { type: 'string', default: 'tools/call' },
      city: { type: 'string' },
    }
    const result = elicit({ message: 'Sign in', requestedSchema: { type: 'object', properties } })
    const content = { password: 'open sesame', token: 'tools/call', city: 'Reykjavik' }
    await answerNext({ kind: 'form', action: 'accept', content })
    expect(await result).toEqual({ action: 'accept', content })
    expect(redact('open sesame, tools/call, Reykjavik')).toBe('•••, tools/call, Reykjavik')
  })

  it('EL-10: sends a decline and a cancel without content, and asks again in the next call', async () => {
    const { elicit, answerNext } = testElicitation()
    for (const [index, action] of (['decline', 'cancel', 'decline'] as const).entries()) {
      const result = elicit(form, never, inCall(index))
      await answerNext({ kind: 'form', action, content: { name: 'Ann' } })
      expect(await result).toEqual({ action })
    }
  })

  it('EL-10, EL-32: is cancelled when its call stops or nobody answers', async () => {
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

  it('EL-07, H02: keeps the message as the text that it is', async () => {
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
  ])('EL-06: is refused with INVALID_INPUT for %s', async (_name, params) => {
    const { elicit, book } = testElicitation()
    await expect(elicit(params)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(book.questions().open).toEqual([])
  })
})

describe('a page to visit', () => {
  it.each([
    ['with elicitationId, as in 2025-11-25', { ...page, elicitationId: 'e1' }],
    ['without, as in 2026-07-28', page],
  ])(
    'EL-10, EL-16, EL-17, EL-20, EL-24: opens after the click, and not before, and the answer says no more than that it may (%s)',
    async (_era, params) => {
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
    },
  )

  it('EL-16, H06: is asked about without a request to anybody', async () => {
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
      const result = elicit(page, never, inCall(7))
      await answerNext({ kind: 'page', action })
      expect(await result).toEqual({ action })
    }
    expect(opened).toEqual([])
  })

  it('EL-23, H05: shows an address that may not be opened as text, and takes no "open" for it', async () => {
    const { elicit, open, book, opened, answerNext } = testElicitation()
    const result = elicit({ ...page, url: 'file:///etc/passwd' })
    const { id, details } = await open()
    expect(details).toMatchObject({ url: 'file:///etc/passwd', refused: { id: 'errors.links.scheme', params: { scheme: 'file:' } } })
    expect(() => book.answer(id, { kind: 'page', action: 'open' })).toThrow(expect.objectContaining({ code: 'LINK_REFUSED' }))
    await answerNext({ kind: 'page', action: 'decline' })
    expect([await result, opened]).toEqual([{ action: 'decline' }, []])
  })

  it('H04: shows a refused address as a browser reads it, so that letters of another script are seen', async () => {
    const { elicit, open, answerNext } = testElicitation()
    const result = elicit({ ...page, url: 'http://\u0430pple.com:8080/login' })
    expect((await open()).details).toMatchObject({
      url: 'http://xn--pple-43d.com:8080/login',
      host: 'xn--pple-43d.com:8080',
      hostLetters: '\u0430pple.com',
      warnings: ['lookAlike', 'punycode'],
      refused: { id: 'errors.links.notEncrypted' },
    })
    await answerNext({ kind: 'page', action: 'decline' })
    await result
  })

  it('EL-10: is cancelled when the browser cannot be opened', async () => {
    const { elicit, answerNext } = testElicitation(() => Promise.reject(new Error('no browser')))
    const result = elicit(page)
    await answerNext({ kind: 'page', action: 'open' })
    expect(await result).toEqual({ action: 'cancel' })
  })
})

describe('asking that is not shown', () => {
  it('H11, EL-29: after two refusals in a call all else that it asks there is declined at once, and said once', async () => {
    const { elicit, answerNext, book, ended } = testElicitation()
    for (const action of ['decline', 'cancel'] as const) {
      const refused = elicit(form)
      await answerNext({ kind: 'form', action })
      await refused
    }
    expect([await elicit(form), await elicit(page)]).toEqual([{ action: 'decline' }, { action: 'decline' }])
    expect(book.questions().open).toEqual([])
    expect(ended()).toEqual([
      ['form', { id: 'ends.declinedTwice' }],
      ['form', { id: 'ends.cancel' }],
      ['form', { id: 'ends.decline' }],
    ])
    expect(book.endedIn(callId).map(({ reason }) => reason.id)).toEqual(['ends.decline', 'ends.cancel', 'ends.declinedTwice'])
    const inAnother = elicit(form, never, inCall(1))
    await answerNext({ kind: 'form', action: 'accept', content: { name: 'Ann' } })
    expect(await inAnother).toMatchObject({ action: 'accept' })
  })

  it('H11: remembers the refusals of a call that goes on after a restart', async () => {
    const before = testElicitation()
    for (const action of ['decline', 'cancel'] as const) {
      const refused = before.elicit(form)
      await before.answerNext({ kind: 'form', action })
      await refused
    }
    const after = testElicitation(undefined, before)
    expect(await after.elicit(form)).toEqual({ action: 'decline' })
    void after.elicit(form, never, inCall(1))
    expect(after.book.questions().open).toHaveLength(1)
  })

  it('H11: a wait that ended without a person is no refusal', async () => {
    const { elicit, open, clock, answerNext } = testElicitation()
    for (let times = 0; times < 2; times++) {
      const expired = elicit(form)
      await open()
      await clock.pass(defaultLimits.questionMs)
      await expired
    }
    const third = elicit(form)
    await answerNext({ kind: 'form', action: 'accept', content: { name: 'Ann' } })
    expect(await third).toMatchObject({ action: 'accept' })
  })

  it('H11: counts a refusal for every call that it may have been about, and asks on while one of them may be another', async () => {
    const { elicit, answerNext, book } = testElicitation()
    const both = { ...asker, callIds: [...inCall(1).callIds, ...inCall(2).callIds] }
    for (const by of [both, inCall(1)]) {
      const refused = elicit(form, never, by)
      await answerNext({ kind: 'form', action: 'decline' })
      await refused
    }
    expect(await elicit(form, never, inCall(1))).toEqual({ action: 'decline' })
    void elicit(form, never, both)
    expect(book.questions().open).toHaveLength(1)
  })

  it('EL-03, EL-29, H11: "Stop asking me" takes back what is open as declined, declines what comes, and says both', async () => {
    const { elicit, open, broker, choice, book, ended } = testElicitation()
    const first = elicit(form)
    await open()
    choice.now = 'off'
    broker.lookAgain()
    expect([await first, await elicit(page), await elicit(page)]).toEqual(Array.from({ length: 3 }, () => ({ action: 'decline' })))
    expect(book.questions().open).toEqual([])
    const why = { id: 'ends.stopAsking', params: { server: 'everything' } }
    expect(ended()).toEqual([
      ['page', { id: 'ends.declinedAtOnce', params: { why } }],
      ['form', { id: 'errors.elicitation.notAllowed', params: { why } }],
    ])
    choice.now = 'ask'
    void elicit(form)
    expect((await open()).details.kind).toBe('form')
  })

  it('what the policy does not allow is declined, with who says so', async () => {
    const { elicit, open, policy, ended } = testElicitation()
    policy.now = { form: false, url: true, hosts: ['*.atlas.example', 'atlas.example'], by: ['Atlas IT'] }
    const other = { ...page, url: 'https://atlas.example.evil.test/' }
    expect([await elicit(form), await elicit(other)]).toEqual([{ action: 'decline' }, { action: 'decline' }])
    const [noHost, noForms] = [
      { id: 'ends.noHost', params: { by: ['Atlas IT'], host: 'atlas.example.evil.test' } },
      { id: 'ends.noForms', params: { by: ['Atlas IT'] } },
    ]
    expect(ended()).toEqual([
      ['page', { id: 'ends.declinedAtOnce', params: { why: noHost } }],
      ['form', { id: 'ends.declinedAtOnce', params: { why: noForms } }],
    ])
    const ask = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'Tel. 4711' } } as const
    policy.now = { form: false, url: false, by: ['Atlas IT'], ask }
    await elicit(form)
    expect(ended()[0]).toEqual(['form', { id: 'ends.declinedByPolicy', params: { why: noForms, ask } }])
    policy.now = { form: false, url: true, hosts: ['*.atlas.example', 'atlas.example'], by: ['Atlas IT'] }
    void elicit({ ...page, url: 'https://forms.atlas.example:8443/' })
    expect((await open()).details).toMatchObject({ kind: 'page', host: 'forms.atlas.example:8443' })
  })

  it('EL-29, F17: lets a server ask as often as the limit within a minute and not once more, and other servers go on', async () => {
    const { elicit, clock } = testElicitation()
    for (let times = 0; times < 5; times++) void elicit(form)
    const refused = elicit(form)
    await expect(refused).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'elicitation.tooOften',
      params: { server: 'everything', count: 5 },
    })
    void elicit(form, never, { ...asker, serverId: ServerId.parse('other') })
    await clock.pass(60_000)
    void elicit(form)
    await expect(Promise.race([elicit(form), Promise.resolve('asked')])).resolves.toBe('asked')
  })
})

describe('a page that a call waits for', () => {
  it('EL-25: can be opened again, gone on from, and given up', async () => {
    const { broker, answerNext, opened } = testElicitation()
    const goneOn = broker.awaitPage(asker, page, never)
    const { details } = await answerNext({ kind: 'page', action: 'open' })
    expect(details).toMatchObject({ opened: true, url: page.url })
    await answerNext({ kind: 'page', action: 'goOn' })
    expect([await goneOn, opened]).toEqual(['goOn', [page.url]])
    const stopped = broker.awaitPage(asker, page, never)
    await answerNext({ kind: 'page', action: 'cancel' })
    expect(await stopped).toBe('stop')
  })

  it('EL-27: ends by itself when the server says that it is done', async () => {
    const { broker, open, ended } = testElicitation()
    const done = new AbortController()
    const waiting = broker.awaitPage(asker, page, done.signal)
    await open()
    const params = { server: 'everything' }
    done.abort(new AppError('CANCELLED', { reason: 'calls.pageDone', params }))
    expect([await waiting, ended()]).toEqual(['withdrawn', [['page', { id: 'errors.calls.pageDone', params }]]])
  })

  it('takes no "go on" for a page that was not opened', async () => {
    const { elicit, open, book } = testElicitation()
    void elicit(page)
    const { id } = await open()
    expect(() => book.answer(id, { kind: 'page', action: 'goOn' })).toThrow('elicitation.notOpened')
  })
})

it('EL-21, H04: opens a host that looks like another one only after the person said that they read it', async () => {
  const { elicit, open, book, answerNext, opened } = testElicitation()
  const result = elicit({ ...page, url: 'https://\u0430pple.com/login' })
  const { id, details } = await open()
  expect(details).toMatchObject({ host: 'xn--pple-43d.com', hostLetters: '\u0430pple.com', warnings: ['lookAlike', 'punycode'] })
  expect(() => book.answer(id, { kind: 'page', action: 'open' })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  expect(opened).toEqual([])
  await answerNext({ kind: 'page', action: 'open', hostRead: true })
  expect([await result, opened]).toEqual([{ action: 'accept' }, ['https://xn--pple-43d.com/login']])
})

it.each([
  ['an address that looks like a link', { url: { type: 'string', format: 'uri', default: 'https://evil.test' } }],
  ['10,000 choices', { pick: { type: 'string', enum: Array.from({ length: 10_000 }, (_, index) => `${index}`) } }],
  ['fields in fields', { deep: { type: 'object', properties: { a: { type: 'object' } } } }],
  ['a number without end', { n: { type: 'number', minimum: 1e308, default: 1e308 } }],
  ['an expression that never ends', { p: { type: 'string', pattern: '^(a+)+$' } }],
])('H09, EL-13, EL-14: a form with %s is shown at once, and can be declined', async (_name, properties) => {
  const { elicit, answerNext } = testElicitation()
  const started = threadCpuMs()
  const result = elicit({ message: 'x', requestedSchema: { type: 'object', properties } })
  await answerNext({ kind: 'form', action: 'decline' })
  expect(await result).toEqual({ action: 'decline' })
  expect(threadCpuMs() - started).toBeLessThan(1_000)
})
