import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { CallId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import { ResultReaders, type ReadPiece } from './resultReaders'

const script = fileURLToPath(new URL('testing/resultThread.mjs', import.meta.url))
const callId = (number: number): CallId => CallId.parse(`3f1d0d9e-0c60-4b8e-9f8c-2f9c3c6a7e${String(number).padStart(2, '0')}`)
const arrangement = { filter: '', language: 'en' } as const

/** A result in pieces of so many characters, and how many were read. */
function inPieces(result: object, length = 1_000): { readonly read: ReadPiece; readonly count: () => number } {
  const json = JSON.stringify({ structured: 'noSchema', isError: false, bytes: 1, content: [], ...result })
  const pieces = Math.ceil(json.length / length)
  let count = 0
  const read: ReadPiece = (piece) => {
    count++
    return { json: json.slice(piece * length, (piece + 1) * length), pieces }
  }
  return { read, count: () => count }
}

it('opens a result once, and answers about each of its texts', async () => {
  await using readers = new ResultReaders({ script })
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: `row ${id}` }))
  const { read, count } = inPieces({
    content: [
      { type: 'text', text: 'Words' },
      { type: 'image', data: '', mimeType: 'image/png' },
    ],
    structuredContent: rows,
  })
  const [opened, again] = await Promise.all([readers.open(callId(1), read), readers.open(callId(1), read)])
  expect(again).toEqual(opened)
  expect([opened.documents.map(({ place }) => place), opened.others]).toEqual([[0, 'structured'], 1])
  const pieces = count()
  const table = await readers.ask('table', callId(1), read, {
    place: 'structured',
    arrangement: { ...arrangement, filter: 'row 499' },
    from: 0,
    count: 5,
  })
  expect([table.total, table.rows[0]?.[0]?.text, count()]).toEqual([1, '499', pieces])
  await expect(readers.ask('path', callId(1), read, { place: 7, id: '0' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('holds two results open, and opens one that was closed again when it is asked about', async () => {
  await using readers = new ResultReaders({ script })
  const results = [1, 2, 3].map((number) => ({ id: callId(number), ...inPieces({ structuredContent: [{ number }] }, 10_000) }))
  for (const { id, read } of results) await readers.open(id, read)
  const answers: string[] = []
  for (const { id, read } of results) {
    const { text } = await readers.ask('part', id, read, { place: 'structured', part: { kind: 'branch', id: '2' }, offset: 0 })
    answers.push(text)
  }
  expect([answers, results[0]?.count()]).toEqual([['1', '2', '3'], 2])
})

it('says why a result cannot be opened, to everybody who waits, and tries it anew the next time', async () => {
  await using readers = new ResultReaders({ script })
  const gone: ReadPiece = () => {
    throw new AppError('NOT_FOUND', { reason: 'chat.noWholeResult' })
  }
  await expect(readers.open(callId(1), gone)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // The thread ends at this.
  const broken: ReadPiece = () => ({ json: '{', pieces: 1 })
  const both = await Promise.allSettled([readers.open(callId(1), broken), readers.open(callId(1), broken)])
  expect(both.map((one) => one.status === 'rejected' && AppError.from(one.reason).code)).toEqual(['MESSAGE_TOO_LARGE', 'MESSAGE_TOO_LARGE'])
  expect((await readers.open(callId(1), inPieces({}).read)).documents).toEqual([])
})

it('opens more texts than anybody looks at one by one as one', async () => {
  await using readers = new ResultReaders({ script })
  const { read } = inPieces({ content: Array.from({ length: 12_000 }, (_, number) => ({ type: 'text', text: `text ${number}` })) }, 64_000)
  expect((await readers.open(callId(1), read)).documents).toMatchObject([{ place: 'texts', lines: 23_999 }])
})

it('leaves a result alone that was opened anew while its first thread ended', async () => {
  await using readers = new ResultReaders({ script })
  const first = { id: callId(1), ...inPieces({ structuredContent: [1] }) }
  await readers.open(first.id, first.read)
  // Two others push it out, and its thread ends while it is opened again.
  await Promise.all([2, 3].map((number) => readers.open(callId(number), inPieces({}).read)))
  await readers.open(first.id, first.read)
  const read = first.count()
  for (let round = 0; round < 20; round++) await readers.ask('path', first.id, first.read, { place: 'structured', id: '1' })
  expect(first.count()).toBe(read)
})

it('answers everybody who asks about more results than are open at once', async () => {
  await using readers = new ResultReaders({ script })
  const rows = Array.from({ length: 5_000 }, (_, id) => ({ id }))
  const results = [1, 2, 3, 4].map((number) => ({ id: callId(number), ...inPieces({ structuredContent: [{ number }, ...rows] }, 50_000) }))
  const asked = results.flatMap(({ id, read }) =>
    [0, 1, 2].map(async (hit) => {
      await readers.open(id, read)
      const found = await readers.ask('findText', id, read, { place: 'structured', characters: 1_000, words: 'number', hit })
      return found.count
    }),
  )
  expect(await Promise.all(asked)).toEqual(asked.map(() => 1))
})

it('leaves out a question that nobody asks any more, and answers the others', async () => {
  await using readers = new ResultReaders({ script })
  const { read } = inPieces({ structuredContent: [1] })
  await readers.open(callId(1), read)
  const [left, stays] = [new AbortController(), new AbortController()]
  const [first, second, third] = [undefined, left.signal, stays.signal].map((signal) =>
    readers.ask('path', callId(1), read, { place: 'structured', id: '1' }, signal),
  )
  left.abort()
  await expect(second).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(await Promise.all([first, third])).toEqual(['[0]', '[0]'])
})

it('closes a result whose conversation has ended, so that it is read anew or not at all', async () => {
  await using readers = new ResultReaders({ script })
  const [gone, kept] = [inPieces({}), inPieces({})]
  await readers.open(callId(1), gone.read)
  await readers.open(callId(2), kept.read)
  await readers.close((id) => id === callId(1))
  await Promise.all([readers.open(callId(1), gone.read), readers.open(callId(2), kept.read)])
  expect([gone.count(), kept.count()]).toEqual([2, 1])
})
