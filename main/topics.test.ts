import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { CallId, ModelRef, ServerId, type AccountId, type ConversationId } from '../shared/domain/ids'
import type { Answer, Question } from '../shared/domain/question'
import type { Launch } from '../shared/domain/server'
import { topics, type InputOf, type TopicName } from '../shared/rpc/contract'
import { ScriptedModel } from './chat/testing/scriptedModel'
import { json, webServer } from './net/testing/webServer'
import { board, boardFile, framePlace } from './testing/appHost'
import { asker, asks, askingServer, done } from './testing/elicitingHost'
import { TestHost } from './testing/testHost'

const names = Object.keys(topics).filter((name): name is TopicName => Object.hasOwn(topics, name))
const npx: Launch = { kind: 'stdio', command: 'npx', args: [], env: {} }
const [local, renamed] = [ServerId.parse('local'), ServerId.parse('renamed')]
const sampling = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 50 },
}

const completion = {
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello' } }],
  usage: { prompt_tokens: 3, completion_tokens: 2 },
}

/** Records the last published value of each topic, as it was then, and which topics were published more than once. */
function watchAll(host: TestHost): { readonly last: ReadonlyMap<TopicName, unknown>; readonly moved: ReadonlySet<TopicName> } {
  const last = new Map<TopicName, unknown>()
  const moved = new Set<TopicName>()
  for (const name of names) {
    host.watch(name, (value) => {
      if (last.has(name)) moved.add(name)
      // Copies the value. Otherwise an owner that changes a published value later would go unnoticed.
      last.set(name, structuredClone(value))
    })
  }
  return { last, moved }
}

/** A host whose published topics are compared, after each step, with their computed values. */
class ComparedHost {
  readonly host: TestHost
  readonly #seen: ReturnType<typeof watchAll>

  constructor(host: TestHost) {
    this.host = host
    this.#seen = watchAll(host)
  }

  /** Some owners delay changes for a moment. A topic without the right source stays wrong. */
  async step(what: string, work: () => unknown): Promise<void> {
    await work()
    const wrong = (): TopicName[] => names.filter((name) => !isDeepStrictEqual(this.#seen.last.get(name), this.host.computed(name)))
    await expect.poll(wrong, { message: what, timeout: 5_000, interval: 5 }).toEqual([])
  }

  /** Returns the topics that have not changed yet. */
  still(): TopicName[] {
    return names.filter((name) => !this.#seen.moved.has(name))
  }
}

type Step = ComparedHost['step']

async function serversChange(host: TestHost, step: Step): Promise<void> {
  await step('a server is added', () => host.call('servers.save', { id: local, launch: npx }))
  await step('it is switched off', () => host.call('servers.setEnabled', { serverId: local, enabled: false }))
  await step('it may not use models', () => host.call('servers.setSampling', { serverId: local, sampling: 'off' }))
  await step('a secret is kept', () => host.call('secrets.put', { name: 'token', value: 'hush' }))
  await step('it is renamed', () => host.call('servers.save', { previousId: local, id: renamed, launch: npx }))
  await step('what it touches is said', () => host.call('servers.setExposure', { serverId: renamed, touches: { readsPrivate: true } }))
  const launch: Launch = { kind: 'stdio', command: 'npx', args: [], env: { TOKEN: { secret: 'token' } } }
  await step('it uses a secret', () => host.call('servers.save', { previousId: renamed, id: renamed, launch }))
  const { undoId } = await host.call('servers.remove', { serverId: renamed })
  await step('it is removed', () => undefined)
  await step('it comes back', () => host.call('servers.restore', { undoId }))
}

async function accountsChange(host: TestHost, step: Step, accountId: AccountId): Promise<void> {
  const serverId = asker
  await step('an account has another name', () => host.call('accounts.renameAccount', { serverId, accountId, label: 'Work' }))
  await step('an account is the default one', () => host.call('accounts.setDefault', { serverId, accountId }))
  await step('an account is removed', () => host.call('accounts.removeAccount', { serverId, accountId }))
  await step('a client ID document is named', () => host.call('accounts.setClientMetadataUrl', { url: 'https://a.example/client.json' }))
  const idp = { issuer: 'https://idp.example', clientId: 'parley', clientSecret: 'hush' }
  await step('there is an identity provider', () => host.call('accounts.setIdp', { idp }))
}

async function modelsChange(host: TestHost, step: Step, baseUrl: string): Promise<void> {
  const provider = { kind: 'openai-compatible', baseUrl, models: ['scripted-1'] } satisfies InputOf<'models.saveProvider'>
  await step('a model is there', () => host.call('models.saveProvider', { ...provider, id: 'local', key: 'sk-secret' }))
  await step('another one is there', () => host.call('models.saveProvider', { ...provider, id: 'other' }))
  await using ollama = await webServer(({ url }, response) => json(response, url === '/api/ps' ? { models: [] } : { error: 'no' }))
  const at = { kind: 'ollama', baseUrl: `http://127.0.0.1:${ollama.port}`, models: ['tiny'] } satisfies InputOf<'models.saveProvider'>
  await step('Ollama is there', () => host.call('models.saveProvider', { ...at, id: 'ollama' }))
  const { conversationId } = await host.call('chat.create', { model: ModelRef.parse('ollama/tiny') })
  await step('its model is loaded', () => host.call('chat.send', { conversationId, text: 'Hello' }))
  await host.until('chat.conversations', ([first]) => first?.turn === 'failed')
  await step('its conversation goes', () => host.call('chat.remove', { conversationIds: [conversationId] }))
  await step('a model is downloaded', () => host.call('models.startDownload', {}))
  await step('it goes', () => host.call('models.removeProvider', { id: 'other' }))
  await step('a secret goes', () => host.call('secrets.remove', { name: 'token' }))
  await step('secrets are kept elsewhere', () => host.call('secrets.choose', { kept: 'passphrase', passphrase: 'long enough' }))
  const signals = { traces: true, metrics: true, logs: true }
  const headers = [{ name: 'x-key', value: 'hush' }]
  await step('telemetry is on', () =>
    host.call('telemetry.set', { endpoint: 'https://otel.test', protocol: 'http/json', signals, content: false, headers }),
  )
  await step('the tray is switched on', () => host.call('desktop.set', { tray: true }))
  await step('settings change', () => host.call('settings.set', { appearance: { theme: 'dark' } }))
}

async function rulesChange(host: TestHost, step: Step): Promise<void> {
  const { id } = await host.call('rules.save', { subject: { serverId: asker }, verdict: 'ask', lasts: 'always' })
  await step('a rule is made', () => undefined)
  await step('a rule is forgotten', () => host.call('rules.forget', { ruleId: id }))
  await step('a rule comes back', () => host.call('rules.restore', { ruleId: id }))
}

const ready = (host: TestHost) => host.until('connections.states', (states) => states[asker]?.phase === 'ready')

/** Runs a tool of the server, which first asks for the model. */
async function chatChanges(host: TestHost, step: Step): Promise<void> {
  await step('a temporary chat is begun', () => host.call('chat.create', { model: 'none', temporary: true }))
  const { conversationId } = await host.call('chat.create', { model: 'none' })
  await step('a conversation is begun', () => undefined)
  await ready(host)
  await step('its tool runs', () => host.call('chat.runTool', { conversationId, serverId: asker, tool: 'go', arguments: {} }))
  const model = ModelRef.parse('local/scripted-1')
  await step('the model may be used', () => answer(host, 'sampling', { kind: 'sampling', action: 'run', model }))
  await step('the answer may be sent', () => answer(host, 'samplingReview', { kind: 'samplingReview', action: 'send' }))
  await host.until('chat.conversations', ([first]) => first?.turn === 'done')
  await step('a provider is busy', async () => {
    await host.call('chat.setModel', { conversationId, model })
    await host.call('chat.send', { conversationId, text: 'Hello' })
    await host.until('chat.retries', (retries) => retries.length === 1)
  })
  await step('it is not to be tried again', () => host.call('chat.stopTrying', { conversationId }))
  await step('it is too short for a summary', async () => {
    const begun = host.until('chat.summaries', (summaries) => summaries.length === 1)
    await Promise.allSettled([host.call('chat.summarize', { conversationId }), begun])
  })
  await step('it has another title', () => host.call('chat.rename', { conversationId, title: 'Title' }))
  const { undoId } = await host.call('chat.remove', { conversationIds: [conversationId] })
  await step('it is removed', () => undefined)
  await step('it comes back', () => host.call('chat.restore', { undoId }))
  const { folderId } = await host.call('conversations.createFolder', { name: 'Work' })
  await step('a folder is made', () => undefined)
  const conversationIds = [conversationId]
  await step('it is put there', () => host.call('conversations.arrange', { conversationIds, change: { folder: folderId, pinned: true } }))
  const removed = await host.call('conversations.removeFolder', { folderId })
  await step('the folder is removed', () => undefined)
  await step('the folder comes back', () => host.call('conversations.restoreFolder', { undoId: removed.undoId }))
  await projectsChange(host, step, conversationId)
  await step('requests wait for each other', async () => {
    const read = () => host.call('resources.read', { serverId: asker, uri: 'a:b' })
    await Promise.allSettled([read(), read()])
  })
  await step('a file is attached', async () => {
    const { uploadId } = await host.call('files.begin', { name: 'boats.txt', bytes: 3 })
    await host.call('files.append', { uploadId, offset: 0, data: 'YSBi' })
    await host.call('files.finish', { uploadId })
  })
  await step('it is deleted', () => host.call('files.deleteBefore', { before: Date.now() + 60_000 }))
  await step('a resource is followed', () => host.call('resources.follow', { serverId: asker, uri: 'a:b', follow: true }))
}

async function projectsChange(host: TestHost, step: Step, conversationId: ConversationId): Promise<void> {
  const { projectId } = await host.call('projects.create', { name: 'Boats' })
  await step('a project is made', () => undefined)
  await step('it says something', () => host.call('projects.change', { projectId, change: { instructions: 'Be brief', name: 'Ships' } }))
  const { uploadId } = await host.call('files.begin', { name: 'ships.txt', bytes: 3 })
  await host.call('files.append', { uploadId, offset: 0, data: 'YSBi' })
  const { sha256, name } = await host.call('files.finish', { uploadId })
  await step('it has a file', () => host.call('projects.attach', { projectId, files: [{ sha256, name }] }))
  await step('it has it no longer', () => host.call('projects.detach', { projectId, sha256 }))
  const conversationIds = [conversationId]
  await step('a conversation joins it', () => host.call('conversations.moveToProject', { conversationIds, projectId }))
  const { undoId } = await host.call('projects.remove', { projectId })
  await step('it is removed', () => undefined)
  await step('it comes back', () => host.call('projects.restore', { undoId }))
}

async function appsChange(host: TestHost, step: ComparedHost['step']): Promise<void> {
  await step('a server with interfaces is added', async () => {
    await host.call('servers.save', { id: board, launch: { kind: 'stdio', command: process.execPath, args: [boardFile], env: {} } })
    await host.until('connections.states', (states) => states[board]?.phase === 'ready')
  })
  const { conversationId } = await host.call('chat.create', { model: 'none' })
  const call = async () => {
    const [message] = (await host.call('chat.open', { conversationId })).conversation.messages
    const [part] = message?.parts ?? []
    return part?.kind === 'call' && part.call.endedAt !== undefined ? part.call.id : undefined
  }
  await step('a call with an interface is made', async () => {
    await host.call('chat.runTool', { conversationId, serverId: board, tool: 'show_page', arguments: {} })
    await expect.poll(call, { timeout: 10_000 }).toBeTypeOf('string')
  })
  await step('its app starts and is granted something', async () => {
    const { appId } = await host.call('apps.start', { conversationId, callId: (await call()) ?? CallId.parse('') })
    const grant = { origins: ['https://api.board.example'], ownCode: false, redirects: false, permissions: [] }
    await host.call('apps.grant', { appId, grant, lasts: 'always' })
  })
  await step('its server may run apps where nothing shuts them in', () => host.call('apps.setUnprotected', { serverId: board, on: true }))
}

async function answer(host: TestHost, kind: Question['details']['kind'], given: Answer): Promise<void> {
  const { open } = await host.until('questions', (questions) => questions.open.some(({ details }) => details.kind === kind))
  for (const { id, details } of open) if (details.kind === kind) await host.call('questions.answer', { questionId: id, answer: given })
}

it(
  'publishes of every topic what its owners say, after each thing that people, servers and files change',
  { tags: ['slow'], timeout: 60_000 },
  async () => {
    await using model = await ScriptedModel.start(
      { status: 200, body: JSON.stringify(completion) },
      { status: 429, headers: { 'retry-after': '600' }, body: '{}' },
    )
    await using server = await askingServer((_params, tries) => (tries === 1 ? asks({ model: sampling }) : done))
    const folder = mkdtempSync(join(tmpdir(), 'parley-topics-'))
    const policyFile = join(folder, 'policy.json')
    writeFileSync(policyFile, JSON.stringify({ name: 'Atlas IT' }))
    await using host = await TestHost.start({
      files: { 'settings.json': { limits: { callsAtOncePerServer: 1 } } },
      ports: { framePlace, policyFiles: [{ path: policyFile, mustBelongToRoot: false }] },
    })
    const compared = new ComparedHost(host)
    const step = compared.step.bind(compared)

    await serversChange(host, step)
    await step('a remote server is added', () =>
      host.call('servers.save', { id: asker, launch: { kind: 'http', url: server.url, headers: {}, transport: 'auto' } }),
    )
    await ready(host)
    const { accountId } = await host.call('accounts.addAccount', { serverId: asker, label: 'Second' })
    await step('an account is added', () => undefined)
    await accountsChange(host, step, accountId)
    await modelsChange(host, step, model.baseUrl)
    await rulesChange(host, step)
    await chatChanges(host, step)
    await appsChange(host, step)
    server.describe('Goes elsewhere')
    await step('a server offers something else', () => host.call('servers.refresh', { serverId: asker }))
    await step('the policy is another one', async () => {
      writeFileSync(policyFile, JSON.stringify({ name: 'Atlas', sampling: { allowed: false } }))
      await host.until('policy', ({ setBy }) => setBy[0]?.name === 'Atlas')
    })
    for (const file of ['settings.json', 'servers.json']) {
      await step(`${file} is broken by hand`, () => writeFileSync(join(host.dataDir, file), '{ broken'))
      await host.until('app', ({ problems }) => problems.some((problem) => problem.file === file))
    }
    expect(compared.still()).toEqual([])
    rmSync(folder, { recursive: true })
  },
)
