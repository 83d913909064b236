import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Part } from '../../shared/domain/chat'
import { PartId, ServerId } from '../../shared/domain/ids'
import { runTurn, type ModelEvent } from './turnLoop'

const partOf = (kind: 'text' | 'reasoning', text: string): Part => ({ id: PartId.parse(randomUUID()), kind, text })
const words: ModelEvent = { type: 'text', block: '1', text: 'More' }
const asks: ModelEvent = { type: 'call', modelCallId: 'c', modelToolName: 'files__echo', arguments: {} }

/** Runs a turn against a model with these answers. Returns for each request whether the model was told to go on in a text, and the parts. */
async function run(soFar: readonly Part[], ...answers: readonly (readonly ModelEvent[])[]) {
  const goesOn: boolean[] = []
  const shown: string[] = []
  const calls: unknown[] = []
  const texts = new Map(soFar.map((part) => [part.id, 'text' in part ? part.text : part.kind]))
  const left = [...answers]
  const deps = {
    async *think(_parts: readonly Part[], continues: boolean) {
      goesOn.push(continues)
      yield* left.shift() ?? []
    },
    describe: () => ({ serverId: ServerId.parse('files'), tool: 'echo', definitionHash: 'h', ui: { resourceUri: 'ui://board' } }),
    inputs: {
      begin: (name: string) => name === 'board__show',
      write: (_callId: string, text: string) => void shown.push(text),
      complete: () => void shown.push('whole'),
      end: () => void shown.push('end'),
    },
    takeSteering: () => undefined,
    runCall: () => Promise.resolve({ state: 'done' as const }),
    newId: () => randomUUID(),
    now: () => 0,
    stepLimit: 5,
    stepsTaken: 0,
  }
  for await (const event of runTurn(deps, soFar, new AbortController().signal)) {
    if ('part' in event && event.part.kind === 'call')
      calls.push([event.type, event.part.id, event.part.call.state, event.part.call.askedText])
    if (event.type === 'partAdded') texts.set(event.part.id, 'text' in event.part ? event.part.text : event.part.kind)
    if (event.type === 'textAdded') texts.set(event.partId, `${texts.get(event.partId)}${event.text}`)
  }
  return { goesOn, parts: [...texts.values()], shown, calls }
}

const writes = (text: string, modelToolName = 'board__show'): ModelEvent => ({ type: 'callInput', modelCallId: 'c', modelToolName, text })

it('a model that writes after it asked for a call is not told that its answer broke off', async () => {
  expect(await run([], [asks, words], [words])).toMatchObject({ goesOn: [false, false], parts: ['call', 'More', 'More'] })
})

it('goes on in the text that broke off, and says so in the first request alone', async () => {
  expect(await run([partOf('text', 'Half')], [words, asks, { ...words, block: '2' }], [words])).toMatchObject({
    goesOn: [true, false],
    parts: ['HalfMore', 'call', 'More', 'More'],
  })
})

it('where the model was thinking when it broke off, nothing is said of a text, and what comes is a text of its own', async () => {
  expect(await run([partOf('text', 'Whole.'), partOf('reasoning', 'Hm')], [words])).toMatchObject({
    goesOn: [false],
    parts: ['Whole.', 'Hm', 'More'],
  })
})

it('AP-17: a call can be seen while its arguments are written, and is the same part once they are whole', async () => {
  const { calls, shown, parts } = await run(
    [],
    [writes(''), writes('{"a'), writes('":1}'), { ...asks, modelToolName: 'board__show' }],
    [words],
  )
  const id: unknown = expect.any(String)
  expect(calls).toEqual([
    ['callWriting', id, 'queued', undefined],
    ['partAdded', id, 'queued', undefined],
  ])
  expect(new Set(calls.map((call) => (Array.isArray(call) ? call[1] : '')))).toHaveLength(1)
  expect([shown, parts]).toEqual([
    ['{"a', '":1}', 'whole'],
    ['call', 'More'],
  ])
})

it('AP-18: a call that the model breaks off in is cut off, with what was written of it', async () => {
  const { calls, shown } = await run([], [writes('{"a'), words])
  expect(calls).toMatchObject([
    ['callWriting', expect.any(String), 'queued', undefined],
    ['partAdded', expect.any(String), 'cutOff', '{"a'],
  ])
  expect(shown).toEqual(['{"a', 'end'])
})

it('a call that nobody may see before it is whole comes whole', async () => {
  const { calls, shown } = await run([], [writes('{"a', 'files__echo'), asks], [words])
  expect([calls.length, shown]).toEqual([1, []])
})
