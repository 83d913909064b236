import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Part } from '../../shared/domain/chat'
import { ConversationId, FileHash, MessageId, PartId } from '../../shared/domain/ids'
import type { AttachedFile } from '../../shared/files/attachedFile'
import { ConversationStore } from '../chat/conversationStore'
import { FileTable } from '../files/fileTable'
import { ConversationSearcher } from '../search/conversationSearcher'
import { SearchIndex } from '../search/searchIndex'
import { Database } from '../storage/database'
import { temporaryFolder } from '../storage/testing/temporaryFolder'

/** One conversation whose message has a file with a text, and the index that follows. */
class FileSearch {
  readonly folder = temporaryFolder()
  readonly database = new Database(this.folder.file('parley.db'))
  readonly files = new FileTable(this.database)
  readonly file = this.folder.file('search.db')
  index = new SearchIndex({ database: this.database, file: this.file })
  readonly #store = new ConversationStore(this.database)

  send(name: string, text: string): { readonly sha256: FileHash; readonly partId: PartId } {
    const sha256 = FileHash.parse(randomUUID().replaceAll('-', '').repeat(2))
    const file: AttachedFile = { sha256, name, type: 'application/pdf', bytes: text.length, text: 'whole' }
    this.files.add(file, { text }, 1)
    const conversationId = ConversationId.parse(randomUUID())
    this.#store.create({ id: conversationId, created: 1, model: 'default' })
    const part: Part = { id: PartId.parse(randomUUID()), kind: 'file', file }
    this.#store.addMessage(conversationId, { id: MessageId.parse(randomUUID()), role: 'user', created: 5, state: 'done', parts: [part] })
    return { sha256, partId: part.id }
  }

  async find(query: string) {
    await this.index.settled()
    return (
      await new ConversationSearcher(this.index, this.database).find({ query, filters: { hasFile: true } }, new AbortController().signal)
    ).hits
  }

  /** Ends the index, and returns what is in its file. */
  async wordsOnDisk(): Promise<string> {
    await this.index[Symbol.asyncDispose]()
    return ['', '-wal'].map((suffix) => (existsSync(this.file + suffix) ? readFileSync(this.file + suffix, 'latin1') : '')).join('')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.index[Symbol.asyncDispose]()
    this.database.close()
    this.folder[Symbol.dispose]()
  }
}

it('finds an attached file by its name and by the text in it, also far behind its beginning, and says where it is', async () => {
  await using search = new FileSearch()
  const { partId } = search.send('harbour.pdf', `Boats sail at nine.\n${'wind and water\n'.repeat(20_000)}The otter arrives last.`)
  for (const [words, shown] of [
    ['harbour', 'harbour.pdf'],
    ['sail nine', 'sail at nine'],
    ['otter', 'The otter arrives'],
  ] as const) {
    const hits = await search.find(words)
    expect(hits).toMatchObject([{ kind: 'attachment', place: { partId } }])
    expect(hits[0]?.snippet.text).toContain(shown)
  }
})

// Its text was deleted from the database, and could still be read in the file of the index.
it('of a file that was deleted only the name is found, and its words are no longer on the disk', async () => {
  await using search = new FileSearch()
  const kept = search.send('kept.pdf', 'walnuts')
  const { sha256 } = search.send('harbour.pdf', 'secretotterplan')
  expect(await search.find('secretotterplan')).toHaveLength(1)
  search.files.remove([sha256])
  expect(await search.find('secretotterplan')).toEqual([])
  expect(await search.find('harbour')).toMatchObject([{ kind: 'attachment' }])
  expect(await search.find('walnuts')).toMatchObject([{ place: { partId: kept.partId } }])
  expect(await search.wordsOnDisk()).not.toContain('otterplan')
})

it('a file that is deleted while its words are being indexed is still found by its name', async () => {
  await using search = new FileSearch()
  const sent = Array.from({ length: 30 }, (_, number) => search.send(`harbour${number}.pdf`, 'wind and water\n'.repeat(10_000)))
  const settled = search.index.settled()
  await new Promise((resolve) => setImmediate(resolve))
  for (const { sha256 } of sent) search.files.remove([sha256])
  await settled
  for (const number of [0, 15, 29]) expect(await search.find(`harbour${number}`)).toHaveLength(1)
  expect(await search.find('wind')).toEqual([])
})
