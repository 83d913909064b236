import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors/appError'
import { DevTools, type BrowserEvent } from './devTools'

const { signal } = new AbortController()

function connected(longest?: number) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const tools = new DevTools(input, output, longest)
  const events: BrowserEvent[] = []
  tools.listen((event) => void events.push(event))
  const say = (...messages: readonly object[]) => output.write(messages.map((message) => `${JSON.stringify(message)}\0`).join(''))
  return { tools, events, output, say, sent: () => String(input.read()) }
}

it('gives each question its answer, and each event to who listens, until they stop', async () => {
  const { tools, events, say, sent } = connected()
  const answers = Promise.allSettled([
    tools.send('A.one', { at: 1 }, { signal }),
    tools.send('A.two', {}, { signal, sessionId: 'S' }),
    tools.next(({ method }) => method === 'B.second', signal),
  ])
  expect(sent()).toBe('{"id":1,"method":"A.one","params":{"at":1}}\0{"id":2,"method":"A.two","params":{},"sessionId":"S"}\0')
  say({ id: 2, error: { message: 'No' } }, { method: 'B.first' }, { id: 1, result: { ok: 1 } }, { method: 'B.second', sessionId: 'S' })
  const [one, two, second] = await answers
  expect([one, two.status, second]).toMatchObject([{ value: { ok: 1 } }, 'rejected', { value: { method: 'B.second', sessionId: 'S' } }])
  expect(events.map(({ method }) => method)).toEqual(['B.first', 'B.second'])
})

// Catches: what a page says is too long to be read, and nobody knows whose page; or a page names the session of another one.
it('tells whose message was too long to be read, by the session that the browser wrote last', async () => {
  const { tools, events, say } = connected(1_000)
  const forged = `"sessionId":"another"}${'x'.repeat(2_000)}"sessionId":"another"}`
  const next = tools.next(({ method }) => method === 'Next.one', signal)
  say({ method: 'Runtime.consoleAPICalled', params: { args: [forged] }, sessionId: 'own' }, { method: 'Next.one' })
  await next
  expect(events).toEqual([
    { method: '', params: {}, sessionId: 'own', length: expect.any(Number) },
    { method: 'Next.one', params: {}, sessionId: undefined, length: 21 },
  ])
  expect(events[0]?.length).toBeGreaterThan(2_000)
})

// Catches: the error leaves the listener, and the process ends without its cleanup; or who waits for an event waits until its deadline.
it.each([
  ['says what is no JSON', ({ output }: ReturnType<typeof connected>) => output.write('{"id":1,\0')],
  ['is gone', ({ tools }: ReturnType<typeof connected>) => tools.fail(new AppError('INTERNAL', 'gone'))],
])('a browser that %s fails whoever waits, then and later', async (_what, happens) => {
  const connection = connected()
  const { tools } = connection
  const waiting = Promise.allSettled([tools.send('A.one', {}, { signal }), tools.next(() => true, signal)])
  happens(connection)
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(tools.send('A.two', {}, { signal })).rejects.toThrow(AppError)
})

it('an interrupted check waits for nothing more', async () => {
  const interrupted = new AbortController()
  const { tools } = connected()
  const waiting = [tools.send('A.one', {}, interrupted), tools.next(() => true, interrupted.signal)]
  const why = new AppError('CANCELLED', { reason: 'cli.interrupted' })
  interrupted.abort(why)
  expect(await Promise.allSettled(waiting)).toEqual(waiting.map(() => ({ status: 'rejected', reason: why })))
  await expect(tools.send('A.two', {}, interrupted)).rejects.toBe(why)
})
