import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CallId, ConnectionId, ServerId } from '../../shared/domain/ids'
import { defaultLimits, type Limits } from '../../shared/domain/defaultLimits'
import { rememberSecret } from '../lib/redact'
import { Database } from '../storage/database'
import { TrafficLog } from './trafficLog'

const serverId = ServerId.parse('s')
const connectionId = ConnectionId.parse(crypto.randomUUID())
const callId = CallId.parse(crypto.randomUUID())
const messageRecord = (json: string, more: object = {}) => ({
  serverId,
  connectionId,
  at: Date.now(),
  direction: 'sent' as const,
  bytes: json.length,
  json,
  ...more,
})

class Folder implements AsyncDisposable {
  readonly #path = mkdtempSync(join(tmpdir(), 'parley-traffic-'))
  readonly file = join(this.#path, 'parley.db')
  readonly #opened = new AsyncDisposableStack()

  open(limits: Partial<Limits> = {}, database = this.database()): TrafficLog {
    const script = join(import.meta.dirname, 'trafficWorker.ts')
    return this.#opened.use(new TrafficLog({ database, file: this.file, script, limits: () => ({ ...defaultLimits, ...limits }) }))
  }

  /** Opens another connection to the same file. */
  database(): Database {
    const database = new Database(this.file)
    this.#opened.defer(() => database.close())
    return database
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync()
    rmSync(this.#path, { recursive: true })
  }
}

const texts = async (traffic: TrafficLog, limit: number): Promise<readonly string[]> =>
  (await traffic.ofServer(serverId, { limit })).records.map(({ json }) => json)

it('gives the messages of a call and of a server back in order', async () => {
  await using folder = new Folder()
  const traffic = folder.open()
  traffic.record(messageRecord('1', { callId }))
  traffic.record(messageRecord('2'))
  traffic.record(messageRecord('3', { callId, direction: 'received' }))
  expect({
    call: (await traffic.ofCall(callId)).map(({ json, direction }) => json + direction),
    server: await texts(traffic, 2),
  }).toEqual({
    call: ['1sent', '3received'],
    server: ['2', '3'],
  })
})

it('gives what came before a message, and says whether there is more', async () => {
  await using folder = new Folder()
  const traffic = folder.open()
  for (const text of ['1', '2', '3', '4']) traffic.record(messageRecord(text))
  const last = await traffic.ofServer(serverId, { limit: 2 })
  const before = await traffic.ofServer(serverId, { limit: 2, before: last.records[0]?.id })
  expect([last, before].map((page) => ({ texts: page.records.map(({ json }) => json), hasMore: page.hasMore }))).toEqual([
    { texts: ['3', '4'], hasMore: true },
    { texts: ['1', '2'], hasMore: false },
  ])
})

// Catches: more has come than one look takes, and those in the middle are left out.
it('gives what came after a message, from there on', async () => {
  await using folder = new Folder()
  const traffic = folder.open()
  for (const text of ['1', '2', '3', '4']) traffic.record(messageRecord(text))
  const [first] = (await traffic.ofServer(serverId, { limit: 4 })).records
  const after = await traffic.ofServer(serverId, { limit: 2, after: first?.id })
  const rest = await traffic.ofServer(serverId, { limit: 2, after: after.records.at(-1)?.id })
  expect([after, rest].map((page) => ({ texts: page.records.map(({ json }) => json), hasMore: page.hasMore }))).toEqual([
    { texts: ['2', '3'], hasMore: true },
    { texts: ['4'], hasMore: false },
  ])
})

it('K03: takes secrets out before it cuts, also those that it learns of later', async () => {
  await using folder = new Folder()
  const traffic = folder.open({ messageRecordBytesKept: 10 })
  rememberSecret('tokentokentoken')
  traffic.record(messageRecord('a: tokentokentoken'))
  const early = await texts(traffic, 1)
  rememberSecret('another secret')
  traffic.record(messageRecord('b: another secret'))
  expect([...early, ...(await texts(traffic, 1))]).toEqual(['a: •••', 'b: •••'])
})

it('keeps no part of a secret at the end of a message that came cut, however much was taken out before it', async () => {
  await using folder = new Folder()
  const traffic = folder.open({ messageRecordBytesKept: 1_000 })
  const secret = 'KEY-0123456789-0123456789-0123456789'
  rememberSecret(secret)
  const [echoed, half] = [secret.repeat(300), secret.slice(0, -1)]
  for (const end of ['', `"${']}'.repeat(50)}`]) traffic.record(messageRecord(`{"result":"${echoed}${half}${end}`, { cut: true }))
  traffic.record(messageRecord(`{"result":"plain"}`))
  const kept = await texts(traffic, 3)
  expect({
    parts: kept.map((text) => text.includes('KEY-')),
    hidden: kept.map((text) => text.includes('•••')),
    whole: kept.at(-1),
  }).toEqual({
    parts: [false, false, false],
    hidden: [true, true, false],
    whole: '{"result":"plain"}',
  })
})

it('keeps what a cut message says to its end, however long a secret is that it does not end with', async () => {
  await using folder = new Folder()
  const traffic = folder.open({ messageRecordBytesKept: 1_000 })
  rememberSecret('-----BEGIN PRIVATE KEY-----'.repeat(100))
  traffic.record(messageRecord(`{"result":"${'all of it '.repeat(50)}`, { cut: true }))
  expect((await texts(traffic, 1))[0]).toContain('all of it '.repeat(50))
})

it('records though old messages cannot be deleted', { tags: ['slow'] }, async () => {
  await using folder = new Folder()
  {
    await using traffic = folder.open()
    traffic.record(messageRecord('old', { at: 1 }))
  }
  const database = folder.database()
  database.run("CREATE TRIGGER kept BEFORE DELETE ON message_record BEGIN SELECT RAISE(ABORT, 'not now'); END")
  const traffic = folder.open({}, database)
  traffic.record(messageRecord('new'))
  expect(await texts(traffic, 9)).toEqual(['old', 'new'])
})

it('keeps only so many of each server', async () => {
  await using folder = new Folder()
  const traffic = folder.open({ messageRecordsKept: 100 })
  const other = ServerId.parse('other')
  traffic.record(messageRecord('kept', { serverId: other }))
  for (let index = 0; index < 5_000; index++) traffic.record(messageRecord(String(index)))
  const kept = await texts(traffic, 10_000)
  const ofOther = await traffic.ofServer(other, { limit: 1 })
  expect({ bounded: kept.length < 1_600, last: kept.at(-1), other: ofOther.records[0]?.json }).toEqual({
    bounded: true,
    last: '4999',
    other: 'kept',
  })
})

it('looks for what is too old only now and then: it costs more than writing', async () => {
  await using folder = new Folder()
  const traffic = folder.open({ messageRecordsKept: 100 })
  for (let index = 0; index < 300; index++) traffic.record(messageRecord(String(index)))
  const first = (await texts(traffic, 10_000)).length
  for (let index = 0; index < 300; index++) traffic.record(messageRecord(String(index)))
  expect([first, (await texts(traffic, 10_000)).length]).toEqual([100, 400])
})

it('keeps only so many bytes of each server', { tags: ['slow'] }, async () => {
  await using folder = new Folder()
  const traffic = folder.open({ messageRecordBytesKept: 50_000, messageRecordBytesPerServer: 1_000_000 })
  for (let index = 0; index < 500; index++) traffic.record(messageRecord(`${index} ${'x'.repeat(60_000)}`))
  const kept = await texts(traffic, 1_000)
  const bytes = kept.reduce((sum, text) => sum + text.length, 0)
  expect({ bounded: bytes <= 1_000_000, some: bytes > 900_000, last: kept.at(-1)?.slice(0, 4) }).toEqual({
    bounded: true,
    some: true,
    last: '499 ',
  })
})

it('sweeps what many short runs have left behind', { tags: ['slow'] }, async () => {
  await using folder = new Folder()
  for (let run = 0; run < 4; run++) {
    await using traffic = folder.open({ messageRecordsKept: 100 })
    for (let index = 0; index < 90; index++) traffic.record(messageRecord(`${run} ${index}`))
  }
  const kept = await texts(folder.open(), 1_000)
  expect({ count: kept.length, last: kept.at(-1) }).toEqual({ count: 100, last: '3 89' })
})

it('forgets messages after a month, whatever became of their server', { tags: ['slow'] }, async () => {
  await using folder = new Folder()
  const month = 31 * 24 * 60 * 60 * 1_000
  {
    await using traffic = folder.open()
    traffic.record(messageRecord('old', { serverId: ServerId.parse('gone'), at: Date.now() - month }))
    traffic.record(messageRecord('new'))
  }
  const traffic = folder.open()
  traffic.record(messageRecord('newer'))
  const gone = await traffic.ofServer(ServerId.parse('gone'), { limit: 1 })
  expect({ gone: gone.records, kept: await texts(traffic, 9) }).toEqual({ gone: [], kept: ['new', 'newer'] })
})

it('forgets what went over the wire for the calls of a removed conversation, and nothing else', async () => {
  await using folder = new Folder()
  const database = folder.database()
  const other = CallId.parse('0190a5d0-0000-7000-8000-000000000002')
  for (const [call, removed] of [
    [callId, 1],
    [other, null],
  ] as const) {
    database.run(
      `INSERT INTO conversation (id, title, created, updated, model, removed) VALUES (?, '', 1, 1, 'none', ?)`,
      `of ${call}`,
      removed,
    )
    database.run(`INSERT INTO message (id, conversation, role, state, created) VALUES (?1, ?1, 'user', 'done', 1)`, `of ${call}`)
    database.run(`INSERT INTO part (id, message, seq, kind, json) VALUES (?1, ?1, 1, 'call', '{}')`, `of ${call}`)
    database.run(
      `INSERT INTO call (id, part, server, tool, definition_hash, started_by, asked, why, state, started_at) VALUES (?, ?, 's', 't', '', 'model', '{}', '{}', 'done', 1)`,
      call,
      `of ${call}`,
    )
  }
  const traffic = folder.open({}, database)
  traffic.record(messageRecord('removed', { callId }))
  traffic.record(messageRecord('kept', { callId: other }))
  traffic.record(messageRecord('of no call'))
  expect(await texts(traffic, 5)).toHaveLength(3)
  traffic.forgetRemoved()
  expect(await texts(traffic, 5)).toEqual(['kept', 'of no call'])
})

it('takes the messages of a renamed server along, also those that are not written yet', async () => {
  await using folder = new Folder()
  const traffic = folder.open()
  const before = ServerId.parse('before')
  traffic.record(messageRecord('1', { serverId: before }))
  traffic.renameServer(before, serverId)
  expect(await texts(traffic, 9)).toEqual(['1'])
})

it('renames without waiting for whoever writes to the database', async () => {
  await using folder = new Folder()
  const traffic = folder.open()
  const before = ServerId.parse('before')
  traffic.record(messageRecord('1', { serverId: before }))
  await traffic.ofServer(before, { limit: 1 })
  const started = performance.now()
  folder.database().transaction(() => traffic.renameServer(before, serverId))
  expect({ renamed: await texts(traffic, 9), quick: performance.now() - started < 4_000 }).toEqual({ renamed: ['1'], quick: true })
})

it('lets go of messages, and of nothing else, when they cannot be written', async () => {
  await using folder = new Folder()
  const traffic = folder.open()
  traffic.record(messageRecord('no number of bytes', { bytes: 'many' }))
  const lost = await texts(traffic, 9)
  traffic.record(messageRecord('after'))
  expect({ lost, after: await texts(traffic, 9) }).toEqual({ lost: [], after: ['after'] })
})

it('has written everything when it was closed', async () => {
  await using folder = new Folder()
  {
    await using traffic = folder.open()
    traffic.record(messageRecord('last words'))
  }
  expect(await texts(folder.open(), 9)).toEqual(['last words'])
})
