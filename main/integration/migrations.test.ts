import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { CallId, ConversationId, MessageId, QuestionId, ServerId } from '../../shared/domain/ids'
import { AppGrants } from '../apps/appGrants'
import { AppPictureTable } from '../apps/appPictureTable'
import { AppStorage } from '../apps/appStorage'
import { UnprotectedServers } from '../apps/unprotectedServers'
import { RuleStore } from '../approvals/ruleStore'
import { ConversationStore } from '../chat/conversationStore'
import { PinTable } from '../definitions/pinTable'
import { systemClock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { FileTable } from '../files/fileTable'
import { LogTable } from '../logs/logTable'
import { AccountTable } from '../oauth/accountTable'
import { ProjectStore } from '../projects/projectStore'
import { QuestionStore } from '../questions/questionStore'
import { SamplingUsage } from '../sampling/samplingUsage'
import { imageHeader } from '../../shared/lib/imageHeader'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { ConversationSearcher } from '../search/conversationSearcher'
import { SearchIndex } from '../search/searchIndex'
import { LaunchRecords } from '../servers/launchRecords'
import { Database } from '../storage/database'
import { migrations } from '../storage/migrations'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { SuspendedCallTable } from '../suspendedCalls/suspendedCallTable'
import { TaskTable } from '../tasks/taskTable'
import { TrafficLog } from '../traffic/trafficLog'
import { UsageLedger } from '../usage/usageLedger'

const fixtures = join(import.meta.dirname, '../storage/testing/versions')
/** The versions that main had. Version 6 came together with 7, and versions 14 to 20 with 21. */
const landed = readdirSync(fixtures)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => Number(/\d+/.exec(name)?.[0]))
  .toSorted((one, other) => one - other)

/** When the data in the fixtures was written. */
const at = 1_790_000_000_000
const clock = { ...systemClock, now: () => at + 60_000 }
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const files = ServerId.parse('files')
const callId = CallId.parse(id(6))

function openVersion(version: number, file: string): Database & Disposable {
  const older = new DatabaseSync(file)
  older.exec(readFileSync(join(fixtures, `version-${version}.sql`), 'utf8'))
  older.close()
  const database = new Database(file)
  return Object.assign(database, { [Symbol.dispose]: () => database.close() })
}

function questionsOf(database: Database): QuestionStore {
  return new QuestionStore({ database, clock, limits: () => defaultLimits })
}

describe.each(landed)('a data folder of version %i', (version) => {
  it('keeps its conversations, messages, calls and their results', () => {
    using folder = temporaryFolder()
    using database = openVersion(version, folder.file('parley.db'))
    const store = new ConversationStore(database)
    const conversation = store.load(ConversationId.parse(id(1)))
    expect(database.problem).toBeUndefined()
    expect(store.list().map(({ title }) => title)).toEqual(['Invoices of March'])
    expect(conversation).toMatchObject({ title: 'Invoices of March', draft: 'and then …', model: 'local/scripted-1' })
    expect(conversation.messages.map(({ parts }) => parts.map((part) => ('text' in part ? part.text : part.kind)))).toEqual([
      ['Find the invoices of March'],
      ['call', 'There is one: march-1.pdf', 'notice'],
    ])
    const structuredReason = { id: 'legacy.text', params: { text: '/files must be array' } }
    expect(store.call(callId)).toMatchObject({
      tool: 'search',
      asked: { text: 'March' },
      approved: { path: '/home/dana/invoices' },
      state: 'done',
      why: { by: 'person', verdict: 'allow', reason: { id: expect.any(String) } },
      result: { content: [{ text: 'march-1.pdf' }] },
    })
    // Until version 8 the whole copy kept a sentence where the screen reads a fact: "Show all" of such a result failed.
    expect([store.call(callId)?.result, JSON.parse(store.results.whole(callId, 0)?.json ?? '')]).toMatchObject([
      { structuredReason },
      { content: [{ text: 'march-1.pdf, and all the rest' }], structuredReason },
    ])
    store.restore([ConversationId.parse(id(9))])
    expect(store.list().map(({ title }) => title)).toContain('Deleted on purpose')
  })

  it('keeps what was decided: rules, answers, approved servers', () => {
    using folder = temporaryFolder()
    using database = openVersion(version, folder.file('parley.db'))
    const questions = questionsOf(database)
    using rules = new RuleStore({ database, clock, questions })
    const where = version < 4 ? undefined : [{ path: ['path'], test: 'inFolder', value: '/home/dana' }]
    const [placed, others] = [true, undefined].map((place) => rules.all().filter(({ inConversation }) => inConversation === place))
    expect(others?.map(({ subject, verdict, lasts }) => ({ subject, verdict, lasts }))).toEqual([
      { subject: { serverId: files, tool: 'search', ...(where && { where }) }, verdict: 'allow', lasts: 'always' },
      { subject: { serverId: files, kind: 'readOnly' }, verdict: 'allow', lasts: 'conversation' },
    ])
    if (version >= 29)
      expect(placed).toMatchObject([{ subject: { serverId: files, tool: 'list' }, definitionHash: 'hash-of-list', verdict: 'ask' }])
    expect(questions.approvalHistory(files, 'search')).toMatchObject({ allowed: 1, denied: 0 })
    const decided = QuestionId.parse(id(30))
    if (version >= 10) expect(questions.recordOf(decided).parts).toEqual([{ what: 'arguments', value: { path: '/home/dana' } }])
    questions.endOrphaned(new Set())
    expect(questions.endedIn(callId).map(({ kind, how }) => [kind, how])).toEqual(
      expect.arrayContaining([
        ['approval', 'answered'],
        ['form', 'withdrawn'],
        ['approval', 'withdrawn'],
      ]),
    )
    const launches = new LaunchRecords({ database, clock })
    expect([launches.trusted(files), launches.previous(files)]).toMatchObject([true, { kind: 'stdio', command: 'npx' }])
  })

  it('keeps what servers sent, and what goes on with them', async () => {
    using folder = temporaryFolder()
    using database = openVersion(version, folder.file('parley.db'))
    await using traffic = new TrafficLog({ database, file: undefined, script: '', limits: () => defaultLimits })
    expect(await traffic.ofCall(callId)).toMatchObject([{ serverId: files, direction: 'sent', json: '{"jsonrpc":"2.0","id":1}' }])
    if (version < 2) return
    const moved = { text: '{"to":[1,2]}', logger: 'com.example/moved', unknown: 'notification' }
    const logged = [{ text: 'searched', logger: 'main' }, ...(version >= 11 ? [moved] : [])]
    expect(new LogTable(database).read(files, { limit: 5 })).toMatchObject(logged)
    expect(new TaskTable({ database, clock, longestMs: 1e9 }).find(callId)).toMatchObject({ tool: 'search', task: { taskId: 't1' } })
    if (version < 3) return
    expect(new AccountTable(database).all()).toMatchObject([
      { key: id(50), server: 'cloud', label: '', isDefault: true, who: 'dana@example.org' },
      { key: id(51), server: 'cloud', label: 'Work', isDefault: false },
    ])
    if (version < 4) return
    expect(new PinTable(database).of(files)).toMatchObject([{ name: 'search', hash: 'hash-of-search' }])
    const suspended = new SuspendedCallTable({ database, clock, onForgotten: () => undefined })
    expect(suspended.find(callId)).toMatchObject({ accountId: id(51), requestState: 'opaque', round: 1 })
    const noon = { ...systemClock, now: () => new Date(2026, 8, 21, 12).getTime() }
    using usage = new SamplingUsage({ database, clock: noon })
    expect(usage.today(files)).toEqual({ calls: 2, tokens: 340, estimated: 1 })
  })
})

it('a version of a message that is not in front stays behind the one that is', () => {
  using folder = temporaryFolder()
  using database = openVersion(12, folder.file('parley.db'))
  const answer = new ConversationStore(database).load(ConversationId.parse(id(1))).messages[1]
  expect(answer?.versions).toEqual([id(4), id(50)])
})

describe.each(landed)('a data folder of version %i', (version) => {
  // Catches conversations of before the search that are never found.
  it('can be searched', async () => {
    using folder = temporaryFolder()
    using database = openVersion(version, folder.file('parley.db'))
    await using index = new SearchIndex({ database, file: folder.file('search.db') })
    await index.settled()
    const { hits } = await new ConversationSearcher(index, database).find({ query: 'march' }, new AbortController().signal)
    expect(hits.map(({ kind }) => kind)).toEqual(['answer', 'call', 'userMessage', 'title'])
  })
})

it('version 21 keeps attached files, with the messages and drafts that have them', () => {
  using folder = temporaryFolder()
  using database = openVersion(22, folder.file('parley.db'))
  const table = new FileTable(database)
  expect(table.ofDraft(ConversationId.parse(id(1)))).toMatchObject([{ name: 'mine.pdf', pages: 2, text: 'whole' }])
  // A message that is not in front has it too.
  table.setDraft(ConversationId.parse(id(1)), [])
  expect(table.unreferenced()).toEqual([])
})

it('version 23 keeps what is granted to interfaces of servers, and what they show', () => {
  using folder = temporaryFolder()
  using database = openVersion(23, folder.file('parley.db'))
  const grant = { origins: ['https://cdn.example'], ownCode: false, redirects: false, permissions: ['clipboardWrite'] }
  expect(new AppGrants({ database, clock }).find({ serverId: files, uri: 'ui://files/found', hash: 'hash-of-page' })).toEqual(grant)
  expect(new AppStorage(database).of(files)).toEqual([['v1', '{"page":2}']])
  const store = new ConversationStore(database)
  expect([store.call(callId)?.ui, store.results.wholeText(callId, 'raw')]).toEqual([
    { resourceUri: 'ui://files/found' },
    '{"content":[],"_meta":{"viewUUID":"v1"}}',
  ])
})

it('version 24 keeps that an app wanted a call', () => {
  using folder = temporaryFolder()
  using database = openVersion(24, folder.file('parley.db'))
  expect(questionsOf(database).endedIn(CallId.parse(id(7)))).toMatchObject([{ kind: 'approval', tool: 'remove', byApp: true }])
})

it('version 25 keeps whose apps may run where nothing shuts them in', () => {
  using folder = temporaryFolder()
  using database = openVersion(25, folder.file('parley.db'))
  expect(new UnprotectedServers({ database, clock }).all()).toEqual([{ serverId: files, allowedAt: at }])
})

it('version 26 keeps what requests used, and what they cost', () => {
  using folder = temporaryFolder()
  using database = openVersion(26, folder.file('parley.db'))
  const used = { input: 1_200, cached: 1_000, written: 150, output: 40, reasoning: 12, cost: 0.0044 }
  expect(new UsageLedger(database).ofMessages([MessageId.parse(id(4))])).toEqual(new Map([[id(4), used]]))
})

it('version 27 keeps projects, and what conversations say over them', () => {
  using folder = temporaryFolder()
  using database = openVersion(27, folder.file('parley.db'))
  const fileTable = new FileTable(database)
  const projectFiles = {
    ofProjects: () => fileTable.ofProjects(),
    saveOfProject: () => undefined,
    require: () => [],
    changes: new Emitter<void>(),
  }
  expect(new ProjectStore({ database, files: projectFiles, clock }).projects()).toMatchObject([
    {
      id: id(27),
      name: 'Taxes',
      model: 'local/scripted-1',
      accounts: { files: id(12) },
      instructions: 'Sums in euros',
      parameters: { temperature: 0.2 },
      switches: { servers: { files: false } },
      files: [{ name: 'of-project.pdf' }],
    },
  ])
  const { project, settings } = new ConversationStore(database).load(ConversationId.parse(id(1)))
  expect(project).toBe(id(27))
  expect(settings).toEqual({
    instructions: 'Only unpaid ones',
    parameters: { reasoning: 'low' },
    switches: { servers: { files: true }, tools: { files: { delete: false } } },
    folders: ['/home/dana/invoices'],
  })
})

it('version 30 keeps what requests for a conversation used that belong to no message', () => {
  using folder = temporaryFolder()
  using database = openVersion(30, folder.file('parley.db'))
  const answer = { input: 1_200, cached: 1_000, written: 150, output: 40, reasoning: 12 }
  const whole = { ...answer, input: 1_700, output: 60, cost: 0.0054 }
  expect(new UsageLedger(database).ofConversation(ConversationId.parse(id(1)))).toEqual(whole)
})

it('version 31 keeps how an app looked last', () => {
  using folder = temporaryFolder()
  using database = openVersion(31, folder.file('parley.db'))
  const picture = new AppPictureTable(database).find(ConversationId.parse(id(1)), callId)
  expect([picture?.takenAt, imageHeader(picture?.jpeg ?? new Uint8Array())]).toMatchObject([at + 6, { type: 'image/jpeg', width: 3 }])
})

it('version 28 keeps summaries with the messages that they stand for', () => {
  using folder = temporaryFolder()
  using database = openVersion(28, folder.file('parley.db'))
  expect(new ConversationStore(database).load(ConversationId.parse(id(1))).summaries).toEqual([
    {
      through: id(4),
      messages: 2,
      text: 'The invoices of March, in `invoices`.',
      model: 'local/scripted-1',
      created: at,
      changed: at + 5_000,
      edited: true,
    },
  ])
})

it('no migration that has landed is edited: what it made lies on disks', () => {
  const hashes = migrations.map((step) => createHash('sha256').update(step).digest('hex').slice(0, 16))
  expect(hashes).toEqual([
    '175226191e3a3bae',
    'ad21d6bf48155d46',
    '0e2ae5655ee9ea5a',
    '1edd6b0bb5ffe2d3',
    'fd8ab5c927ae4b92',
    '906c3cd4adc9c202',
    '0bb370cb7190a76f',
    '16ed902ecb329bfe',
    '2f3ef4f2b96bcdaf',
    '5d089303c271b28d',
    '7df6b73fb83b4b5d',
    '6646dea11e8f79f8',
    'f9b84da54729d898',
    '4afbb4781c7d6658',
    '89541274a78e1d87',
    '52b929697cbeccb1',
    '305b11e249956d62',
    '70da51abbd4d600b',
    'e2aa0aa2b0af1063',
    '81e1a8de94bde8be',
    '54b20f2a58486eb4',
    'be57e12a58c8520e',
    '8e2c6294cc433618',
    '09e52064c02fdf92',
    'ca260865f99a84be',
    'f1381bab566ea1e9',
    'bffe310e678ae9bb',
    'bc67fb2255d34f3e',
    '2accbb865962f4a3',
    '7438b8f34941dcd8',
    '444e7168e56b98a3',
  ])
})

it('the newest version is among the fixtures, or comes with its own', () => {
  expect(landed).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31])
  expect(landed.at(-1)).toBe(migrations.length)
})
