import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import type { Launch } from '../../shared/domain/server'
import type { ServerAuth } from '../../shared/domain/serverAuth'
import { calls } from '../../shared/rpc/contract'
import { TestHost } from '../testing/testHost'
import { eventRecorder, type EventRecorder } from '../testing/eventRecorder'

const evil = ServerId.parse('evil')
const stdio = ({ command, args }: Pick<EventRecorder, 'command' | 'args'>): Launch => ({ kind: 'stdio', command, args: [...args], env: {} })

/** All ways in which a page could try to start an unapproved command. */
const waysToStart: readonly (readonly [string, (host: TestHost, launch: Launch) => Promise<unknown>])[] = [
  ['saving it as a new server', (host, launch) => host.ask('servers.save', { id: 'evil', launch })],
  [
    'saving it over a server that was approved',
    async (host, launch) => {
      await host.ask('servers.save', { previousId: 'good', id: 'good', launch })
      return host.ask('servers.setEnabled', { serverId: 'good', enabled: true })
    },
  ],
  [
    'renaming an approved server on the way',
    async (host, launch) => {
      await host.ask('servers.save', { previousId: 'good', id: 'evil', launch })
      return host.ask('servers.setEnabled', { serverId: 'evil', enabled: true })
    },
  ],
  [
    'importing it, enabling it, starting it, and answering the question itself',
    async (host, launch) => {
      await host.ask('servers.import', { servers: [{ id: 'evil', launch }] })
      await host.ask('servers.setEnabled', { serverId: 'evil', enabled: true })
      void host.ask('servers.start', { serverId: 'evil' })
      const { open } = await host.until('questions', (questions) => questions.open.some(({ details }) => details.kind === 'start'))
      const answer = { kind: 'start', action: 'start' }
      return Promise.all(open.map(({ id }) => host.ask('questions.answer', { questionId: id, answer })))
    },
  ],
  [
    'importing, removing and restoring it',
    async (host, launch) => {
      await host.ask('servers.import', { servers: [{ id: 'evil', launch }] })
      const removed = await host.ask('servers.remove', { serverId: 'evil' })
      if (removed.ok) await host.ask('servers.restore', removed.value)
      await host.ask('servers.setEnabled', { serverId: 'evil', enabled: true })
      return host.ask('servers.setTrusted', { serverId: 'evil', trusted: true })
    },
  ],
]

/** Waits long enough for a wrongly started process to leave its trace: a process that was started later has already left its own. */
async function settled(host: TestHost): Promise<void> {
  using later = eventRecorder()
  await host.ask('servers.save', { id: 'later', launch: stdio(later) })
  await host.until('connections.states', (states) => ['failed', 'crashLoop'].includes(states[ServerId.parse('later')]?.phase ?? ''))
  expect(later.ran()).toBe(true)
}

describe('a page that was taken over', () => {
  it.each(waysToStart)('B06: cannot make a command run by %s, when the shell asks outside of the page', async (_how, attack) => {
    using planted = eventRecorder()
    using good = eventRecorder()
    const shown: Launch[] = []
    await using host = await TestHost.start({
      files: { 'servers.json': { mcpServers: { good: { ...stdio(good), parley: { enabled: false } } } } },
      ports: {
        confirmCommand: async (id, launch) => {
          shown.push(launch)
          return id === 'later'
        },
      },
    })
    await attack(host, stdio(planted))
    await settled(host)
    expect(planted.ran()).toBe(false)
    // If a question was shown to the person, it contained the whole command.
    expect(shown.slice(0, -1)).toEqual(shown.slice(0, -1).map(() => stdio(planted)))
  })

  it('B06, SE-15: runs what a person agreed to, and only that', async () => {
    using planted = eventRecorder()
    await using host = await TestHost.start({ ports: { confirmCommand: () => Promise.resolve(true) } })
    await host.ask('servers.save', { id: 'evil', launch: stdio(planted) })
    await host.until('connections.states', (states) => ['failed', 'crashLoop'].includes(states[evil]?.phase ?? ''))
    expect(planted.ran()).toBe(true)
  })

  it('B06: cannot send a secret to an address that nobody confirmed', async () => {
    await using host = await TestHost.start({ ports: { confirmCommand: () => Promise.resolve(false) } })
    await host.call('secrets.put', { name: 'claude-api-key', value: 'sk-canary' })
    const launch = { kind: 'http', url: 'http://127.0.0.1:9/mcp', headers: { X: { secret: 'claude-api-key' } }, transport: 'auto' }
    expect(await host.ask('servers.save', { id: 'evil', launch })).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    expect(await host.call('secrets.names', {})).toEqual(['claude-api-key'])
  })

  it.each<[what: string, auth: ServerAuth]>([
    ['a secret as a token', { kind: 'workload', token: { secret: 'claude-api-key' } }],
    ['a file of the person', { kind: 'workload', tokenFile: '/home/dana/.ssh/id_ed25519' }],
    ['the secret of a client', { kind: 'client', clientId: 'parley', clientSecret: { secret: 'claude-api-key' } }],
    ['a key', { kind: 'client', clientId: 'parley', privateKey: { secret: 'claude-api-key' } }],
  ])('B06: cannot send %s to whom an address names that nobody confirmed', async (_what, auth) => {
    let isConfirmed = false
    await using host = await TestHost.start({ ports: { confirmCommand: () => Promise.resolve(isConfirmed) } })
    await host.call('secrets.put', { name: 'claude-api-key', value: 'sk-canary' })
    const launch = { kind: 'http', url: 'http://127.0.0.1:9/mcp', headers: {}, transport: 'auto' } as const
    const refused = { ok: false, error: { code: 'CANCELLED' } }
    expect(await host.ask('servers.save', { id: 'evil', launch, auth })).toMatchObject(refused)
    // Nor with an address that was let dial before it said how it signs in, or in the place of a server that was confirmed.
    await host.call('servers.save', { id: 'plain', launch })
    expect(await host.ask('servers.save', { previousId: 'plain', id: 'plain', launch, auth })).toMatchObject(refused)
    isConfirmed = true
    await host.call('servers.save', { id: 'good', launch, auth })
    isConfirmed = false
    const moved = { ...launch, url: 'http://127.0.0.1:10/mcp' }
    expect(await host.ask('servers.save', { previousId: 'good', id: 'good', launch: moved })).toMatchObject(refused)
    await host.call('servers.save', { previousId: 'good', id: 'good', launch, disabledTools: ['any'] })
  })

  it('B06: cannot send the key of a model to another address than the one that it was kept for', async () => {
    await using host = await TestHost.start()
    const provider = { kind: 'openai-compatible' as const, baseUrl: 'http://127.0.0.1:9/v1', models: ['m'] }
    const { id } = await host.call('models.saveProvider', { ...provider, key: 'sk-canary-1' })
    const moved = { ...provider, id, baseUrl: 'http://127.0.0.1:10/v1' }
    expect(await host.ask('models.saveProvider', moved)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    await host.call('models.saveProvider', { ...moved, key: 'sk-canary-2' })
    await host.call('models.saveProvider', { ...moved, models: ['m', 'n'] })
  })

  it('B06, B08: gets data back for whatever it sends to any call; nothing starts, and no object changes', async () => {
    using planted = eventRecorder()
    await using host = await TestHost.start({ ports: { confirmCommand: (id) => Promise.resolve(id === 'later') } })
    const conversationId = '6f8b2a0e-5a43-4b61-9c6c-0d6a5a9b7f10'
    const full = {
      id: 'evil',
      serverId: 'evil',
      launch: stdio(planted),
      servers: [{ id: 'evil', launch: stdio(planted) }],
      conversationId,
      messageId: conversationId,
      callId: conversationId,
      questionId: conversationId,
      undoId: conversationId,
      text: '{"mcpServers":{"__proto__":{"command":"sh"}}}',
      title: 'x',
      draft: 'x',
      url: 'file:///bin/sh',
      purpose: 'help',
      name: '__proto__',
      value: 'x',
      tool: '__proto__',
      arguments: {},
      prompt: 'x',
      enabled: true,
      trusted: true,
      sampling: 'ask',
      samplingLimits: { callsPerDay: 20, tokensPerDay: 50_000 },
      elicitation: 'ask',
      touches: {},
      roots: [],
      tools: ['__proto__'],
      model: 'none',
      models: [],
      kind: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:9',
      answer: { kind: 'start', action: 'start' },
    }
    const pollutions = [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"deep":{"__proto__":{"polluted":1}},"__proto__":null}',
    ].map((text): unknown => ({ ...full, ...Object(JSON.parse(text)) }))
    const own = pollutions.map(
      (_, index) => JSON.parse(`{"__proto__":{"polluted":${index}},"serverId":"__proto__","id":"constructor"}`) as unknown,
    )
    const inputs = [undefined, null, 'x', [[]], full, ...pollutions, ...own]
    for (const name of [...Object.keys(calls), '__proto__', 'constructor', 'rpc.watch', 'rpc.follow', 'rpc.leave']) {
      if (name === 'models.discover') continue
      for (const input of inputs) {
        const reply = await host.ask(name, input)
        expect([typeof reply.ok, Reflect.get({}, 'polluted'), Object.keys(Object.prototype)]).toEqual(['boolean', undefined, []])
      }
    }
    await settled(host)
    expect(planted.ran()).toBe(false)
    expect(readFileSync(join(host.dataDir, 'servers.json'), 'utf8')).not.toContain('"__proto__"')
  })

  it('A02, A03, A04, A06, H07: has the system open web pages and mail, and nothing else', async () => {
    const opened: string[] = []
    await using host = await TestHost.start({ ports: { openUrl: async (url) => void opened.push(url) } })
    // prettier-ignore
    const refused = [
      'file:///C:/Windows/System32/calc.exe', 'file:///Applications/Calculator.app', 'file://attacker.test/share/x.lnk', 'file:////attacker/share',
      'javascript:fetch(1)', 'java\nscript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'blob:https://a.test/1', 'vbscript:x',
      'calculator://', 'ms-msdt:/id PCWDiagnostic', 'search-ms:query=x&crumb=location:\\\\evil', 'vscode://file/etc/passwd', 'ms-officecmd:{}',
      'smb://attacker/share', '\\\\attacker\\share', '//attacker/share', 'C:\\Windows\\System32\\calc.exe', '/etc/passwd', '~/x', '',
      'https://a@evil.test/', 'https://evil.test\\@a.test/', 'mailto:a@b.test?attach=/etc/passwd',
    ]
    for (const purpose of ['chatLink', 'help']) {
      for (const url of refused)
        expect(await host.ask('links.open', { url, purpose })).toMatchObject({ ok: false, error: { code: 'LINK_REFUSED' } })
    }
    for (const purpose of ['page', 'icon', '__proto__']) {
      expect(await host.ask('links.open', { url: 'https://a.test/', purpose })).toMatchObject({ ok: false })
    }
    for (const url of ['https://a.test/b c', 'mailto:a@b.test']) await host.call('links.open', { url, purpose: 'chatLink' })
    expect(opened).toEqual(['https://a.test/b%20c', 'mailto:a@b.test'])
  })
})
