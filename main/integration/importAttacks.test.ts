import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { ChatMessage, Conversation } from '../../shared/domain/chat'
import type { ConversationId } from '../../shared/domain/ids'
import { checkDatabase } from '../storage/checkDatabase'
import { copyDatabase } from '../storage/copyDatabase'
import { handOver, imported, toTheEnd } from '../testing/importFile'
import { TestHost } from '../testing/testHost'

const said = (id: string, role: string, text: string, more: object = {}) => ({
  id,
  role,
  created: 1_700_000_000_000,
  state: 'done',
  parts: [{ kind: 'text', text }],
  ...more,
})
const parley = (messages: readonly unknown[], more: object = {}) => ({
  format: 'parley.conversation',
  version: 1,
  id: 'foreign',
  title: 'Attack',
  created: 1_700_000_000_000,
  messages,
  ...more,
})

function idOf(host: TestHost, title: string): ConversationId {
  const found = host.computed('chat.conversations').find((conversation) => conversation.title === title)
  if (!found) throw new Error(`No conversation is called ${title}`)
  return found.id
}
const opened = async (host: TestHost, title: string): Promise<Conversation> =>
  (await host.call('chat.open', { conversationId: idOf(host, title) })).conversation

async function exported(host: TestHost, conversationId: ConversationId): Promise<string> {
  const started = await host.call('exports.begin', { conversationId, to: 'page', format: 'json', calls: true, reasoning: true })
  if (!started) throw new Error('No export began')
  const parts: Buffer[] = []
  for (;;) {
    const { bytes = '', ended } = await host.call('exports.next', { exportId: started.exportId })
    parts.push(Buffer.from(bytes, 'base64'))
    if (ended) return Buffer.concat(parts).toString()
  }
}

it('X08: moments that no calendar has, and numbers that are none, keep nothing from being imported', async () => {
  await using host = await TestHost.start()
  const moments = [8.64e15 + 1, 1e300, -5, 0.5, 5.5, '2026-01-01', null]
  const call = (startedAt: unknown) => ({
    kind: 'call',
    modelCallId: 'c',
    modelToolName: 'a__b',
    call: { serverId: 'a', tool: 'b', startedBy: 'model', asked: {}, state: 'done', startedAt, endedAt: startedAt },
  })
  const messages = moments.flatMap((created, index) => [
    said(`q${index}`, 'user', 'Question', { created, ...(index > 0 && { parent: `a${index - 1}` }) }),
    said(`a${index}`, 'assistant', '', { created, parent: `q${index}`, parts: [call(created), { kind: 'text', text: `Answer ${index}` }] }),
  ])
  for (const [index, created] of moments.entries())
    expect(await imported(host, 'a.json', parley(messages, { id: `f${index}`, title: `At ${index}`, created }))).toMatchObject({
      conversations: 1,
      skipped: [],
    })
  const { created, messages: read } = await opened(host, 'At 0')
  expect(read).toHaveLength(14)
  for (const moment of [created, ...read.map((message) => message.created)]) expect(new Date(moment).toISOString()).toMatch(/^(?:19|20)/)
})

it('X08: one message of thousands of parts, and a crowd of versions, are imported, opened and exported in seconds', async () => {
  await using host = await TestHost.start()
  const crowd = Array.from({ length: 3_000 }, (_, index) => said(`v${index}`, 'assistant', 'x', { parent: 'q' }))
  const wide = said('wide', 'user', '', { parts: Array.from({ length: 20_000 }, () => ({ kind: 'text', text: 'x' })), parent: 'v0' })
  expect(await imported(host, 'a.json', parley([said('q', 'user', 'Question'), ...crowd, wide]))).toMatchObject({ messages: 3_002 })
  const { messages } = await opened(host, 'Attack')
  expect(messages.map(({ versions }) => versions?.length)).toEqual([undefined, 3_000, undefined])
  // Each version naming all others would be a file of 350 MB.
  expect((await exported(host, idOf(host, 'Attack'))).length).toBeLessThan(10_000_000)
})

it('two pages that import at once end each other in turn, and nothing is left of either', async () => {
  await using host = await TestHost.start()
  const named = (id: string, messages: number) =>
    parley(
      Array.from({ length: messages }, (_, index) => said(`${id}${index}`, 'user', 'x')),
      { id, title: id },
    )
  const first = await handOver(host, 'a.json', named('a', 10_000))
  const second = await handOver(host, 'b.json', named('b', 10_000))
  const third = await handOver(host, 'c.json', named('c', 10))
  const steps = [first, second, third].map((importId) => host.call('imports.next', { importId }))
  expect((await Promise.all(steps)).slice(0, 2)).toMatchObject([
    { early: 'cancelled', conversations: 0 },
    { early: 'cancelled', conversations: 0 },
  ])
  expect(await toTheEnd(host, third)).toMatchObject({ conversations: 1, messages: 10 })
  expect(host.computed('chat.conversations').map(({ title }) => title)).toEqual(['c'])
  expect(readdirSync(join(host.dataDir, 'imports'))).toEqual([])
})

// Eighty megabytes are packed and unpacked.
it(
  'X07: an archive that unpacks a thousand times is read in pieces, and one without conversations brings nothing',
  { timeout: 60_000 },
  async () => {
    await using host = await TestHost.start()
    const bomb = zipSync({
      'conversations.json': new Uint8Array(80_000_000),
      'more.json': strToU8(JSON.stringify(parley([said('a', 'user', 'Found')]))),
    })
    expect(await imported(host, 'bomb.zip', bomb)).toMatchObject({ conversations: 1, skipped: [{ reason: 'tooLarge' }] })
    expect(await imported(host, 'photos.zip', zipSync({ 'a.txt': strToU8('x'), 'user.json': strToU8('{"a":1}') }))).toMatchObject({
      conversations: 0,
      early: 'noConversations',
    })
  },
)

/** What an export says, with ids by their place: others are given at an import. */
function comparable(json: string): unknown {
  const { messages, leaf, title } = JSON.parse(json) as { messages: ChatMessage[]; leaf: string; title: string }
  const places = new Map(messages.map(({ id }, index) => [id as string, index]))
  return {
    title,
    leaf: places.get(leaf),
    messages: messages.map(({ id: _id, parent, parts, ...message }) => ({
      ...message,
      parent: places.get(parent ?? ''),
      parts: parts.map(({ id: _partId, ...part }) => {
        if (part.kind !== 'call') return part
        const { id: _callId, why: _why, definitionHash: _hash, ...record } = part.call
        return { ...part, call: record }
      }),
    })),
  }
}

it('what Parley exports as JSON comes back whole, with all versions, in front what was in front', async () => {
  await using host = await TestHost.start()
  const block = { type: 'text', text: `It says “yes”${' no'.repeat(100_000)}` }
  const call = {
    kind: 'call',
    modelCallId: 'call_1',
    modelToolName: 'files__read',
    step: 1,
    call: {
      serverId: 'files',
      tool: 'read',
      title: 'Read',
      startedBy: 'model',
      asked: { path: 'a.txt', deep: [{ __proto__x: null }] },
      approved: { path: 'b.txt' },
      state: 'failed',
      startedAt: 1_700_000_000_000,
      endedAt: 1_700_000_000_500,
      result: {
        content: [block, { type: 'image', data: 'AAAA', mimeType: 'image/png' }, { type: 'resource_link', uri: 'file:///a', name: 'a' }],
        structuredContent: { a: [1, null] },
        structured: 'matches',
        isError: true,
        bytes: 5,
      },
      error: { code: 'INTERNAL', message: 'Broken' },
    },
  }
  const attachment = { kind: 'attachment', source: 'skill', serverId: 'files', uri: 'skill://a', name: 'a', content: [block], bytes: 9 }
  const first = parley(
    [
      said('q', 'user', 'Question', { parts: [attachment, { kind: 'text', text: 'Question' }] }),
      said('a', 'assistant', 'First answer', { parent: 'q', model: 'local/m', state: 'stopped' }),
      said('b', 'assistant', '', {
        parent: 'q',
        model: 'local/m',
        parts: [
          { kind: 'reasoning', text: 'Hm', startedAt: 1_700_000_000_000, endedAt: 1_700_000_001_000 },
          call,
          { kind: 'steering', text: 'Faster', attached: [] },
          { kind: 'text', text: 'Second answer' },
          { kind: 'notice', error: { code: 'MODEL_ERROR', message: 'It broke', said: 'no' } },
        ],
      }),
      said('other', 'user', 'Another beginning'),
      said('next', 'user', 'And then?', { parent: 'a' }),
    ],
    { leaf: 'next', title: '<i>All</i> of it' },
  )
  expect(await imported(host, 'a.json', first)).toMatchObject({ conversations: 1, messages: 5, skipped: [] })
  const once = await exported(host, idOf(host, '<i>All</i> of it'))
  await using other = await TestHost.start()
  expect(await imported(other, 'b.json', once)).toMatchObject({ conversations: 1, messages: 5, skipped: [] })
  const twice = await exported(other, idOf(other, '<i>All</i> of it'))
  expect(comparable(twice)).toEqual(comparable(once))
  expect(comparable(once)).toMatchObject({
    leaf: 4,
    messages: [
      { parts: [attachment, {}] },
      { parent: 0, state: 'stopped', model: 'local/m' },
      {
        parent: 0,
        parts: [
          { startedAt: 1_700_000_000_000 },
          { call: { approved: { path: 'b.txt' }, result: { content: [block, {}, {}] } } },
          {},
          {},
          {},
        ],
      },
      { parts: [{ text: 'Another beginning' }] },
      { parent: 1 },
    ],
  })
})

it('what was imported is found by its words, and is sound for a check of the data and in a copy of it', async () => {
  await using host = await TestHost.start()
  await imported(
    host,
    'a.json',
    parley([said('q', 'user', 'Where is the zeppelin?'), said('a', 'assistant', 'In Friedrichshafen', { parent: 'q' })]),
  )
  await expect
    .poll(async () => (await host.call('search.find', { query: 'friedrichshafen' })).hits.map(({ conversationId }) => conversationId))
    .toEqual([idOf(host, 'Attack')])
  const copy = join(host.dataDir, 'copy.db')
  copyDatabase(join(host.dataDir, 'parley.db'), copy)
  for (const path of [join(host.dataDir, 'parley.db'), copy])
    expect(checkDatabase(path)).toMatchObject({
      damage: [],
      brokenReferences: 0,
      schemaDifferences: [],
      rows: { import: 1, imported_conversation: 1, message: 2 },
    })
})
