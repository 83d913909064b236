import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { ChatMessage, Part } from '../../shared/domain/chat'
import { CallId, ConversationId, FileHash, MessageId, ModelRef, PartId, ServerId } from '../../shared/domain/ids'
import type { ExportFormat } from '../../shared/domain/transfer/conversationExport'
import { AppError } from '../../shared/errors/appError'
import { english } from '../../shared/i18n/translator'
import { ConversationStore } from '../chat/conversationStore'
import { archiveLimits, exportAll } from '../exports/exportBytes'
import { Exporter, type ExportRequest } from '../exports/exporter'
import { systemClock } from '../lib/clock'
import { rememberSecret } from '../lib/redact'
import { Database } from '../storage/database'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { StallMeter } from '../testing/stallMeter'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const text = (words: string): Part => ({ id: PartId.parse(randomUUID()), kind: 'text', text: words })
const reasoning = (words: string): Part => ({ ...text(words), kind: 'reasoning', forModel: { signature: 'only-for-the-provider' } }) as Part
const call = (result: string): Extract<Part, { kind: 'call' }> => ({
  id: PartId.parse(randomUUID()),
  kind: 'call',
  modelCallId: 'c',
  modelToolName: 'files__read',
  call: {
    id: CallId.parse(randomUUID()),
    serverId: ServerId.parse('files'),
    tool: 'read',
    definitionHash: 'h',
    startedBy: 'model',
    asked: { path: 'a.txt' },
    why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
    state: 'done',
    startedAt: 1,
    result: { content: [{ type: 'text', text: result }], structured: 'noSchema', isError: false, bytes: result.length },
  },
})

/** A picture of one point, with a text behind it. */
function onePixel(said: string, bytes = 0): Buffer {
  const words = Buffer.from(said)
  return Buffer.concat([PNG, words, Buffer.alloc(Math.max(0, bytes - PNG.length - words.length))])
}

class ExportBench implements Disposable {
  readonly folder = temporaryFolder()
  readonly store = new ConversationStore(new Database(this.folder.file('parley.db')))
  readonly target = this.folder.file('export')
  readonly desktop = new Exporter({ source: this.store, clock: systemClock, pickSaveFile: () => Promise.resolve(this.target) })
  /** What was attached, by its hash. */
  readonly attached = new Map<FileHash, Buffer>()
  readonly browser = new Exporter({ source: this.store, clock: systemClock, files: { content: (sha256) => this.#content(sha256) } })

  conversation(title: string, created = Date.UTC(2026, 0, 2)): ConversationId {
    const id = ConversationId.parse(randomUUID())
    this.store.create({ id, created, model: 'default' })
    this.store.rename(id, title)
    return id
  }

  add(to: ConversationId, role: 'user' | 'assistant', parts: readonly Part[], parent: MessageId | null = this.store.leaf(to)): MessageId {
    const id = MessageId.parse(randomUUID())
    const message: ChatMessage = {
      id,
      role,
      created: 5,
      state: 'done',
      parts,
      ...(parent !== null && { parent }),
      ...(role === 'assistant' && { model: ModelRef.parse('local/m') }),
    }
    this.store.addMessage(to, message)
    return id
  }

  async #content(sha256: FileHash): Promise<Buffer> {
    return this.attached.get(sha256) ?? Promise.reject(new AppError('NOT_FOUND', { reason: 'files.deleted' }))
  }

  attach(name: string, content: Buffer, type = 'image/png'): Part {
    const sha256 = FileHash.parse(createHash('sha256').update(content).digest('hex'))
    this.attached.set(sha256, content)
    return { id: PartId.parse(randomUUID()), kind: 'file', file: { sha256, name, type, bytes: content.length, text: 'none' } }
  }

  async exported(request: Partial<ExportRequest>): Promise<Buffer> {
    return (await this.exportedInSteps(request)).bytes
  }

  async exportedInSteps(request: Partial<ExportRequest>): Promise<{ readonly bytes: Buffer; readonly largest: number }> {
    const started = await this.browser.begin({ to: 'file', format: 'markdown', calls: true, reasoning: false, ...request })
    if (!started) throw new Error('No export began')
    const parts: Buffer[] = []
    for (;;) {
      const { bytes = '', ended } = await this.browser.next(started.exportId)
      parts.push(Buffer.from(bytes, 'base64'))
      if (ended) return { bytes: Buffer.concat(parts), largest: Math.max(...parts.map((part) => part.length)) }
    }
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]()
  }

  async words(conversationId: ConversationId, format: ExportFormat, more: Partial<ExportRequest> = {}): Promise<string> {
    return (await this.exported({ conversationId, format, ...more })).toString()
  }
}

it('exports the versions in front to read, and all of them as JSON', async () => {
  using bench = new ExportBench()
  const id = bench.conversation('Two and two')
  const question = bench.add(id, 'user', [text('What is it?')])
  bench.add(id, 'assistant', [text('The first answer')], question)
  bench.add(id, 'assistant', [text('The second answer')], question)
  for (const format of ['markdown', 'html'] as const) {
    const words = await bench.words(id, format)
    expect(words).toContain('Two and two')
    expect(words).toContain('The second answer')
    expect(words).not.toContain('The first answer')
  }
  const json = JSON.parse(await bench.words(id, 'json')) as { format: string; version: number; leaf: string; messages: ChatMessage[] }
  expect([json.format, json.version, json.messages.length]).toEqual(['parley.conversation', 1, 3])
  expect(json.leaf).toBe(bench.store.leaf(id))
})

it('leaves out calls and reasoning that nobody wanted, and always what only a provider reads', async () => {
  using bench = new ExportBench()
  const id = bench.conversation('Parts')
  bench.add(id, 'assistant', [reasoning('Let me think'), call('content of a.txt'), text('Done')])
  for (const format of ['markdown', 'html', 'json'] as const) {
    const least = await bench.words(id, format, { calls: false })
    expect(least).toContain('Done')
    expect(least).not.toMatch(/Let me think|content of a\.txt/)
    const most = await bench.words(id, format, { reasoning: true })
    expect(most).toMatch(/Let me think[^]*content of a\.txt[^]*Done/)
    expect(most).not.toContain('only-for-the-provider')
  }
})

it('exports a result as a whole of which the screen has only the beginning', async () => {
  using bench = new ExportBench()
  const id = bench.conversation('Large')
  const part = call('the beginning')
  const whole = { content: [{ type: 'text' as const, text: `the beginning ${'x'.repeat(300_000)} and the end` }] }
  const result = { structured: 'noSchema' as const, isError: false, bytes: 1, ...part.call.result, cut: true as const }
  bench.add(id, 'assistant', [{ ...part, call: { ...part.call, result: { ...result, content: part.call.result?.content ?? [] } } }])
  const { cut: _cut, ...rest } = result
  await bench.store.results.saveWhole(part.call.id, { ...rest, ...whole })
  expect(await bench.words(id, 'markdown')).toContain('and the end')
})

it('G07, X01: an exported page loads nothing and runs nothing, whatever a title, a message or a result says', async () => {
  using bench = new ExportBench()
  const attack = '</title></style></pre><script>alert(1)</script><img src=x onerror="alert(1)"><a href="javascript:alert(1)">\'"&'
  const id = bench.conversation(attack)
  bench.add(id, 'user', [text(attack)])
  bench.add(id, 'assistant', [reasoning(attack), call(attack), text(attack)])
  const page = await bench.words(id, 'html', { reasoning: true })
  expect(page).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'/)
  expect(page.match(/<\/?(?:script|img|a|iframe|link|form|svg)\b/gi)).toBeNull()
  expect(page.match(/<\/title>|<\/style>/g)).toHaveLength(2)
})

it('writes Markdown in a page as the app draws it, of the model and of the person, with their summaries', async () => {
  using bench = new ExportBench()
  const id = bench.conversation('Rendered')
  const first = bench.add(id, 'user', [text('Is it **red**?\nReally?')])
  const second = bench.add(id, 'assistant', [reasoning('It *may* be'), text('| boat |\n|---|\n| `red` |')])
  const last = bench.add(id, 'user', [text('Thanks')])
  const summary = { model: ModelRef.parse('local/m'), created: 7, changed: 7 }
  bench.store.summaries.save({ ...summary, through: first, messages: 1, text: 'Put **aside**', off: true })
  bench.store.summaries.save({ ...summary, through: second, messages: 2, text: 'The boat is **red**', edited: true })
  const page = await bench.words(id, 'html', { reasoning: true })
  expect(page).toMatch(/<p>Is it <strong>red<\/strong>\?<br>\nReally\?<\/p>[^]*It <em>may<\/em> be[^]*<td><code>red<\/code><\/td>/)
  expect(page).toMatch(/Really[^]*<summary>Summary of the message above · not used<\/summary>[^]*Put <strong>aside<\/strong>[^]*It <em>may/)
  expect(page).toMatch(/<code>red[^]*Summary of the 2 messages above · edited<\/h2>[^]*The boat is <strong>red<\/strong>[^]*Thanks/)
  const markdown = await bench.words(id, 'markdown')
  expect(markdown).toMatch(
    /Really\?\n\n> \*\*Summary of the message above · not used\*\*\n> \n> A later summary stands for these messages too\.\n> \n> Put \*\*aside\*\*\n/,
  )
  expect(markdown).toMatch(/> \*\*Summary of the 2 messages above · edited\*\*[^]*> The boat is \*\*red\*\*\n[^]*Thanks/)
  const json = JSON.parse(await bench.words(id, 'json')) as { summaries: object[] }
  expect(json.summaries).toMatchObject([
    { through: first, messages: 1, off: true },
    { through: second, messages: 2, text: 'The boat is **red**', edited: true },
  ])
  bench.store.setLeaf(id, first)
  const begun = await bench.words(id, 'markdown')
  expect(begun).not.toContain('The boat')
  expect(begun).toContain('> The model gets the messages themselves')
  bench.store.setLeaf(id, last)
})

it('X10: others have a turn while a page of much Markdown is written', { tags: ['slow'] }, async () => {
  using bench = new ExportBench()
  const id = bench.conversation('Long')
  bench.add(id, 'assistant', [text(`${'*a_ [b] `c '.repeat(490)}\n\n`.repeat(60))])
  using stall = new StallMeter()
  expect(await bench.words(id, 'html')).toContain('<code>')
  // The meter looks when it has a turn.
  await turn()
  expect(stall.longestMs).toBeLessThan(300)
})

it('X11: a page has the pictures that were attached and returned; what is no picture, or is gone, is named with its size', async () => {
  using bench = new ExportBench()
  const id = bench.conversation('Pictures')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const drawn = call('drawn')
  const image = (data: Buffer) => ({ type: 'image' as const, mimeType: 'image/png', data: data.toString('base64') })
  const result = { structured: 'noSchema' as const, isError: false, bytes: 1, content: [image(PNG), image(svg)] }
  bench.add(id, 'user', [bench.attach('my "cat".png', PNG), bench.attach('evil.png', svg), bench.attach('a.pdf', PNG, 'application/pdf')])
  bench.add(id, 'assistant', [{ ...drawn, call: { ...drawn.call, result } }])
  const page = await bench.words(id, 'html')
  const source = `data:image/png;base64,${PNG.toString('base64')}`
  expect(page.match(/<img[^>]*>/g)).toEqual([
    `<img alt="my &quot;cat&quot;.png" src="${source}">`,
    `<img alt="Picture in “read”" src="${source}">`,
  ])
  expect(page).toContain('Attached file: evil.png (59 B)')
  expect(page).toContain('Attached file: a.pdf (70 B)')
  expect(page).toContain('A picture (image/png, 59 B) is not in this page.')
  expect(page).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'"/)
  bench.attached.clear()
  const later = await bench.words(id, 'html', { calls: false })
  expect(later).toContain('Attached file: my &quot;cat&quot;.png (70 B)')
  expect(later).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/)
  expect(await bench.words(id, 'markdown')).toContain('**Attached file: my "cat".png (70 B)**')
})

it(
  'an archive of pages has in each the pictures of its own conversation, as many as fit in that page, in small steps',
  { tags: ['slow'], timeout: 60_000 },
  async () => {
    using bench = new ExportBench()
    const expected = new Map<string, readonly string[]>()
    const source = (content: Buffer): string => `src="data:image/png;base64,${content.toString('base64')}"`
    for (const [index, title] of ['One', 'Two', 'Three'].entries()) {
      const id = bench.conversation(title)
      const attached = onePixel(`attached to ${title}`)
      const returned = onePixel(`returned in ${title}`)
      const content = [{ type: 'image' as const, mimeType: 'image/png', data: returned.toString('base64') }]
      const result = { structured: 'noSchema' as const, isError: false, bytes: 1, content }
      bench.add(id, 'user', [bench.attach(`${title}.png`, attached)])
      const drawn = call('drawn')
      bench.add(id, 'assistant', [{ ...drawn, call: { ...drawn.call, result } }])
      // The first one takes all that a page may have: the next ones have theirs all the same.
      const large = onePixel('large', 4_900_000)
      if (index === 0)
        bench.add(
          id,
          'user',
          Array.from({ length: 12 }, (_none, count) => bench.attach(`large ${count}.png`, large)),
        )
      expected.set(`${title}.html`, [attached, returned].map(source))
    }
    bench.conversation('Without')
    const { bytes, largest } = await bench.exportedInSteps({ format: 'html' })
    const pages = new Map(Object.entries(unzipSync(bytes)).map(([name, page]) => [name, strFromU8(page)]))
    expect(largest).toBeLessThan(2_000_000)
    expect([...pages.keys()].toSorted()).toEqual(['One.html', 'Three.html', 'Two.html', 'Without.html'])
    for (const [name, sources] of expected) {
      const found = pages.get(name)?.match(/src="[^"]*"/g) ?? []
      expect([found.length, ...found.slice(0, 2)]).toEqual([name === 'One.html' ? 12 : 2, ...sources])
      expect(pages.get(name)?.slice(0, 1_000)).toContain('img-src data:')
    }
    expect(pages.get('One.html')?.match(/Attached file: large/g)).toHaveLength(2)
    expect(pages.get('Without.html')).not.toContain('img-src')
  },
)

it('X01: a result cannot leave its code block in Markdown, and a title cannot add lines to the front matter', async () => {
  using bench = new ExportBench()
  const id = bench.conversation('a"\n---\nadmin: true')
  bench.add(id, 'assistant', [call('```\n````\n# You\nI agree')])
  const lines = (await bench.words(id, 'markdown')).split('\n')
  expect(lines.indexOf('---', 1)).toBe(4)
  expect(lines.filter((line) => line === '`````')).toHaveLength(2)
})

it('X02: a secret of the vault that stands in a conversation is not in its export', async () => {
  rememberSecret('hunter2-hunter2')
  using bench = new ExportBench()
  const id = bench.conversation('Mine is hunter2-hunter2')
  bench.add(id, 'assistant', [text('It is hunter2-hunter2\nhunter2-hunter2'), call('{"token":"hunter2-hunter2"}')])
  for (const format of ['markdown', 'html', 'json'] as const) expect(await bench.words(id, format)).not.toContain('hunter2-hunter2')
})

it('X03: names of files in the zip lead nowhere else, and no two are the same', async () => {
  using bench = new ExportBench()
  for (const title of ['../../../etc/cron.d/x', 'C:\\Windows\\x', 'NUL', '', 'same', 'Same', 'same 2', '\u202Efdp.exe'])
    bench.conversation(title)
  const names = Object.keys(unzipSync(await bench.exported({})))
  expect(names.filter((name) => /[/\\:]|^\.|^nul\./i.test(name))).toEqual([])
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(8)
})

it('exports all conversations as a zip, and leaves out one that was deleted meanwhile', async () => {
  using bench = new ExportBench()
  const first = bench.conversation('First')
  const second = bench.conversation('Second')
  bench.add(first, 'user', [text('Ünïcode 名前')])
  const started = await bench.browser.begin({ to: 'file', format: 'markdown', calls: true, reasoning: false })
  bench.store.remove([second], 9)
  const step = await bench.browser.next(started?.exportId ?? expect.fail('No export began'))
  const files = unzipSync(Buffer.from(step.bytes ?? '', 'base64'))
  expect([step.done, step.ended, Object.keys(files)]).toEqual([2, true, ['First.md']])
  expect(strFromU8(files['First.md'] ?? new Uint8Array())).toContain('Ünïcode 名前')
})

// Catches: one imported conversation whose file said that it is of 1970, with which no archive can be written any more.
it('X03: an archive has conversations of any date, though its format knows only those from 1980 to 2099', async () => {
  using bench = new ExportBench()
  for (const year of [1970, 1979, 1980, 2099, 2100, 2199]) bench.conversation(String(year), Date.UTC(year, 11, 31, 23, 59))
  const files = Object.keys(unzipSync(await bench.exported({})))
  expect(files.toSorted()).toEqual(['1970.md', '1979.md', '1980.md', '2099.md', '2100.md', '2199.md'])
})

// Catches: an archive beyond what its format can count, which no program opens: it would be found out when it is needed.
it('says that the conversations are more than one zip can hold, instead of writing a broken one', async () => {
  using bench = new ExportBench()
  const ids = ['One', 'Two'].map((title) => bench.conversation(title))
  const options = { source: bench.store, translator: english, format: 'json', calls: true, reasoning: false } as const
  const sizeWithin = async (limits: typeof archiveLimits): Promise<number> => {
    let size = 0
    for await (const { bytes } of exportAll(ids, options, limits)) size += bytes.length
    return size
  }
  const size = await sizeWithin(archiveLimits)
  expect(await sizeWithin({ bytes: size, files: 2 })).toBe(size)
  for (const limits of [
    { bytes: size - 1, files: 2 },
    { bytes: size, files: 1 },
  ])
    await expect(sizeWithin(limits)).rejects.toMatchObject({ code: 'NOT_SAVED', reason: 'exports.archiveTooLarge' })
})

it('gives a file its name only when it is whole, and leaves nothing of one that was cancelled', async () => {
  using bench = new ExportBench()
  const id = bench.conversation('Big')
  for (let count = 0; count < 3; count++) bench.add(id, 'user', [text('x'.repeat(300_000))])
  const begin = () => bench.desktop.begin({ conversationId: id, to: 'file', format: 'markdown', calls: true, reasoning: false })
  const files = () => readdirSync(bench.folder.path).filter((name) => name.startsWith('export'))
  const cancelled = await begin()
  if (!cancelled) return expect.fail('No export began')
  expect(await bench.desktop.next(cancelled.exportId)).toEqual({ done: 0, ended: false })
  expect(files()).toEqual([expect.stringMatching(/\.tmp$/)])
  await bench.desktop.cancel(cancelled.exportId)
  expect(files()).toEqual([])
  await expect(bench.desktop.next(cancelled.exportId)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const whole = await begin()
  if (!whole) return expect.fail('No export began')
  while (!(await bench.desktop.next(whole.exportId)).ended);
  expect(files()).toEqual(['export'])
  expect(readFileSync(bench.target, 'utf8').length).toBeGreaterThan(900_000)
})

it('begins nothing when the person cancels the dialog, and says so when the file cannot be written', async () => {
  using bench = new ExportBench()
  const id = bench.conversation('Any')
  const ask = { conversationId: id, to: 'file', format: 'json', calls: true, reasoning: false } as const
  const cancelling = new Exporter({ source: bench.store, clock: systemClock, pickSaveFile: () => Promise.resolve(undefined) })
  expect(await cancelling.begin(ask)).toBeNull()
  const nowhere = new Exporter({
    source: bench.store,
    clock: systemClock,
    pickSaveFile: () => Promise.resolve(bench.folder.file('no/such/x')),
  })
  await expect(nowhere.begin(ask)).rejects.toMatchObject({ code: 'NOT_SAVED' })
})
