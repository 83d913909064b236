import { expect, it } from 'vitest'
import { eventStreamFilter, type EventRules } from './eventStreamFilter'

interface Passed {
  readonly text: string
  readonly oversized: number
  readonly unreadable: readonly unknown[]
}

async function pass(text: string, cut: number, more: Partial<EventRules> = {}): Promise<Passed> {
  const unreadable: unknown[] = []
  let oversized = 0
  const bytes = Buffer.from(text)
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += cut) controller.enqueue(bytes.subarray(at, at + cut))
      controller.close()
    },
  })
  const rules: EventRules = {
    limits: { bytes: 1_000, values: 100 },
    resumable: true,
    onBytes: undefined,
    onOversized: () => oversized++,
    onUnreadable: (answers) => unreadable.push(answers),
    stream: { ready: () => undefined, messageEnded: () => undefined },
    onNoise: () => undefined,
    ...more,
  }
  return { text: await new Response(source.pipeThrough(eventStreamFilter(rules))).text(), oversized, unreadable }
}

/** The events as a reader of the stream sees them. */
const eventsIn = (text: string): readonly string[] =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '')
    .map((line) => line.replace(': ', ':'))

const answer = (id: number, more = ''): string => `{"jsonrpc":"2.0","id":${id},"result":{"text":"é"}${more}}`

it.each(['\n', '\r\n', '\r'])('finds the same events wherever the bytes are cut, with lines that end in %j', async (end) => {
  const text = [`: hello`, '', `id: 1`, `data: ${answer(1)}`, '', `event: message`, `data: ${answer(2)}`, '', ''].join(end)
  const whole = eventsIn((await pass(text, text.length * 2)).text)
  for (let cut = 1; cut < 40; cut++) expect(eventsIn((await pass(text, cut)).text)).toEqual(whole)
  expect(whole).toEqual(['id:1', `data:${answer(1)}`, 'event:message', `data:${answer(2)}`])
})

it('drops an event over the limit up to the empty line that ends it, tells of it once, and goes on, wherever the bytes are cut', async () => {
  const text = `data: ${'x'.repeat(1_500)}\ndata: ${'y'.repeat(1_500)}\n\ndata: ${answer(3)}\n\n`
  for (const cut of [1, 7, 100, 5_000]) {
    const passed = await pass(text, cut)
    expect([eventsIn(passed.text), passed.oversized]).toEqual([[`data:${answer(3)}`], 1])
  }
})

it('takes an event at the limit and refuses it one over', async () => {
  const event = `data: ${answer(1)}\n\n`
  const bytes = Buffer.byteLength(event)
  const [at, over] = await Promise.all([
    pass(event, 50, { limits: { bytes, values: 100 } }),
    pass(event, 50, { limits: { bytes: bytes - 1, values: 100 } }),
  ])
  expect([at.oversized, over.oversized, over.text]).toEqual([0, 1, ''])
})

it('J16: an event of very many lines is passed on in one part for each chunk, not one for each line', async () => {
  const filter = eventStreamFilter({
    limits: { bytes: 1_000_000, values: 100 },
    resumable: true,
    onBytes: undefined,
    onOversized: () => undefined,
    onUnreadable: () => undefined,
    stream: { ready: () => undefined, messageEnded: () => undefined },
    onNoise: () => undefined,
  })
  const writer = filter.writable.getWriter()
  const written = Promise.all([writer.write(Buffer.from(':\n'.repeat(50_000))), writer.write(Buffer.from('data: x\n\n')), writer.close()])
  let parts = 0
  for await (const _part of filter.readable) parts++
  await written
  expect(parts).toBeLessThan(5)
})

it('J31: counts events that bring no message', async () => {
  let noise = 0
  const more = { onNoise: () => noise++ }
  await pass(`\n\n\n: hello\n\nevent: other\ndata: x\n\ndata: rubbish\n\ndata: ${answer(1)}\n\n`, 7, more)
  expect(noise).toBe(6)
})

it('keeps the ids of events where a stream can be taken up again, and takes them out where it cannot', async () => {
  const text = `id: 7\nretry: 10\ndata:\n\nid: 8\ndata: ${answer(1)}\n\n`
  const [resumable, once] = await Promise.all([pass(text, 1_000), pass(text, 1_000, { resumable: false })])
  expect([eventsIn(resumable.text), eventsIn(once.text)]).toEqual([
    ['id:7', 'retry:10', 'data:', 'id:8', `data:${answer(1)}`],
    [`data:${answer(1)}`],
  ])
})

it('makes single messages of a batch, and leaves members out that JSON-RPC does not know', async () => {
  const passed = await pass(`id: 9\ndata: [${answer(1, ',"x":1')},\ndata: ${answer(2)}]\n\n`, 1_000)
  expect(eventsIn(passed.text)).toEqual([
    'data:{"jsonrpc":"2.0","id":1,"result":{"text":"é"}}',
    'id:9',
    'data:{"jsonrpc":"2.0","id":2,"result":{"text":"é"}}',
  ])
})

it('tells which answer was none, and passes events of other kinds on as they are', async () => {
  const passed = await pass(
    'data: {"jsonrpc":"2.0","id":5}\n\ndata: {half\n\ndata: {"jsonrpc":"2.0","method":5}\n\nevent: endpoint\ndata: /x\n\n',
    9,
  )
  expect([passed.unreadable, eventsIn(passed.text)]).toEqual([
    [5, undefined],
    ['event:endpoint', 'data:/x'],
  ])
})
