import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ModelRef, type ConversationId } from '../../shared/domain/ids'
import type { InputOf } from '../../shared/rpc/contract'
import { systemClock, type Clock } from '../lib/clock'
import { ScriptedModel } from '../chat/testing/scriptedModel'
import { asker, asks, askingServer, nameForm } from '../testing/elicitingHost'
import { TestHost } from '../testing/testHost'

/** What is said, asked, answered, returned or logged in the conversation. None of it may be found in the data folder. */
const canaries = [
  'said',
  'answered',
  'argument',
  'asked',
  'filled',
  'result',
  'error',
  'thought',
  'draft',
  'titled',
  'queued',
  'steered',
  'edited',
  'again',
  'refused',
  'search',
].map((word) => `canary-${word}`)
const form = { ...nameForm, params: { ...nameForm.params, message: 'canary-asked' } }
const model = ModelRef.parse('local/scripted-1')

/** Which canaries are in any file of a folder: the database and its log, the index, logs, records, files, settings. */
function found(folder: string): readonly string[] {
  const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  return canaries.filter((canary) => bytes.some((content) => content.includes(canary) || content.includes(Buffer.from(canary, 'utf16le'))))
}

/** What is written to stderr, which a desktop keeps in its journal. */
function logged(): { readonly lines: readonly string[] } & Disposable {
  const lines: string[] = []
  const { write } = process.stderr
  process.stderr.write = (line: string | Uint8Array): boolean => lines.push(String(line)) > 0
  return { lines, [Symbol.dispose]: () => void (process.stderr.write = write) }
}

/** Holds back what the host does a minute after a chat was closed, until a test lets that minute pass. */
class MinuteClock {
  readonly #later: (() => void)[] = []
  readonly clock: Clock = {
    ...systemClock,
    after: (ms, run) => (ms === 60_000 ? this.#wait(run) : systemClock.after(ms, run)),
  }

  pass(): void {
    for (const run of this.#later.splice(0)) run()
  }

  #wait(run: () => void): () => void {
    this.#later.push(run)
    return () => void this.#later.splice(this.#later.indexOf(run), 1)
  }
}

class TemporaryBench implements AsyncDisposable {
  readonly #opened = new AsyncDisposableStack()
  readonly host: TestHost
  readonly model: ScriptedModel
  readonly minute: MinuteClock

  private constructor(host: TestHost, scripted: ScriptedModel, minute: MinuteClock) {
    this.host = host
    this.model = scripted
    this.minute = minute
  }

  static async start(): Promise<TemporaryBench> {
    const scripted = await ScriptedModel.start()
    const server = await askingServer((params, tries) =>
      params['inputResponses'] === undefined && tries % 3 === 1
        ? asks({ who: form }, 'state')
        : tries % 3 === 0
          ? { code: -32000, message: 'canary-error' }
          : { resultType: 'complete', content: [{ type: 'text', text: 'canary-result' }] },
    )
    const files = { 'servers.json': { mcpServers: { asker: { type: 'http', url: server.url } } } }
    const later = new MinuteClock()
    const host = await TestHost.start({ files, ports: { clock: later.clock } })
    const bench = new TemporaryBench(host, scripted, later)
    bench.#opened.use(scripted)
    bench.#opened.use(server)
    await host.until('connections.states', (states) => states[asker]?.phase === 'ready')
    const provider = {
      kind: 'openai-compatible',
      baseUrl: scripted.baseUrl,
      models: ['scripted-1'],
    } satisfies InputOf<'models.saveProvider'>
    await host.call('models.saveProvider', { ...provider, id: 'local', key: 'k' })
    return bench
  }

  async messages(conversationId: ConversationId): Promise<string> {
    return JSON.stringify((await this.host.call('chat.open', { conversationId })).conversation)
  }

  /** What the host has recorded of the messages of the server. */
  async recorded(): Promise<string> {
    return JSON.stringify(await this.host.call('traffic.ofServer', { serverId: asker, limit: 500 }))
  }

  async settled(conversationId: ConversationId): Promise<void> {
    await expect.poll(() => this.messages(conversationId), { timeout: 5_000 }).not.toMatch(/"state":"(running|waiting|asking)"/)
  }

  /** A turn with an approved call that asks for a form, one that fails, and everything else that leaves a trace of a conversation. */
  async converse(temporary: boolean, whileAsked?: () => void): Promise<ConversationId> {
    const { host } = this
    const { conversationId } = await host.call('chat.create', { model, temporary })
    const go = (id: string) => ({ calls: [{ id, name: 'asker__go', arguments: '{"x":"canary-argument"}' }] })
    this.model.add({ ...go('1'), reasoning: 'canary-thought' }, { text: ['canary-answered'] })
    await host.call('chat.send', { conversationId, text: 'canary-said' })
    const { open } = await host.until('questions', (questions) => questions.open.some(({ details }) => details.kind === 'approval'))
    const approval = open[0]
    if (!approval) throw new Error('Nobody asked')
    const lasts = { kind: 'approval', action: 'allowOnce' } as const
    await host.call('questions.answer', { questionId: approval.id, answer: lasts })
    const asked = await host.until('questions', (questions) => questions.open.some(({ details }) => details.kind === 'form'))
    const question = asked.open[0]
    if (!question) throw new Error('Nobody asked')
    await host.call('questions.saveDraft', { questionId: question.id, draft: { name: 'canary-filled' } })
    whileAsked?.()
    const answer = { kind: 'form', action: 'accept', content: { name: 'canary-filled' } } as const
    await host.call('questions.answer', { questionId: question.id, answer })
    await this.settled(conversationId)
    await host.call('chat.runTool', { conversationId, serverId: asker, tool: 'go', arguments: { x: 'canary-argument' } })
    await this.settled(conversationId)
    await this.goOn(conversationId)
    await host.call('chat.saveDraft', { conversationId, draft: 'canary-draft' })
    await host.call('chat.rename', { conversationId, title: 'canary-titled' })
    await host.call('search.inConversation', { conversationId, query: 'canary-search' })
    await host.call('screen.save', { screen: { view: 'chat', conversationId } })
    return conversationId
  }

  /** A message that waits and one that steers, an endpoint that refuses with its own words, an edit, and another answer. */
  async goOn(conversationId: ConversationId): Promise<void> {
    const { host } = this
    this.model.add({ text: ['…'], ending: 'hold' }, { text: ['canary-again'] }, { text: ['canary-again'] })
    const before = this.model.requests.length
    await host.call('chat.send', { conversationId, text: 'canary-said' })
    await this.model.asked(before + 1)
    await host.call('chat.queue', { conversationId, text: 'canary-queued' })
    await host.call('chat.queue', { conversationId, text: 'canary-steered', steers: true })
    await host.call('chat.stop', { conversationId })
    await this.settled(conversationId)
    await host.call('chat.sendQueued', { conversationId })
    await this.settled(conversationId)
    this.model.add(
      { status: 400, body: JSON.stringify({ error: { message: 'canary-refused' } }) },
      { text: ['canary-again'] },
      { text: ['canary-again'] },
    )
    await host.call('chat.send', { conversationId, text: 'canary-said' })
    await this.settled(conversationId)
    const { messages } = (await host.call('chat.open', { conversationId })).conversation
    const said = messages.findLast(({ role }) => role === 'user')
    if (!said) throw new Error('Nothing was said')
    await host.call('chat.edit', { conversationId, messageId: said.id, text: 'canary-edited' })
    await this.settled(conversationId)
    const answer = (await host.call('chat.open', { conversationId })).conversation.messages.at(-1)
    if (!answer) throw new Error('Nothing was answered')
    await host.call('chat.regenerate', { conversationId, messageId: answer.id })
    await this.settled(conversationId)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.host[Symbol.asyncDispose]()
    rmSync(this.host.dataDir, { recursive: true, force: true })
    await this.#opened.disposeAsync()
  }
}

it('Z01: nothing of a temporary chat with calls, a form, errors, a queue and versions is in the data folder or the log, while it is open and after Parley quit', async () => {
  using log = logged()
  await using bench = await TemporaryBench.start()
  const id = await bench.converse(true, () => expect(found(bench.host.dataDir)).toEqual([]))
  const shown = await bench.messages(id)
  for (const said of ['said', 'answered', 'argument', 'result', 'error', 'steered', 'edited', 'again'])
    expect(shown).toContain(`canary-${said}`)
  expect(found(bench.host.dataDir)).toEqual([])
  expect(bench.host.computed('chat.conversations')).toEqual([])
  expect(bench.host.computed('chat.temporary')).toMatchObject([{ id, title: 'canary-titled' }])
  expect(await bench.host.call('screen.last', {})).toEqual({ screen: { view: 'chat' } })
  expect(found(await bench.host.quit())).toEqual([])
  expect(log.lines.filter((line) => line.includes('canary'))).toEqual([])
})

it('Z01: what the title of a temporary chat used is counted nowhere, that of another chat is', async () => {
  await using bench = await TemporaryBench.start()
  const { host } = bench
  await host.call('models.setTitleModel', { model })
  const written = { message: { role: 'assistant', content: 'Boats' }, finish_reason: 'stop', index: 0 }
  const title = { status: 200, body: JSON.stringify({ id: '1', choices: [written], usage: { prompt_tokens: 70, completion_tokens: 3 } }) }
  const titled = async (temporary: boolean) => {
    const { conversationId } = await host.call('chat.create', { model, temporary })
    bench.model.add({ text: ['Sail'] }, title)
    await host.call('chat.send', { conversationId, text: 'What do I do with a boat?' })
    await host.until(temporary ? 'chat.temporary' : 'chat.conversations', (list) => list.some(({ title: name }) => name === 'Boats'))
    const now = new Date()
    const month = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
    return (await host.call('usage.month', { month })).days
  }
  expect(await titled(true)).toEqual([])
  expect(await titled(false)).toMatchObject([{ model, input: 70, output: 3 }])
})

it('the same in a chat that is kept leaves its canaries, so that Z01 looks in the right places', async () => {
  await using bench = await TemporaryBench.start()
  await bench.converse(false)
  const left = found(await bench.host.quit())
  expect(left).toEqual(
    expect.arrayContaining([
      'canary-said',
      'canary-answered',
      'canary-argument',
      'canary-asked',
      'canary-filled',
      'canary-result',
      'canary-error',
      'canary-titled',
      'canary-queued',
      'canary-steered',
      'canary-edited',
      'canary-again',
      'canary-refused',
    ]),
  )
})

it('Z02: a closed temporary chat is gone, what a server sends late is not recorded, and after a minute everything is again', async () => {
  await using bench = await TemporaryBench.start()
  const conversationId = await bench.converse(true)
  await bench.host.call('chat.closeTemporary', { conversationId })
  await expect(bench.host.call('chat.open', { conversationId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(JSON.stringify(bench.host.computed('questions'))).not.toContain('canary')
  expect(found(bench.host.dataDir)).toEqual([])
  await bench.converse(false)
  expect(await bench.recorded()).not.toContain('canary')
  bench.minute.pass()
  await bench.converse(false)
  expect(await bench.recorded()).toContain('canary-result')
})

it('Z03: an open temporary chat takes no message when a policy forbids it, and can still be read, kept and closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-policy-'))
  const path = join(folder, 'policy.json')
  const policy = (temporary: boolean): void => writeFileSync(path, JSON.stringify({ name: 'Atlas IT', chat: { temporary } }))
  policy(true)
  await using host = await TestHost.start({ ports: { policyFiles: [{ path, mustBelongToRoot: false }] } })
  const [kept, closed] = [await host.call('chat.create', { temporary: true }), await host.call('chat.create', { temporary: true })]
  policy(false)
  await host.until('policy', ({ locks }) => locks.chat !== undefined)
  await expect(host.call('chat.send', { ...kept, text: 'Hello' })).rejects.toMatchObject({ code: 'POLICY', params: { by: 'Atlas IT' } })
  await expect(host.call('chat.queue', { ...kept, text: 'Hello' })).rejects.toMatchObject({ code: 'POLICY' })
  await host.call('chat.open', kept)
  await host.call('chat.keep', kept)
  await host.call('chat.closeTemporary', closed)
  expect(host.computed('chat.temporary')).toEqual([])
  rmSync(folder, { recursive: true })
})

it('a temporary chat that is kept is there whole after a restart, with what was asked in it', async () => {
  await using bench = await TemporaryBench.start()
  const conversationId = await bench.converse(true)
  const before = await bench.messages(conversationId)
  await bench.host.call('chat.keep', { conversationId })
  expect(bench.host.computed('chat.temporary')).toEqual([])
  expect(bench.host.computed('chat.conversations')).toMatchObject([{ id: conversationId, title: 'canary-titled' }])
  expect(JSON.parse(await bench.messages(conversationId))).toEqual(JSON.parse(before))
  await using after = await TestHost.start({ dataDir: await bench.host.quit() })
  expect(JSON.parse(JSON.stringify((await after.call('chat.open', { conversationId })).conversation))).toEqual(JSON.parse(before))
  const { ended } = after.computed('questions')
  expect(ended.map(({ kind }) => kind)).toEqual(['form', 'approval'])
})

// Catches: a page takes a chat that is kept for one that was closed, and throws away what it has of it.
it('a chat that is kept is in one list or the other at every moment', async () => {
  await using host = await TestHost.start()
  const { conversationId } = await host.call('chat.create', { temporary: true })
  const lists = new Map<string, boolean>()
  const seen: boolean[] = []
  for (const topic of ['chat.conversations', 'chat.temporary'] as const)
    host.watch(topic, (list) => {
      lists.set(
        topic,
        list.some(({ id }) => id === conversationId),
      )
      seen.push([...lists.values()].includes(true))
    })
  await host.until('chat.temporary', (list) => list.length === 1)
  seen.splice(0)
  await host.call('chat.keep', { conversationId })
  await host.until('chat.temporary', (list) => list.length === 0)
  expect([seen.length > 0, seen.includes(false)]).toEqual([true, false])
})

it('a chat cannot be kept while something runs in it, and a kept one not again', async () => {
  await using bench = await TemporaryBench.start()
  const { conversationId } = await bench.host.call('chat.create', { model, temporary: true })
  bench.model.add({ text: ['…'], ending: 'hold' })
  await bench.host.call('chat.send', { conversationId, text: 'Hello' })
  await bench.model.asked(1)
  await expect(bench.host.call('chat.keep', { conversationId })).rejects.toMatchObject({ code: 'CONFLICT' })
  await bench.host.call('chat.stop', { conversationId })
  await bench.host.call('chat.keep', { conversationId })
  await expect(bench.host.call('chat.keep', { conversationId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

// The edit went on when its turn had stopped, before the chat was forgotten, and a turn ran on over rows that were gone.
it('Z02: an edit that waits for the turn of a chat that is closed goes on nowhere, and the chat cannot be kept meanwhile', async () => {
  await using bench = await TemporaryBench.start()
  const { host } = bench
  const { conversationId } = await host.call('chat.create', { model, temporary: true })
  bench.model.add({ text: ['…'], ending: 'hold' }, { text: ['canary-again'] })
  await host.call('chat.send', { conversationId, text: 'canary-said' })
  await bench.model.asked(1)
  const said = (await host.call('chat.open', { conversationId })).conversation.messages[0]
  if (!said) throw new Error('Nothing was said')
  const [edited, closed, kept] = await Promise.allSettled([
    host.call('chat.edit', { conversationId, messageId: said.id, text: 'canary-edited' }),
    host.call('chat.closeTemporary', { conversationId }),
    host.call('chat.keep', { conversationId }),
  ])
  const gone = { status: 'rejected', reason: { code: 'NOT_FOUND' } }
  expect([closed, edited, kept]).toMatchObject([{ status: 'fulfilled' }, gone, gone])
  expect(bench.model.requests).toHaveLength(1)
  expect(found(await host.quit())).toEqual([])
})

it('Z03: a policy that forbids temporary chats refuses each, and says who set it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-policy-'))
  const path = join(folder, 'policy.json')
  writeFileSync(path, JSON.stringify({ name: 'Atlas IT', chat: { temporary: false } }))
  await using host = await TestHost.start({ ports: { policyFiles: [{ path, mustBelongToRoot: false }] } })
  await expect(host.call('chat.create', { temporary: true })).rejects.toMatchObject({
    code: 'POLICY',
    reason: 'policy.temporaryChat',
    params: { by: 'Atlas IT' },
  })
  expect(host.computed('chat.temporary')).toEqual([])
  expect(host.computed('policy').locks.chat).toMatchObject({ by: ['Atlas IT'] })
  rmSync(folder, { recursive: true })
})

/** A temporary chat in which a person allowed a tool for the rest of it. */
async function allowedForTheRest(bench: TemporaryBench): Promise<ConversationId> {
  const { host, model: scripted } = bench
  const { conversationId } = await host.call('chat.create', { model, temporary: true })
  const go = { calls: [{ id: '1', name: 'asker__go', arguments: '{"x":"canary-argument"}' }] }
  scripted.add(go, { text: ['Once'] }, go, { text: ['Twice'] })
  await host.call('chat.send', { conversationId, text: 'Go' })
  const { open } = await host.until('questions', (questions) => questions.open.some(({ details }) => details.kind === 'approval'))
  const approval = open[0]
  if (!approval) throw new Error('Nobody asked')
  const answer = { kind: 'approval', action: 'alwaysAllow', rule: { what: 'tool', lasts: 'conversation' } } as const
  await host.call('questions.answer', { questionId: approval.id, answer })
  const asked = await host.until('questions', (questions) => questions.open.some(({ details }) => details.kind === 'form'))
  const form = asked.open[0]
  if (!form) throw new Error('Nobody asked')
  await host.call('questions.answer', { questionId: form.id, answer: { kind: 'form', action: 'decline' } })
  await bench.settled(conversationId)
  expect(host.computed('rules.list')).toHaveLength(1)
  return conversationId
}

it('an approval for the rest of a temporary chat counts there, is on no disk, and ends with the chat', async () => {
  await using bench = await TemporaryBench.start()
  const conversationId = await allowedForTheRest(bench)
  await bench.host.call('chat.closeTemporary', { conversationId })
  await expect.poll(() => bench.host.computed('rules.list')).toEqual([])
})

it('an approval for the rest of a temporary chat is kept with the chat', async () => {
  await using bench = await TemporaryBench.start()
  const conversationId = await allowedForTheRest(bench)
  const rules = bench.host.computed('rules.list')
  await bench.host.call('chat.keep', { conversationId })
  expect(bench.host.computed('rules.list')).toEqual(rules)
  await using after = await TestHost.start({ dataDir: await bench.host.quit() })
  expect(after.computed('rules.list')).toMatchObject([{ rule: { conversationId, verdict: 'allow' } }])
})
