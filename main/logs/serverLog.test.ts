import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { defaultLimits, type Limits } from '../../shared/domain/defaultLimits'
import type { LogLevel } from '../../shared/domain/logEntry'
import { systemClock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { rememberSecret } from '../lib/redact'
import { Database } from '../storage/database'
import { ServerLog, type LoggedMessage, type LogSource } from './serverLog'

const [a, b] = [ServerId.parse('a'), ServerId.parse('b')]

class FakeSource implements LogSource {
  readonly logMessages = new Emitter<LoggedMessage>()
  readonly levels = new Map<ServerId, LogLevel | 'off'>()

  logLevel(serverId: ServerId): LogLevel | 'off' {
    return this.levels.get(serverId) ?? 'debug'
  }

  setLogLevel(serverId: ServerId, level: LogLevel | 'off' | undefined): void {
    if (level === undefined) this.levels.delete(serverId)
    else this.levels.set(serverId, level)
  }
}

function bench(database = new Database(':memory:'), limits: Partial<Limits> = {}) {
  const source = new FakeSource()
  const clock = { ...systemClock, now: () => Date.UTC(2026, 0, 2, 3, 4, 5) }
  const log = new ServerLog({ database, source, clock, limits: () => ({ ...defaultLimits, ...limits }), lastSeq: () => 9 })
  const say = (serverId: ServerId, level: LogLevel, data: LoggedMessage['data'], more: Partial<LoggedMessage> = {}): void =>
    source.logMessages.emit({ serverId, level, data, ...more })
  const texts = (serverId: ServerId, query: Partial<Parameters<ServerLog['read']>[1]> = {}): readonly string[] =>
    log.read(serverId, { limit: 100, ...query }).entries.map(({ text }) => text)
  return { database, source, log, say, texts }
}

it('LG-03: keeps what servers log, and finds it by level, by words and page by page', () => {
  const { log, say, texts } = bench()
  say(a, 'debug', 'Looking for Dune')
  say(a, 'warning', { book: 'Dune', missing: true }, { logger: 'shelves' })
  say(b, 'error', 'Of another server, Émile')
  say(a, 'error', '<b>100% lost_</b>')
  const [last] = log.read(a, { limit: 1 }).entries
  expect({
    all: texts(a),
    important: texts(a, { level: 'warning' }),
    words: texts(a, { search: 'DUNE' }),
    accents: texts(b, { search: 'ÉMILE' }),
    logger: texts(a, { search: 'shelv' }),
    noPattern: texts(a, { search: '%' }),
    older: texts(a, { before: last?.id ?? 0 }),
    page: log.read(a, { limit: 1 }),
  }).toEqual({
    all: ['Looking for Dune', '{"book":"Dune","missing":true}', '<b>100% lost_</b>'],
    important: ['{"book":"Dune","missing":true}', '<b>100% lost_</b>'],
    words: ['Looking for Dune', '{"book":"Dune","missing":true}'],
    accents: ['Of another server, Émile'],
    logger: ['{"book":"Dune","missing":true}'],
    noPattern: ['<b>100% lost_</b>'],
    older: ['Looking for Dune', '{"book":"Dune","missing":true}'],
    page: {
      entries: [{ id: 4, serverId: 'a', at: Date.UTC(2026, 0, 2, 3, 4, 5), level: 'error', text: '<b>100% lost_</b>' }],
      level: 'debug',
      hasMore: true,
      seq: 9,
    },
  })
})

it('LG-04: takes secrets out before an entry is cut, kept or shown, and keeps only the beginning of a long one', () => {
  rememberSecret('s3cret-of-the-log')
  const { say, texts } = bench(undefined, { logEntryBytes: 40 })
  say(a, 'info', { authorization: 'Bearer s3cret-of-the-log' })
  say(a, 'info', `${'x'.repeat(34)}s3cret-of-the-log`)
  say(a, 'info', 'ä'.repeat(100))
  expect(texts(a)).toEqual(['{"authorization":"Bearer •••"}', `${'x'.repeat(34)}••…`, `${'ä'.repeat(20)}…`])
})

it('LG-04: keeps no more of one server than the limit, whatever another one logs', () => {
  const { say, log, texts, database } = bench(undefined, { logEntriesKept: 10 })
  say(b, 'info', 'mine')
  log.flush()
  for (let n = 0; n < 1_100; n++) {
    say(a, 'info', `${n}`)
    if (n % 100 === 0) log.flush()
  }
  log.flush()
  const count = Number(database.get("SELECT count(*) AS count FROM log WHERE server = 'a'")?.['count'])
  expect({ bounded: count < 10 + 500 + 100, last: texts(a).at(-1), other: texts(b) }).toEqual({
    bounded: true,
    last: '1099',
    other: ['mine'],
  })
})

it('LG-01, LG-02: keeps the level that a person chose over restarts, and leaves out what is below it', () => {
  const { database, log, say, texts } = bench()
  log.setLevel(a, 'warning')
  log.setLevel(b, 'off')
  say(a, 'info', 'too little')
  say(a, 'warning', 'enough')
  say(b, 'emergency', 'not wanted')
  log.flush()
  const { source } = bench(database)
  expect({ kept: [texts(a), texts(b)], levels: Object.fromEntries(source.levels) }).toEqual({
    kept: [['enough'], []],
    levels: { a: 'warning', b: 'off' },
  })
})

it('LG-03: gives the whole log as text, one line an entry, and clears it', () => {
  const { log, say, texts } = bench()
  say(a, 'info', 'two\nlines', { logger: 'db' })
  say(a, 'error', 'after many', { dropped: 7 })
  expect(log.export(a)).toBe(
    [
      '2026-01-02T03:04:05.000Z info [db] two\n  lines',
      '2026-01-02T03:04:05.000Z (7 messages before this one were dropped)',
      '2026-01-02T03:04:05.000Z error after many\n',
    ].join('\n'),
  )
  log.clear(a)
  expect([texts(a), log.export(a)]).toEqual([[], ''])
})

it('publishes new entries of each server together, with their ids', () => {
  const { log, say } = bench()
  const told: unknown[] = []
  log.entries.subscribe(({ serverId, entries }) => told.push([serverId, entries.map(({ id, text }) => [id, text])]))
  say(a, 'info', '1')
  say(b, 'info', '2')
  say(a, 'info', '3')
  log.flush()
  expect(told).toEqual([
    [
      'a',
      [
        [1, '1'],
        [3, '3'],
      ],
    ],
    ['b', [[2, '2']]],
  ])
})

it('keeps a log under the new name of its server, and nothing of one that is gone or was replaced', () => {
  const { log, say, texts, source } = bench()
  log.setLevel(a, 'error')
  say(a, 'error', 'kept')
  log.renameServer(a, b)
  const renamed = [texts(b), source.logLevel(b)]
  log.keepOnly(new Set([a]))
  expect([renamed, texts(b), source.levels.get(b)]).toEqual([[['kept'], 'error'], [], undefined])
})

it('SE-19: keeps what a server sent with unknown methods whatever it is asked to log, without secrets, cut, and told apart from its logs', () => {
  rememberSecret('s3cret-of-a-method')
  const { log, say, source } = bench(undefined, { logEntryBytes: 40 })
  source.setLogLevel(a, 'off')
  say(a, 'notice', { token: 's3cret-of-a-method' }, { unknown: 'notification', logger: 'com.example/moved', dropped: 3 })
  say(a, 'notice', 'x'.repeat(100), { unknown: 'refused', logger: `com.example/${'y'.repeat(1_000)}` })
  say(a, 'notice', 'of its log')
  const { entries } = log.read(a, { limit: 10 })
  expect(entries.map(({ unknown, logger, text, dropped }) => ({ unknown, logger, text, dropped }))).toEqual([
    { unknown: 'notification', logger: 'com.example/moved', text: '{"token":"•••"}', dropped: 3 },
    { unknown: 'refused', logger: `com.example/${'y'.repeat(188)}…`, text: `${'x'.repeat(40)}…`, dropped: undefined },
  ])
  expect(log.export(a)).toContain('unknown notification [com.example/moved] {"token":"•••"}')
})
