import { expect, it } from 'vitest'
import type { Call, Conversation } from '../../shared/domain/chat'
import { ServerId } from '../../shared/domain/ids'
import type { ToolResult } from '../../shared/domain/toolResult'
import { Database } from '../storage/database'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { ChatBench, textResult, waitForever } from './testing/chatBench'
import { ScriptedModel } from './testing/scriptedModel'

const MB = 1024 * 1024
/** The copy for the screen, and a piece of the whole. */
const AT_ONCE = 400 * 1024
const files = ServerId.parse('files')

/** Counts the characters that are written in one turn of the event loop, in which nothing else of Parley moves. */
class CountingDatabase extends Database {
  mostAtOnce = 0
  #now = 0
  #isCounting = false

  override run(...[sql, ...params]: Parameters<Database['run']>): void {
    if (!this.#isCounting) {
      this.#isCounting = true
      this.#now = 0
      setImmediate(() => (this.#isCounting = false))
    }
    for (const param of params) if (typeof param === 'string') this.#now += param.length
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#now)
    super.run(sql, ...params)
  }
}

async function callBig(bench: ChatBench): Promise<Call> {
  const id = bench.open()
  bench.runner.runTool(id, files, 'big', {})
  const { messages } = await bench.ended(id)
  const [call] = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
  if (!call) throw new Error('No call')
  return call
}

const inLines = 'A line with "quotes", a tab\t and 😀.\n'
const results = {
  'one text': textResult(inLines.repeat((12 * MB) / inLines.length)),
  'many blocks': {
    ...textResult(''),
    content: Array.from({ length: 12_000 }, () => ({ type: 'text', text: 'x'.repeat(1_000) }) as const),
    bytes: 12 * MB,
  },
  structured: { ...textResult('short'), structuredContent: { rows: [{ cell: 'é'.repeat(6 * MB) }] }, bytes: 12 * MB },
}

it.each(Object.entries(results))(
  'J36: a result of 12 MB is saved in pieces, between which others have a turn, and comes back whole in pieces: %s',
  async (_name, result) => {
    const database = new CountingDatabase(':memory:')
    const bench = new ChatBench({ database, tools: { files: { big: () => Promise.resolve(result) } } })
    const call = await callBig(bench)
    expect(database.mostAtOnce).toBeLessThan(AT_ONCE)
    expect([call.state, call.result?.cut]).toEqual(['done', true])
    let json = ''
    for (let piece = 0, pieces = 1; piece < pieces; piece++) {
      const read = bench.commands.wholeResult(call.id, piece)
      expect(read.json.length).toBeLessThan(AT_ONCE)
      json += read.json
      ;({ pieces } = read)
    }
    expect(JSON.parse(json)).toEqual(result)
  },
)

/** Tells of the first piece of a whole that is written. The rest of that result comes in later turns of the event loop. */
class WatchedDatabase extends Database {
  readonly #firstPiece = Promise.withResolvers<void>()
  readonly firstPiece = this.#firstPiece.promise

  override run(...[sql, ...params]: Parameters<Database['run']>): void {
    super.run(sql, ...params)
    if (params.some((param) => typeof param === 'string' && param.endsWith(':whole:0'))) this.#firstPiece.resolve()
  }

  copiesOfResults(): number {
    return this.all("SELECT id FROM part WHERE kind = 'result'").length
  }
}

/** A bench whose model calls a tool that has 12 MB to say, once the first piece of that is on disk. */
async function savingBig(model: ScriptedModel) {
  const database = new WatchedDatabase(':memory:')
  const before = new ChatBench({ baseUrl: model.baseUrl, database, tools: { files: { big: () => Promise.resolve(results['one text']) } } })
  const id = before.open()
  before.runner.send(id, 'Go')
  await database.firstPiece
  return { before, id, database }
}

/** The next run of Parley on this database. Its tool counts how often it runs. */
function nextRun(model: ScriptedModel, database: Database) {
  const after = new ChatBench({ baseUrl: model.baseUrl, database, tools: { files: { big: () => Promise.resolve(textResult('again')) } } })
  after.runner.resume()
  return after
}

function callOf(conversation: Conversation): Call | undefined {
  return conversation.messages.flatMap(({ parts }) => parts).find((part) => part.kind === 'call')?.call
}

/** The beginning is one row. */
const WHAT_THE_MODEL_GETS = 1

const wantsBig = { calls: [{ id: 'call-1', name: 'files__big', arguments: '{}' }] }

it('a call whose result is being saved in pieces has ended on disk: kill -9 loses the rest of the pieces, and Retry runs no tool twice', async () => {
  await using model = await ScriptedModel.start(wantsBig, { text: ['First.'] }, { text: ['Done.'] })
  const { before, id, database } = await savingBig(model)
  using folder = temporaryFolder()
  const file = folder.file('killed.db')
  database.run('VACUUM INTO ?', file)
  await before.ended(id)

  const killed = new WatchedDatabase(file)
  const after = nextRun(model, killed)
  after.watch(id)
  expect(callOf(after.screen(id))).toMatchObject({ state: 'done', result: { cut: true } })
  expect(killed.copiesOfResults()).toBe(WHAT_THE_MODEL_GETS)
  // Not the beginning as if it were the whole.
  const call = callOf(after.screen(id))
  expect(() => call && after.commands.wholeResult(call.id, 0)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  after.runner.retry(id)
  expect((await after.ended(id)).messages.at(-1)?.state).toBe('done')
  expect(after.servers.calls).toEqual([])
  killed.close()
})

it('a call whose result is being saved in pieces when Parley quits has ended, with all of them, and Retry runs no tool twice', async () => {
  await using model = await ScriptedModel.start(wantsBig, { text: ['Done.'] })
  const { before, id, database } = await savingBig(model)
  await before.runner[Symbol.asyncDispose]()

  const after = nextRun(model, database)
  after.watch(id)
  const call = callOf(after.screen(id))
  expect(call).toMatchObject({ state: 'done', result: { cut: true } })
  expect(call && after.commands.wholeResult(call.id, 0).pieces).toBeGreaterThan(100)
  after.runner.retry(id)
  expect((await after.ended(id)).messages.at(-1)?.state).toBe('done')
  expect(after.servers.calls).toEqual([])
})

it('a disk that takes no more pieces keeps none of them, and the call with its beginning', async () => {
  const database = new WatchedDatabase(':memory:')
  database.run(
    `CREATE TRIGGER full BEFORE INSERT ON part WHEN NEW.id LIKE '%:whole:9' OR NEW.id LIKE '%:text:9' BEGIN SELECT RAISE(ABORT, 'full'); END`,
  )
  const bench = new ChatBench({ database, tools: { files: { big: () => Promise.resolve(results['one text']) } } })
  const call = await callBig(bench)
  expect([call.state, call.result?.cut, database.copiesOfResults()]).toEqual(['done', true, WHAT_THE_MODEL_GETS])
})

it('a call and its whole result stay when its turn was stopped and goes on', async () => {
  await using model = await ScriptedModel.start(
    { calls: [...wantsBig.calls, { id: 'call-2', name: 'files__slow', arguments: '{}' }] },
    { text: ['Done.'] },
  )
  const database = new WatchedDatabase(':memory:')
  const tools = {
    files: {
      big: () => Promise.resolve(results['one text']),
      slow: (_call: unknown, signal: AbortSignal) => waitForever<ToolResult>(signal),
    },
  }
  const bench = new ChatBench({ baseUrl: model.baseUrl, database, tools })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  await bench.until(id, (shown) => callOf(shown)?.state === 'done')
  const copies = database.copiesOfResults()
  expect(copies).toBeGreaterThan(100)
  await bench.runner.stop(id)
  bench.runner.retry(id)
  expect((await bench.ended(id)).messages.at(-1)).toMatchObject({
    state: 'done',
    parts: [{ call: { tool: 'big', state: 'done' } }, { call: { tool: 'slow', state: 'stopped' } }, { kind: 'text', text: 'Done.' }],
  })
  expect(database.copiesOfResults()).toBe(copies)
})
