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
  const texts = new Map(soFar.map((part) => [part.id, 'text' in part ? part.text : part.kind]))
  const left = [...answers]
  const deps = {
    async *think(_parts: readonly Part[], continues: boolean) {
      goesOn.push(continues)
      yield* left.shift() ?? []
    },
    describe: () => ({ serverId: ServerId.parse('files'), tool: 'echo', definitionHash: 'h' }),
    runCall: () => Promise.resolve({ state: 'done' as const }),
    newId: () => randomUUID(),
    now: () => 0,
    stepLimit: 5,
  }
  for await (const event of runTurn(deps, soFar, new AbortController().signal)) {
    if (event.type === 'partAdded') texts.set(event.part.id, 'text' in event.part ? event.part.text : event.part.kind)
    if (event.type === 'textAdded') texts.set(event.partId, `${texts.get(event.partId)}${event.text}`)
  }
  return { goesOn, parts: [...texts.values()] }
}

it('a model that writes after it asked for a call is not told that its answer broke off', async () => {
  expect(await run([], [asks, words], [words])).toEqual({ goesOn: [false, false], parts: ['call', 'More', 'More'] })
})

it('goes on in the text that broke off, and says so in the first request alone', async () => {
  expect(await run([partOf('text', 'Half')], [words, asks, { ...words, block: '2' }], [words])).toEqual({
    goesOn: [true, false],
    parts: ['HalfMore', 'call', 'More', 'More'],
  })
})

it('where the model was thinking when it broke off, nothing is said of a text, and what comes is a text of its own', async () => {
  expect(await run([partOf('text', 'Whole.'), partOf('reasoning', 'Hm')], [words])).toEqual({
    goesOn: [false],
    parts: ['Whole.', 'Hm', 'More'],
  })
})
