import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseQuery } from '../../../shared/search/searchQuery'
import { ftsMatchExpression } from '../../../main/search/ftsMatchExpression'
import { MOST_PIECES } from '../../../main/search/searchableText'
import { ConversationSearcher } from '../../../main/search/conversationSearcher'
import { SearchIndex } from '../../../main/search/searchIndex'
import { Database } from '../../../main/storage/database'
import { median } from '../percentile'
import { atMost, type Row } from '../row'
import { steadiness } from '../steadiness'

const MESSAGES = 100_000
const CONVERSATIONS = 500
const WORDS_EACH = 40
const PAGE = 20
const ROUNDS = 9
const LIMIT = 1.5
/** A frequent word, a rare one, a beginning, two words, a phrase, and words of two characters in Chinese and Japanese. */
const queries = ['ba', 'walnut', 'kibo', 'bado lumi', '"bado lumi"', '学习', '東京', '机器学习']

/** Measures the first page of a search over very many messages, a third of them Chinese and Japanese, against SQLite alone on the same files. */
export async function measureSearch(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-search-'))
  const files = { history: join(folder, 'parley.db'), index: join(folder, 'search.db') }
  const database = new Database(files.history)
  try {
    fill(database)
    await using index = new SearchIndex({ database, file: files.index })
    await index.settled()
    const finder = new ConversationSearcher(index, database)
    using bare = new BareSearch(files)
    const { signal } = new AbortController()
    const rounds: { readonly parley: number; readonly bare: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const times = { parley: 0, bare: 0 }
      for (const query of queries) {
        const began = performance.now()
        const found = bare.find(query)
        const between = performance.now()
        const { hits } = await finder.find({ query }, signal)
        times.bare += between - began
        times.parley += performance.now() - between
        if (hits.length !== found || found === 0) throw new Error(`${query}: ${hits.length} hits, ${found} rows`)
      }
      // The first round fills caches.
      if (round > 0) rounds.push(times)
    }
    return [rowOf(rounds)]
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowOf(rounds: readonly { readonly parley: number; readonly bare: number }[]): Row {
  const each = (values: readonly number[]): string => `${(median(values) / queries.length).toFixed(1)} ms`
  return {
    measure: `First page of a search, ${MESSAGES.toLocaleString('en')} messages`,
    parley: each(rounds.map(({ parley }) => parley)),
    comparedWith: `node:sqlite ${each(rounds.map(({ bare }) => bare))}`,
    value: median(rounds.map(({ parley, bare }) => parley / bare)),
    unit: 'times',
    goal: atMost(LIMIT),
    control: steadiness(
      'node:sqlite',
      rounds.map(({ bare }) => bare),
      LIMIT,
    ),
  }
}

/** What a program without Parley would do with the same two files: match, and read what it shows of each row. */
class BareSearch implements Disposable {
  readonly #sqlite: DatabaseSync
  readonly #find

  constructor({ history, index }: { readonly history: string; readonly index: string }) {
    this.#sqlite = new DatabaseSync(index, { readOnly: true })
    this.#sqlite.prepare('ATTACH ? AS history').run(history)
    this.#find = this.#sqlite.prepare(
      `SELECT conversation.title, message.id, message.created, part.json FROM search
       JOIN history.search_entry AS entry ON entry.id = search.rowid / ${MOST_PIECES}
       JOIN history.part ON part.id = entry.part JOIN history.message ON message.id = part.message
       JOIN history.conversation ON conversation.id = message.conversation
       WHERE search MATCH ? ORDER BY search.rowid DESC LIMIT ${PAGE}`,
    )
  }

  find(query: string): number {
    return this.#find.all(ftsMatchExpression(parseQuery(query))).map(({ json }): unknown => JSON.parse(String(json))).length
  }

  [Symbol.dispose](): void {
    this.#sqlite.close()
  }
}

/** The same texts in each run: made-up words with frequent and rare ones among them. */
function fill(database: Database): void {
  const next = seeded(7)
  const syllables = ['ba', 'do', 'ki', 'bo', 'lu', 'mi', 'ra', 'te', 'su', 'no']
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(next() ** 2 * from.length)]
  const word = (): string => Array.from({ length: 2 + Math.floor(next() * 3) }, () => pick(syllables)).join('')
  const characters = Array.from({ length: 2_000 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7))
  const sentence = (kind: number): string => {
    if (kind === 0) return Array.from({ length: WORDS_EACH * 2 }, () => pick(characters)).join('') + (next() < 0.01 ? '机器学习' : '')
    if (kind === 1)
      return (
        Array.from({ length: WORDS_EACH * 2 }, () => String.fromCodePoint(0x3042 + Math.floor(next() * 80))).join('') +
        (next() < 0.01 ? '東京' : '')
      )
    return `${Array.from({ length: WORDS_EACH }, word).join(' ')}${next() < 0.001 ? ' walnut' : ''}${next() < 0.01 ? ' bado lumi' : ''} ba`
  }
  database.transaction(() => {
    for (let index = 0; index < CONVERSATIONS; index++) {
      database.run(
        'INSERT INTO conversation (id, title, created, updated, model) VALUES (?, ?, ?, ?, ?)',
        `c${index}`,
        '',
        index,
        index,
        'default',
      )
    }
    for (let index = 0; index < MESSAGES; index++) {
      database.run(
        "INSERT INTO message (id, conversation, role, state, created) VALUES (?, ?, 'user', 'done', ?)",
        `m${index}`,
        `c${index % CONVERSATIONS}`,
        index,
      )
      // One message of six is Chinese, and one Japanese.
      database.run(
        "INSERT INTO part (id, message, seq, kind, json) VALUES (?, ?, 1, 'text', ?)",
        `p${index}`,
        `m${index}`,
        JSON.stringify({ text: sentence(index % 6) }),
      )
    }
  })
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
