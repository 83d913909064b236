import { expect, it } from 'vitest'
import { APP_PICTURE_BYTES } from '../../shared/domain/apps/appPicture'
import { AppId } from '../../shared/domain/apps/app'
import { CallId, ConversationId } from '../../shared/domain/ids'
import { Database } from '../storage/database'
import { ManualClock } from '../testing/manualClock'
import { AppPictures, type AppPicturesDeps, type CapturePage } from './appPictures'
import { jpegOf } from './testing/jpegOf'

const area = { x: 10, y: 20, width: 600, height: 300 }
const idOf = (kind: number, number: number): string => `00000000-0000-4000-8000-${kind}${String(number).padStart(11, '0')}`
const chat = ConversationId.parse(idOf(1, 1))
const appId = AppId.parse(idOf(2, 1))
const callId = CallId.parse(idOf(3, 1))
const { signal } = new AbortController()

/** A conversation with calls that show apps, all of them open. */
function setUp(calls = 1) {
  const database = new Database(':memory:')
  const open = new Map(
    Array.from({ length: calls }, (_, index) => [
      AppId.parse(idOf(2, index + 1)),
      { call: idOf(3, index + 1), end: new AbortController() },
    ]),
  )
  database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES ('${chat}', '', 1, 1, 'none')`)
  database.run(`INSERT INTO message (id, conversation, role, state, created) VALUES ('m', '${chat}', 'assistant', 'done', 1)`)
  for (const [seq, { call }] of [...open.values()].entries()) {
    database.run(`INSERT INTO part (id, message, seq, kind, json) VALUES ('of-${call}', 'm', ${seq}, 'call', '{}')`)
    database.run(
      `INSERT INTO call (id, part, server, tool, definition_hash, started_by, asked, why, state, started_at)
       VALUES ('${call}', 'of-${call}', 's', 't', 'h', 'model', '{}', '{}', 'done', 1)`,
    )
  }
  const openApps = (): ReturnType<AppPicturesDeps['openApps']> =>
    [...open].map(([id, { call, end }]) => ({
      // What an app is read from is of no interest here.
      subject: { appId: id, callId: CallId.parse(call), conversationId: chat } as ReturnType<
        AppPicturesDeps['openApps']
      >[number]['subject'],
      ended: end.signal,
    }))
  const clock = new ManualClock()
  const pictures = new AppPictures({ clock, databaseOf: () => database, openApps })
  const take = (jpeg: Uint8Array | undefined, of = appId): Promise<boolean> => pictures.take(of, area, () => Promise.resolve(jpeg), signal)
  return {
    database,
    pictures,
    take,
    keep: async (jpeg: Uint8Array, of = appId): Promise<boolean> => {
      await take(jpeg, of)
      return pictures.keep(of)
    },
    clock,
    end: (of = appId): void => {
      open.get(of)?.end.abort()
      open.delete(of)
    },
    shown: (): string | undefined => pictures.of(chat, callId)?.jpeg,
    [Symbol.dispose]: (): void => database.close(),
  }
}
const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const [first, second, third] = [jpegOf(600, 300), jpegOf(600, 301), jpegOf(600, 302)]

// Catches: a question that opened while the picture was taken is in it, because nobody was asked afterwards.
it('L27: a picture is kept when the page says so within five seconds, and only the one that was taken last', async () => {
  using test = setUp()
  const takenAt = test.clock.now()
  expect(await test.take(first)).toBe(true)
  expect(test.shown()).toBeUndefined()
  test.pictures.keep(appId)
  expect(test.pictures.of(chat, callId)).toEqual({ jpeg: inBase64(first), takenAt })
  await test.clock.pass(60_000)
  await test.take(second)
  await test.clock.pass(5_001)
  test.pictures.keep(appId)
  await test.take(second)
  await test.clock.pass(4_000)
  // Nothing can be seen now.
  expect(await test.take(undefined)).toBe(false)
  test.pictures.keep(appId)
  test.end()
  expect(test.shown()).toBe(inBase64(first))
})

it('at most one is taken in three seconds, and none where the shell takes no pictures', async () => {
  using test = setUp()
  const areas: unknown[] = []
  const capture: CapturePage = async (of) => {
    areas.push(of)
    return first
  }
  const taken = []
  for (const ms of [0, 2_999, 1]) {
    await test.clock.pass(ms)
    taken.push(await test.pictures.take(appId, area, capture, signal))
  }
  expect([taken, areas]).toEqual([
    [true, false, true],
    [area, area],
  ])
  await test.clock.pass(3_000)
  expect(await test.pictures.take(appId, area, undefined, signal)).toBe(false)
})

it.each([
  [
    'another kind of picture',
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVQYV2NgAAIAAAUAAarVyFEAAAAASUVORK5CYII=', 'base64'),
  ],
  ['a document', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['no size', jpegOf(0, 300)],
  ['too wide', jpegOf(1_281, 300)],
  ['too high', jpegOf(600, 4_001)],
  ['a larger picture inside of it', Buffer.concat([first, jpegOf(60_000, 60_000)])],
  ['too many bytes', Buffer.concat([first, Buffer.alloc(APP_PICTURE_BYTES)])],
])('L27: %s is no picture of an app, whether it is taken or was stored', async (_what, bytes) => {
  using test = setUp()
  expect(await test.take(bytes)).toBe(false)
  test.pictures.keep(appId)
  expect(test.database.all('SELECT call FROM app_picture')).toEqual([])
  test.database.run('INSERT INTO app_picture (call, at, jpeg) VALUES (?, 1, ?)', callId, bytes)
  expect(test.pictures.of(chat, callId)).toBeNull()
})

// Catches: an app that draws a clock has each of its pictures written to the disk.
it('one in a minute is written, and the last one when the app ends', async () => {
  using test = setUp()
  await test.keep(first)
  await test.clock.pass(10_000)
  await test.keep(second)
  expect(test.shown()).toBe(inBase64(first))
  await test.clock.pass(50_000)
  await test.keep(second)
  expect(test.shown()).toBe(inBase64(second))
  await test.clock.pass(10_000)
  await test.keep(third)
  expect(test.shown()).toBe(inBase64(second))
  test.end()
  expect(test.shown()).toBe(inBase64(third))
})

// Catches: a window that nobody touches writes to the disk and takes pictures without end.
it('a picture that is the same as the one before is told as that, and its time alone is written, when the app ends', async () => {
  using test = setUp()
  const since = test.clock.now()
  expect(await test.keep(first)).toBe(true)
  await test.clock.pass(70_000)
  expect(await test.keep(first)).toBe(false)
  expect(test.pictures.of(chat, callId)?.takenAt).toBe(since)
  await test.clock.pass(3_000)
  expect([await test.keep(second), await test.keep(second)]).toEqual([true, false])
  await test.clock.pass(3_000)
  expect(await test.keep(second)).toBe(false)
  test.end()
  expect(test.pictures.of(chat, callId)).toEqual({ jpeg: inBase64(second), takenAt: since + 76_000 })
})

it('of a conversation the 24 that were taken last are kept, and nothing of a call that is gone or elsewhere', async () => {
  using test = setUp(26)
  for (let number = 1; number <= 26; number++) {
    await test.clock.pass(1)
    await test.keep(first, AppId.parse(idOf(2, number)))
  }
  const kept = test.database.all('SELECT call FROM app_picture ORDER BY at').map(({ call }) => call)
  expect(kept).toEqual(Array.from({ length: 24 }, (_, index) => idOf(3, index + 3)))
  expect(test.pictures.of(ConversationId.parse(idOf(1, 2)), CallId.parse(idOf(3, 5)))).toBeNull()
  test.database.run('DELETE FROM call')
  await test.clock.pass(10_000)
  await test.keep(second)
  test.end()
  expect(test.database.all('SELECT call FROM app_picture')).toEqual([])
})

it('there is none of an app that is not open', async () => {
  using test = setUp()
  test.end()
  await expect(test.take(first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(() => test.pictures.keep(appId)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})

// Catches: a request waits for ever where the system draws a window no more, though it is open.
it('what takes longer than two seconds is no picture', async () => {
  using test = setUp()
  const taken = test.pictures.take(appId, area, () => new Promise(() => undefined), signal)
  await test.clock.pass(2_000)
  expect(await taken).toBe(false)
})

// Catches: a memory or a disk that is full when an app ends ends Parley with it, because nobody catches what a listener throws.
it('a picture that cannot be written costs nothing but itself', async () => {
  using test = setUp()
  const uncaught: unknown[] = []
  const note = (thrown: unknown): void => void uncaught.push(thrown)
  process.prependListener('uncaughtException', note)
  await test.keep(first)
  await test.clock.pass(4_000)
  await test.keep(second)
  test.database.run('DROP TABLE app_picture')
  test.end()
  await new Promise((resolve) => setImmediate(resolve))
  process.removeListener('uncaughtException', note)
  expect(uncaught).toEqual([])
})
