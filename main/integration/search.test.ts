import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { ChatMessage, Part } from '../../shared/domain/chat'
import { CallId, ConversationId, MessageId, ModelRef, PartId, ServerId } from '../../shared/domain/ids'
import type { SearchFilters } from '../../shared/rpc/search'
import { ConversationStore } from '../chat/conversationStore'
import { ConversationSearcher } from '../search/conversationSearcher'
import { SearchIndex } from '../search/searchIndex'
import { Database } from '../storage/database'
import { temporaryFolder } from '../storage/testing/temporaryFolder'

const files = ServerId.parse('files')
const id = (): string => randomUUID()
const part = (text: string): Part => ({ id: PartId.parse(id()), kind: 'text', text })
const message = (role: 'user' | 'assistant', parts: readonly Part[], more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: MessageId.parse(id()),
  role,
  created: 5,
  state: 'done',
  parts,
  ...more,
})
const call = (tool: string, asked: string, result: string): Part => ({
  id: PartId.parse(id()),
  kind: 'call',
  modelCallId: 'c',
  modelToolName: `files__${tool}`,
  call: {
    id: CallId.parse(id()),
    serverId: files,
    tool,
    definitionHash: 'h',
    startedBy: 'model',
    asked: { asked },
    why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
    state: 'done',
    startedAt: 1,
    result: { content: [{ type: 'text', text: result }], structured: 'noSchema', isError: false, bytes: result.length },
  },
})

/** Conversations on a real disk, and the index that follows them. */
class SearchBench {
  readonly folder = temporaryFolder()
  readonly database = new Database(this.folder.file('parley.db'))
  readonly store = new ConversationStore(this.database)
  readonly file = this.folder.file('search.db')
  index = new SearchIndex({ database: this.database, file: this.file })

  conversation(title: string, ...messages: readonly ChatMessage[]): ConversationId {
    const conversationId = ConversationId.parse(id())
    this.store.create({ id: conversationId, created: 1, model: 'default' })
    this.store.rename(conversationId, title)
    for (const each of messages) this.store.addMessage(conversationId, each)
    return conversationId
  }

  async page(query: string, filters: SearchFilters = {}, cursor?: number) {
    await this.index.settled()
    return this.pageNow(query, filters, cursor)
  }

  /** As a window asks: it waits for nothing. */
  pageNow(query: string, filters: SearchFilters = {}, cursor?: number) {
    return new ConversationSearcher(this.index, this.database).find({ query, filters, cursor }, new AbortController().signal)
  }

  /** What was found, as a person sees it: the kind, and the text with its marks in brackets. */
  async find(query: string, filters: SearchFilters = {}): Promise<readonly string[]> {
    const { hits } = await this.page(query, filters)
    return hits.map(({ kind, snippet: { text, marks } }) => {
      const [mark] = marks
      return `${kind}: ${mark ? `${text.slice(0, mark.start)}[${text.slice(mark.start, mark.end)}]${text.slice(mark.end)}` : text}`
    })
  }

  /** Ends the index, and returns what is in its file. */
  async wordsOnDisk(): Promise<string> {
    await this.index[Symbol.asyncDispose]()
    return ['', '-wal'].map((suffix) => (existsSync(this.file + suffix) ? readFileSync(this.file + suffix, 'latin1') : '')).join('')
  }

  async restart(): Promise<void> {
    await this.index[Symbol.asyncDispose]()
    this.index = new SearchIndex({ database: this.database, file: this.file })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.index[Symbol.asyncDispose]()
    this.database.close()
    this.folder[Symbol.dispose]()
  }
}

describe('the search', () => {
  // Catches a kind of text that is forgotten.
  it('finds titles, messages, calls, results and attachments', async () => {
    await using bench = new SearchBench()
    const attachment: Part = {
      id: PartId.parse(id()),
      kind: 'attachment',
      source: 'resource',
      serverId: files,
      uri: 'file:///walnut.md',
      name: 'notes',
      content: [{ type: 'text', text: 'a walnut in a file' }],
      bytes: 18,
    }
    bench.conversation(
      'Walnut cake',
      message('user', [attachment, part('How do I roast a walnut?')]),
      message('assistant', [call('find_walnut', 'almond', 'hazel'), call('look', 'x', 'One walnut.'), part('Roast the walnut gently.')]),
    )
    expect(new Set(await bench.find('walnut'))).toEqual(
      new Set([
        'title: [Walnut] cake',
        'attachment: notes file:///[walnut].md a walnut in a file',
        'userMessage: How do I roast a [walnut]?',
        'call: find_[walnut] {"asked":"almond"}',
        'result: One [walnut].',
        'answer: Roast the [walnut] gently.',
      ]),
    )
    // The words of one call may be in what was asked and in what came.
    expect(await bench.find('almond hazel')).toEqual(['call: find_walnut {"asked":"[almond]"}'])
  })

  it('finds two-letter Chinese words, and words without their accents', async () => {
    await using bench = new SearchBench()
    bench.conversation('', message('user', [part('我在学习机器学习')]), message('assistant', [part('Crème brûlée')]))
    expect(await bench.find('学习')).toEqual(['userMessage: 我在[学习]机器学习'])
    expect(await bench.find('brulee')).toEqual(['answer: Crème [brûlée]'])
  })

  // Catches an order by rank or by conversation, and a page that repeats or leaves out a hit.
  it('shows the newest first, in pages', async () => {
    await using bench = new SearchBench()
    const messages = Array.from({ length: 45 }, (_, index) => message('user', [part(`walnut number${index}`)]))
    bench.conversation('', ...messages)
    const numbers: string[] = []
    let cursor: number | undefined
    do {
      const page = await bench.page('walnut', {}, cursor)
      numbers.push(...page.hits.map(({ snippet }) => snippet.text.replace('walnut number', '')))
      cursor = page.next
    } while (cursor !== undefined)
    expect(numbers).toEqual(Array.from({ length: 45 }, (_, index) => String(44 - index)))
  })

  // Catches old conversations that stand on top because they were imported last.
  it('shows what is newest first by its time, whenever it was written down', async () => {
    await using bench = new SearchBench()
    const day = 86_400_000
    const said = (text: string, created: number) => message('user', [part(`walnut ${text}`)], { created })
    bench.conversation('', said('today', 20_000 * day))
    bench.conversation('', said('last year', 19_600 * day), said('of no time', -5), said('of the far future', 9e15))
    bench.conversation('', said('yesterday', 19_999 * day))
    const order = ['of the far future', 'today', 'yesterday', 'last year', 'of no time']
    expect((await bench.find('walnut')).map((found) => found.replace('userMessage: [walnut] ', ''))).toEqual(order)
    await bench.restart()
    expect(await bench.find('walnut')).toHaveLength(5)
  })

  // Whole imports can be without any times.
  it('takes more texts of one second than have a place in it', async () => {
    await using bench = new SearchBench()
    const most = 32_768
    bench.conversation('', message('user', [part('walnut first')]))
    bench.database.run('UPDATE search_entry SET id = id + ? WHERE part IS NOT NULL', most - 1)
    bench.conversation('', message('user', [part('walnut second')]), message('user', [part('walnut third')]))
    expect(await bench.find('walnut')).toHaveLength(3)
  })

  it('filters by server, tool, model, time and attachments', async () => {
    await using bench = new SearchBench()
    const model = ModelRef.parse('local/one')
    bench.conversation('walnut', message('assistant', [call('look', 'walnut', 'x'), part('walnut')], { model, created: 100 }))
    expect(await bench.find('walnut', { serverId: files })).toEqual(['call: look {"asked":"[walnut]"}'])
    expect(await bench.find('walnut', { tool: 'other' })).toEqual([])
    expect(await bench.find('walnut', { model })).toHaveLength(2)
    expect(await bench.find('walnut', { since: 50 })).toHaveLength(2)
    expect(await bench.find('walnut', { hasFile: true })).toEqual([])
    expect(new ConversationSearcher(bench.index, bench.database).filterOptions()).toEqual({
      servers: [files],
      tools: [{ serverId: files, tool: 'look' }],
      models: [model],
    })
  })

  // Catches an index that keeps what is no longer written, or does not hear of a change.
  it('follows what changes: a text, a title, a result', async () => {
    await using bench = new SearchBench()
    const text = part('almond')
    const looked = call('look', 'x', 'pending')
    const conversationId = bench.conversation('Old', message('assistant', [text, looked]))
    expect(await bench.find('almond')).toHaveLength(1)
    const messageId = bench.store.leaf(conversationId) ?? MessageId.parse(id())
    bench.store.savePart(messageId, { ...text, kind: 'text', text: 'hazel' })
    bench.store.rename(conversationId, 'New')
    if (looked.kind === 'call')
      bench.store.saveCall(looked.id, {
        ...looked.call,
        result: { content: [{ type: 'text', text: 'cashew' }], structured: 'noSchema', isError: false, bytes: 6 },
      })
    expect(await bench.find('almond')).toEqual([])
    expect(await bench.find('old')).toEqual([])
    expect(await bench.find('pending')).toEqual([])
    expect([await bench.find('hazel'), await bench.find('new'), await bench.find('cashew')].map(({ length }) => length)).toEqual([1, 1, 1])
  })

  // Catches half an answer that is found while a model writes it, and indexed again with each second of it.
  it('finds an answer when it has ended', async () => {
    await using bench = new SearchBench()
    const answer = message('assistant', [part('walnut')], { state: 'running' })
    bench.conversation('', answer)
    // A search would ask again and again for what cannot be there yet.
    expect(await bench.page('walnut')).toEqual({ hits: [], pending: 0 })
    bench.store.setMessageState(answer.id, 'done')
    expect(await bench.find('walnut')).toHaveLength(1)
  })

  it('finds versions that are not in front', async () => {
    await using bench = new SearchBench()
    bench.conversation('', message('user', [part('first walnut')]), message('user', [part('second')]))
    expect(await bench.find('walnut')).toHaveLength(1)
  })
})

describe('a removed conversation', () => {
  it('J64: is not found, until somebody takes that back', async () => {
    await using bench = new SearchBench()
    const conversationId = bench.conversation('Walnut', message('user', [part('walnut')]))
    bench.store.remove([conversationId], 9)
    expect(await bench.find('walnut')).toEqual([])
    bench.store.restore([conversationId])
    expect(await bench.find('walnut')).toHaveLength(2)
  })

  // Catches words of a conversation that somebody removed, left readable on the disk.
  it('J64: leaves no word in the index once it is swept', async () => {
    await using bench = new SearchBench()
    const conversationId = bench.conversation('', message('user', [part('walnutsecret')]))
    bench.conversation('', message('user', [part('something else')]))
    expect(await bench.find('walnutsecret')).toHaveLength(1)
    bench.store.remove([conversationId], 9)
    bench.store.sweep()
    expect(await bench.find('something')).toHaveLength(1)
    const words = await bench.wordsOnDisk()
    expect(words).toContain('something')
    expect(words).not.toContain('walnutsecret')
  })

  // Catches a removal that counts as done before its words are out of the file.
  it('J64: leaves no word in the index when Parley quits while it is swept', async () => {
    await using bench = new SearchBench()
    const conversationId = bench.conversation('', message('user', [part('walnutsecret')]))
    bench.conversation('', message('user', [part('something else')]))
    await bench.index.settled()
    bench.store.remove([conversationId], 9)
    bench.store.sweep()
    const sweeping = bench.index.settled()
    await bench.restart()
    await sweeping
    expect(await bench.find('something')).toHaveLength(1)
    expect(await bench.wordsOnDisk()).not.toContain('walnutsecret')
  })
})

describe('the index', () => {
  // Catches a start that indexes everything again, or never what an earlier run left.
  it('goes on where an earlier run ended', async () => {
    await using bench = new SearchBench()
    bench.conversation('', message('user', [part('walnut')]))
    await bench.index.settled()
    expect(bench.index.entries.countPending()).toBe(0)
    await bench.restart()
    bench.conversation('', message('user', [part('almond')]))
    expect(bench.index.entries.countPending()).toBe(1)
    expect([await bench.find('walnut'), await bench.find('almond')].map(({ length }) => length)).toEqual([1, 1])
  })

  // Catches an index that is filled again from the beginning, or one whose marks say more than is in it.
  it('goes on where it was interrupted in the middle', async () => {
    await using bench = new SearchBench()
    bench.conversation('', ...Array.from({ length: 1_000 }, (_, number) => message('user', [part(`walnut number${number}`)])))
    const filling = bench.index.settled()
    while (bench.index.entries.countPending() === 1_000) await new Promise(setImmediate)
    await bench.restart()
    await filling
    const left = bench.index.entries.countPending()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(1_000)
    expect([await bench.find('number999'), await bench.find('number0')].map(({ length }) => length)).toEqual([1, 1])
  })

  it.each([
    ['is no database', (file: string) => writeFileSync(file, 'not a database at all, but long enough to be read as one'.repeat(100))],
    ['has something of another program', (file: string) => change(file, 'CREATE TABLE other (x)')],
    ['lost what it needs', (file: string) => change(file, 'DELETE FROM search_config')],
    ['is of another format', (file: string) => change(file, 'PRAGMA user_version = 99')],
    ['has rubbish inside', (file: string) => change(file, `UPDATE search_data SET block = x'00ff00ff00ff' WHERE id > 1`)],
  ])('J65: is made anew when its file %s', async (_why, damage) => {
    await using bench = new SearchBench()
    bench.conversation('', message('user', [part('walnut')]))
    await bench.index.settled()
    await bench.index[Symbol.asyncDispose]()
    damage(bench.file)
    await bench.restart()
    await bench.page('walnut')
    expect(await bench.find('walnut')).toHaveLength(1)
  })

  // Catches an index that is begun anew and never filled, because nothing else has changed.
  it('is filled when its file was lost, and says until then how much is missing', async () => {
    await using bench = new SearchBench()
    bench.conversation('', message('user', [part('walnut')]))
    await bench.index.settled()
    await bench.index[Symbol.asyncDispose]()
    rmSync(bench.file)
    await bench.restart()
    expect(await bench.pageNow('walnut')).toEqual({ hits: [], pending: 1 })
    await expect.poll(async () => (await bench.pageNow('walnut')).hits.length).toBe(1)
  })

  // Catches a start that leaves a lost index to the first search.
  it('is filled at the start, before anybody searches', async () => {
    await using bench = new SearchBench()
    bench.conversation('', message('user', [part('walnut')]))
    await bench.index.settled()
    await bench.index[Symbol.asyncDispose]()
    rmSync(bench.file)
    await bench.restart()
    await bench.index.settled()
    expect((await bench.pageNow('walnut')).hits).toHaveLength(1)
  })

  // Catches a database that was put in the place of another one, beside an index that has the same numbers for other texts.
  it('J65: is made anew when its database is another one', async () => {
    await using bench = new SearchBench()
    bench.conversation('', message('user', [part('walnut')]))
    await bench.index.settled()
    await using other = new SearchBench()
    other.conversation('', message('user', [part('almond')]))
    await other.index.settled()
    await bench.index[Symbol.asyncDispose]()
    await other.index[Symbol.asyncDispose]()
    copyFileSync(bench.file, other.file)
    await other.restart()
    expect(await other.find('almond')).toHaveLength(1)
  })

  // Catches a closed index that is asked until Parley ends, because it could not be made anew once.
  it('J65: is made anew later when that fails at first', async () => {
    await using bench = new SearchBench()
    bench.conversation('', message('user', [part('walnut')]))
    await bench.index.settled()
    change(bench.file, `UPDATE search_data SET block = x'00ff00ff00ff' WHERE id > 1`)
    bench.database.run(`CREATE TRIGGER full BEFORE UPDATE ON search_entry BEGIN SELECT RAISE (ABORT, 'disk full'); END`)
    await expect(bench.pageNow('walnut')).rejects.toThrow('disk full')
    bench.database.run('DROP TRIGGER full')
    await expect.poll(async () => (await bench.pageNow('walnut')).hits.length).toBe(1)
  })

  // Catches one unreadable row that ends the search for all.
  it('leaves out a text that another program has broken', async () => {
    await using bench = new SearchBench()
    bench.conversation('', message('user', [part('walnut')]), message('user', [part('walnut')]))
    bench.database.run(`UPDATE part SET json = '{"text":' WHERE rowid = 1`)
    expect(await bench.find('walnut')).toHaveLength(1)
  })
})

/** Writes into the file as another program could. */
function change(file: string, sql: string): void {
  const sqlite = new DatabaseSync(file, { defensive: false })
  sqlite.exec(sql)
  sqlite.close()
}
