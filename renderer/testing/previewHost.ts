import type { Catalog, Tool } from '../../shared/domain/catalog'
import type { ConnectionState } from '../../shared/domain/connectionState'
import { AppError } from '../../shared/errors/appError'
import { AttemptId, ConnectionId, ConversationId, ModelRef, AccountId, QuestionId, ServerId, UndoId } from '../../shared/domain/ids'
import type { MessageRecord } from '../../shared/domain/messageRecord'
import type { HttpLaunch, ServerConfig } from '../../shared/domain/server'
import type { LogEntry } from '../../shared/domain/logEntry'
import { VaultState, type VaultView } from '../../shared/domain/vaultState'
import { negotiated } from '../../shared/testing/readyState'
import { sampleServer } from '../../shared/testing/sampleServer'
import { previewConversations, previewFolders } from './previewConversations'
import { previewProjects } from './previewProjects'
import { FakeHost } from './fakeHost'
import { previewAccounts, previewPlan } from './previewAccounts'
import { knownModels, providerStatuses, recentModels, troubledProviders } from './previewModels'
import { previewContext, usageOf } from './previewUsage'
import { ended, waiting } from './previewQuestions'
import { changedCalls, previewRules, previewTrial } from './previewRules'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const day = 86_400_000
const id = (name: string): ServerId => ServerId.parse(name)
const exited = { server: 'Postgres staging', how: 'code', detail: '1' }

const server = (name: string, launch: ServerConfig['launch'], change: Partial<ServerConfig> = {}): ServerConfig =>
  sampleServer(name, { launch, ...change })
const switchedOn = { enabled: true, disabledTools: [] }
const npx = (...args: string[]): ServerConfig['launch'] => ({ kind: 'stdio', command: 'npx', args: ['-y', ...args], env: {} })
const http = (url: string, headers: HttpLaunch['headers'] = {}): ServerConfig['launch'] => ({
  kind: 'http',
  url,
  headers,
  transport: 'auto',
})

const servers: readonly ServerConfig[] = [
  server('Files', npx('@modelcontextprotocol/server-filesystem', '/home/dana/code'), {
    roots: ['file:///home/dana/code/atlas', 'file:///home/dana/code/atlas-infra'],
    disabledTools: ['delete_issue'],
  }),
  server('GitHub', http('https://api.githubcopilot.com/mcp/', { Authorization: { secret: 'GitHub/Authorization' } })),
  server('Linear', http('https://mcp.linear.app/mcp')),
  server('Sentry', http('https://mcp.sentry.dev/mcp'), {
    auth: { kind: 'client', clientId: 'parley-ci', clientSecret: { secret: 'sentry-client-secret' } },
  }),
  server('Memory', npx('@modelcontextprotocol/server-memory')),
  server('Old one', npx('left-behind'), { enabled: false }),
  server('Notion', http('https://mcp.notion.com/mcp')),
  server('Browser', npx('@acme/mcp-browser')),
  server('Postgres staging', {
    kind: 'stdio',
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-postgres'],
    env: { PG_PASSWORD: 'hunter2' },
  }),
]

function ready(number: number, protocol: string, transport: 'stdio' | 'http', tools: number): ConnectionState {
  return {
    phase: 'ready',
    connectionId: ConnectionId.parse(uuid(number)),
    since: Date.now() - 600_000,
    negotiation: negotiated(protocol),
    transport,
    abilities: ['completions', 'logging', 'resourceUpdates', 'listChanges'],
    identity: { name: 'secure-filesystem-server', version: '0.2.0', icons: [{ src: 'https://icons.example/48', sizes: ['48x48'] }] },
    instructions: 'Use list_allowed_directories before you read anything.\nPaths are absolute.',
    offers: { tools, resources: 3, prompts: tools > 20 ? 5 : 0, skipped: 1 },
  }
}

const states: Readonly<Record<string, ConnectionState>> = {
  Files: ready(1, '2025-11-25', 'stdio', 7),
  GitHub: ready(2, '2025-11-25', 'http', 41),
  Linear: ready(3, '2026-07-28', 'http', 5000),
  Sentry: { phase: 'starting', since: Date.now(), step: 'connecting' },
  Memory: { phase: 'stopped', why: 'byUser' },
  'Old one': { phase: 'disabled' },
  Notion: {
    phase: 'needsSignIn',
    error: new AppError('SIGN_IN_REQUIRED', { reason: 'oauth.signInEnded', params: { server: 'Notion' } }).toData(),
  },
  Browser: {
    phase: 'failed',
    at: Date.now(),
    error: new AppError('COMMAND_NOT_FOUND', { reason: 'transport.commandNotFound', params: { command: 'npx' } }).toData(),
    evidence: { kind: 'path', folders: ['/usr/local/bin', '/usr/bin', '/bin', '/home/dana/.local/bin', '/home/dana/.cargo/bin'] },
  },
  'Postgres staging': {
    phase: 'crashLoop',
    at: Date.now(),
    crashes: 5,
    error: new AppError('SERVER_EXITED', {
      reason: 'connections.crashLoop',
      params: {
        failure: { id: 'errors.session.exited', params: exited },
        crashes: 5,
        advice: { id: 'errors.session.exited.hint', params: exited },
      },
    }).toData(),
    evidence: {
      kind: 'output',
      lines: [
        'Postgres MCP server starting',
        'error: password authentication failed for user "atlas_ro"',
        '    at Parser.parseErrorMessage (parser.js:283:98)',
      ],
      exit: { code: 1, signal: null },
    },
  },
}

function tool(name: string, description: string, annotations?: Tool['annotations']): Tool {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties: { team: { type: 'string', description: 'The key of the team' } }, required: ['team'] },
    hash: name,
    ...(name.endsWith('issue') && { icons: [{ src: 'https://icons.example/16', sizes: ['16x16'] }] }),
    ...(annotations && { annotations }),
  }
}

export const catalog: Catalog = {
  tools: [
    tool('list_issues', 'Lists issues in the workspace, filtered by team, state, assignee or label.', { readOnlyHint: true }),
    tool('get_issue', 'Returns one issue with its comments, links and attachments.', { readOnlyHint: true }),
    tool('create_issue', 'Creates an issue in a team and returns its identifier and URL.', { readOnlyHint: false }),
    tool('update_issue', 'Changes fields of an issue. Fields that are left out stay as they are. '.repeat(5)),
    tool('delete_issue', 'Moves an issue to the bin, from where it is erased after 30 days.', { destructiveHint: true }),
    tool('rtl\u202Eecho', '<b>Not bold</b> <script>alert(1)</script>' + '\n'.repeat(4_000) + 'and after four thousand lines'),
    tool('search_documentation', 'Searches the help pages.', { readOnlyHint: true, title: 'Search the documentation' }),
  ],
  prompts: [
    {
      name: 'release_notes',
      description: 'Draft notes from issues closed since a date',
      arguments: [
        { name: 'since', required: true },
        { name: 'team', required: false },
      ],
    },
    { name: 'triage', description: 'Sort new issues by urgency', arguments: [] },
  ],
  resources: [
    { uri: 'postgres://staging/invoices/schema', name: 'public.invoices', mimeType: 'application/json', size: 4096 },
    {
      uri: 'postgres://staging/payments/schema',
      name: 'public.payments',
      title: 'Payments',
      description: 'Payments, one a row',
      mimeType: 'text/markdown',
      annotations: { audience: ['user', 'assistant'], priority: 0.8, lastModified: '2026-09-03T10:00:00Z' },
    },
    { uri: 'postgres://staging/logo', name: 'logo.png', mimeType: 'image/png', size: 68 },
  ],
  skipped: [{ what: 'tool', name: 'export_view', reason: { id: 'errors.parsing.noInputSchema' } }],
  notices: [],
  templates: [
    {
      uriTemplate: 'postgres://staging/{table}/rows{?limit}',
      name: 'rows',
      title: 'Rows of a table',
      description: 'The first rows of a table, newest first',
      mimeType: 'application/json',
    },
  ],
  skills: [],
  readAt: Date.now() - 120_000,
  freshUntil: Date.now() + 180_000,
}
export const many: Catalog = {
  ...catalog,
  tools: Array.from({ length: 5000 }, (_, index) => tool(`tool_${index}`, `Does the thing number ${index}.`)),
  resources: Array.from({ length: 10_000 }, (_, index) => ({
    uri: `file:///srv/atlas/${['docs', 'src', 'tests'][index % 3] ?? ''}/${index % 20}/file-${index}.ts`,
    name: `file-${index}.ts`,
    mimeType: 'text/typescript',
    size: index,
  })),
}

const logLevels = ['debug', 'info', 'info', 'notice', 'warning', 'error', 'critical'] as const
const logEntries: readonly LogEntry[] = Array.from({ length: 400 }, (_, index) => ({
  id: index + 1,
  serverId: id('Files'),
  at: Date.now() - (400 - index) * 7000,
  level: logLevels[index % logLevels.length] ?? 'info',
  ...(index % 3 === 0 && { logger: 'rate' }),
  text:
    index === 397
      ? '{"calls":78,"of":100,"window":"this minute","note":"the rest waits until it is over, which may take a while"}'
      : `Entry ${index}: 78 of 100 calls used`,
  ...(index === 330 && { dropped: 1200 }),
}))
const messages: readonly (readonly ['sent' | 'received', object])[] = [
  [
    'sent',
    {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: { roots: { listChanged: true } } },
    },
  ],
  ['received', { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-11-25', serverInfo: { name: 'files', version: '0.2.0' } } }],
  ['sent', { jsonrpc: '2.0', method: 'notifications/initialized' }],
  ['received', { jsonrpc: '2.0', id: 0, method: 'roots/list' }],
  ['sent', { jsonrpc: '2.0', id: 0, result: { roots: [] } }],
  [
    'sent',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_text_file', arguments: { path: '/home/dana/code/a.txt' } } },
  ],
  ['received', { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'No such file' } }],
]
const records: readonly MessageRecord[] = Array.from({ length: 4 }, () => messages)
  .flat()
  .map(([direction, message], index) => ({
    id: index + 1,
    serverId: id('Files'),
    connectionId: ConnectionId.parse(uuid(Math.floor(index / messages.length) + 1)),
    at: Date.now() - 60_000 + index * 38,
    direction,
    bytes: JSON.stringify(message).length,
    json: JSON.stringify(message),
  }))
const icon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAYAAABXAvmHAAADSUlEQVR4AexVW0gUYRT+drZcr2nK7haalWZaKpYKZaUgJHbDl6Qkg25m9BJmRWQFRje8IFl0eYgoyigIeqgoMxCsKFJJUVPRskwfdIs0RVPSbc/Cvri6/P/8M4kwA4f598z3fed85wyzUkhFtnUmh4QZfmkGpnuB2ga0DQhOQHuFBAcoTNc24BjhLJ0ea/wjkLc0HQ/jj6Fy7Tk0JF+2B50pdyIsHavnhoOwUOgS3oBeJ2FHUBKq1l3A3djD2Becgni/JQj2MMJTb7AHnSmXtTAFZXG5dmxGYCKIK+pDkiuggw5bzPF4mXAGZyMyYTb4MUsR9vyynShPyMdGUxxELtkGNpnjUBC5C4s8TbLrL/Y0oyhqN9YbY2RryDKQalqJS9FZcJfcZBd2ED1sGtdjDmKzbZuOHM+d20C4dyBKovZCsr1CPIVcYUmr0LbN5T4LXMEmfSZNmp0iKdmaLo3er8jkJ5agbRZH7uEejDRRyNXvjKBEhHnNdwURekbbpRo8IswGvPQG5ISm8WjLwuaEpMFb787MZTawwRSLgNk+zMJygQFuPqCPBCuf2cAq/3BWTWHcCt8QZg1mA0HuAcyiosBQr3nMEuwGPP6fAaNhjvIGjG6+zKKiQJ5azBsQbUotPrMBy2i/Wj046fLUYjcw8tupkFoJC0ctZgOfBr6r1a+TLk8tZgMVljqnQmolnvZUM0szG6j62YSmgU5mYbnA5sEu1PV3MNOZDZDilS/P6KZqlH5+wqXPZYBeIzW3QNOnGjwOuAyQ8PGmO/gzPkpHRYM0jzTe4tbkNkBTOtp4m7uQK8I4rMi1Nd862O0KNukzbgOk8ry3Fgfqr2FYgU3Q5LPrrqK89yNJc4csA1TllaUe26oL0THUQz9lBXG3fihA5Y8GWXwiyTZAZPrDSX2Xj5PN99Az0kcppiDs6ZYyELfF9tlkIk0BEjJAmmPWcTzofo2kN3nIrC3BzW8VqOlrR+ewBUNjI/agc3VfG258fYGMmmI79n5XFYhLGiIhbMBR/K91DO9/teJi2yNsrylC8ttTiK48ZA86U+NF7Y9BRgjr4IneFTMg2ohcvmZA7uSU4qmzAaW6Y9DRDDAMSVWItgFVx8sgPuM38A8AAP//KY/ffQAAAAZJREFUAwDCJUzQjr8bNQAAAABJRU5ErkJggg=='
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Returns a host with items in every state, for previews. See preview.html. */
export function previewHost(fresh: boolean): FakeHost {
  const host = new FakeHost()
    .publish(
      'servers',
      fresh
        ? { servers: [], broken: [] }
        : {
            servers,
            broken: [
              {
                id: id('Half'),
                error: new AppError('INVALID_INPUT', { reason: 'servers.launchNeither' }).toData(),
              },
            ],
          },
    )
    .publish('connections.states', fresh ? {} : states)
    .publish('servers.catalogVersions', {})
    .publish('definitions.status', {
      [id('Files')]: { changed: ['update_issue'], instructionsChanged: false, added: ['search_documentation'] },
    })
    .publish('accounts', fresh ? { accounts: [], attempts: [] } : previewAccounts)
    .publish('rules.list', previewRules)
    .publish('resources.subscriptions', [
      { serverId: id('Files'), uri: 'postgres://staging/payments/schema', state: 'following', updates: 3, updatedAt: Date.now() - 40_000 },
    ])
    .publish('questions', {
      open: fresh
        ? []
        : [
            ...waiting,
            {
              id: QuestionId.parse(uuid(210)),
              asker: { serverId: id('Notion'), callIds: [], conversationId: ConversationId.parse(uuid(101)) },
              created: Date.now(),
              expires: Date.now() + day,
              details: {
                kind: 'signIn' as const,
                accountId: AccountId.parse(uuid(504)),
                label: 'Work',
                why: 'moreRights' as const,
                scopes: ['comments:write'],
                said: 'insufficient_scope: <b>comments:write</b> is needed',
              },
            },
          ],
      ended: fresh ? [] : ended,
    })
    .publish('conversations.folders', fresh ? [] : previewFolders)
    .publish('projects', fresh ? [] : previewProjects)
    .publish('chat.conversations', fresh ? [] : previewConversations())
    .publish(
      'models',
      fresh
        ? { providers: [] }
        : {
            providers: [
              {
                id: 'claude',
                kind: 'anthropic',
                name: 'Anthropic',
                models: ['claude/claude-sonnet-4-5', 'claude/claude-opus-4-5'].map((ref) => ModelRef.parse(ref)),
                hasKey: true,
                prices: { 'claude-opus-4-5': { input: 4.5, cacheRead: 0.45, output: 22 } },
              },
              ...troubledProviders,
              {
                id: 'ollama',
                kind: 'ollama',
                name: 'Ollama',
                baseUrl: 'http://127.0.0.1:11434',
                onThisComputer: true,
                models: [ModelRef.parse('ollama/qwen3:14b')],
                hasKey: false,
              },
            ],
            default: ModelRef.parse('claude/claude-sonnet-4-5'),
          },
    )
    .publish('models.statuses', fresh ? {} : providerStatuses)
    .publish('settings', {
      appearance: { language: 'system', theme: 'system', textSize: 100 },
      notifications: false,
      automaticSummaries: false,
    })
    .publish('app', {
      shell: 'browser',
      version: '0.1.0',
      platform: 'linux',
      dataDir: '/home/dana/.config/Parley',
      secretsKept: 'keychain',
      fresh,
      problems: [],
    })
  const vault: VaultView = {
    kept: 'passphrase',
    state: 'open',
    secrets: [
      { kind: 'secret', name: 'claude-api-key', uses: [{ kind: 'model', provider: 'claude', name: 'Anthropic' }] },
      { kind: 'secret', name: 'GitHub/Authorization', uses: [{ kind: 'header', serverId: id('GitHub'), name: 'Authorization' }] },
      { kind: 'secret', name: 'postgres/PG_PASSWORD', uses: [] },
      { kind: 'account', id: '1', serverId: id('Linear'), label: 'Work' },
    ],
  }
  const closed = VaultState.safeParse(new URLSearchParams(location.search).get('vault')).data
  host.publish('vault', closed ? { ...vault, kept: closed === 'needsPassphrase' ? 'passphrase' : 'unknown', state: closed } : vault)
  const done = (): undefined => undefined
  return (
    host
      // Some servers have an icon, and some have only one that Parley does not show.
      .answer('icons.read', ({ serverId }) => (serverId.length % 2 === 0 ? { dataUrl: icon } : null))
      .answer('servers.commandFile', ({ launch }) => ({ file: launch.command === 'npx' ? '/usr/bin/npx' : null }))
      .answer('definitions.review', () => undefined)
      .answer('definitions.noticed', () => ({
        tools: { create_issue: [{ id: 'definitions.noticed.looksLike', params: { tool: 'сreate_issue', server: 'Linear' } }] },
        instructions: [],
      }))
      .answer('definitions.accepted', ({ serverId }) => (serverId === 'Linear' ? many : catalog).tools)
      .answer('resources.read', ({ serverId, uri }) => ({
        serverId: id(serverId),
        uri,
        bytes: 1200,
        readAt: Date.now() - 12_000,
        ...(uri.endsWith('payments/schema') && { stale: { code: 'TIMED_OUT' as const, message: '', reason: 'common.timedOut' as const } }),
        items: uri.endsWith('logo')
          ? [{ uri, mimeType: 'image/png', blob: pixel }]
          : uri.endsWith('payments/schema')
            ? [
                {
                  uri,
                  mimeType: 'text/markdown',
                  text: '# Payments\n\nOne payment a row. See [the invoices](postgres://staging/invoices).',
                  cut: true,
                },
              ]
            : [
                {
                  uri,
                  mimeType: 'application/json',
                  text: '{"table":"invoices","columns":[{"name":"id","type":"uuid"},{"name":"total","type":"numeric"}]}',
                },
                {
                  uri: `${uri}/notes`,
                  mimeType: 'text/plain',
                  text: 'Totals are in cents. '.repeat(20),
                  annotations: { audience: ['user'], priority: 1 },
                },
              ],
      }))
      .answer('resources.follow', done)
      .answer('completion.propose', ({ value }) => ({
        values: ['invoices', 'invoice_lines', 'payments', 'people'].filter((one) => one.startsWith(value)),
        total: 40,
        hasMore: true,
      }))
      .answer('logs.read', () => ({ entries: logEntries, level: 'info', hasMore: true, seq: 0 }))
      .answer('logs.setLevel', done)
      .answer('logs.clear', done)
      .answer('logs.export', () => ({ text: 'the log' }))
      .answer('traffic.ofServer', () => ({ records, hasMore: true }))
      .answer('servers.output', () => ({
        text: 'Secure MCP Filesystem Server running on stdio\nUpdated allowed directories from MCP roots: 2 valid directories\n',
        dropped: 0,
      }))
      .answer('servers.importSources', () => [
        {
          host: 'Claude Desktop',
          path: '/home/dana/.config/Claude/claude_desktop_config.json',
          found: {
            servers: [
              { id: 'git', launch: npx('git-mcp'), ...switchedOn, remarks: [] },
              {
                id: 'Files',
                launch: { kind: 'stdio', command: 'uvx', args: ['files'], env: { FILES_TOKEN: 'abcdef' } },
                ...switchedOn,
                remarks: [{ id: 'servers.remark.affectsExecution', params: { name: 'NODE_OPTIONS' } }],
              },
            ],
            problems: [],
          },
        },
      ])
      .answer('servers.readImport', () => ({
        servers: [
          { id: 'filesystem', launch: npx('@modelcontextprotocol/server-filesystem', '/home/dana/code'), ...switchedOn, remarks: [] },
          {
            id: 'github',
            launch: {
              kind: 'http',
              url: 'https://api.githubcopilot.com/mcp/',
              headers: { Authorization: 'Bearer ghp_0123456789abcdefXy2' },
              transport: 'auto',
            },
            ...switchedOn,
            remarks: [],
          },
        ],
        problems: [],
      }))
      .answer('models.discover', () => [
        { name: 'Ollama', kind: 'ollama', baseUrl: 'http://127.0.0.1:11434', models: ['qwen3:14b', 'llama3.3'] },
        { name: 'LM Studio', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234/v1', models: [] },
      ])
      .answer('models.facts', () => knownModels)
      .answer('usage.month', ({ month }) => usageOf(month))
      .answer('models.setPrice', () => undefined)
      .answer('models.refreshLocal', done)
      .answer('chat.recentModels', () => recentModels)
      .answer('models.setFavourite', done)
      .answer('projects.change', done)
      .answer('chat.changeSettings', done)
      .answer('models.check', () => ({ ok: true, kind: 'anthropic', models: ['claude-sonnet-4-5', 'claude-opus-4-5'] }))
      .answer('secrets.put', done)
      .answer('secrets.remove', done)
      .answer('secrets.removeCredential', done)
      .answer('secrets.choose', done)
      .answer('secrets.changePassphrase', done)
      .answer('secrets.moveToKeychain', done)
      .answer('secrets.moveFromServer', () => ({ moved: 1 }))
      .answer('secrets.unlock', ({ passphrase }) => {
        if (passphrase === 'wrong')
          throw new AppError('INVALID_INPUT', 'This is not the passphrase of your secrets', {
            hint: 'Look at the Caps Lock key and try again.',
          })
        host.publish('vault', vault)
      })
      .answer('folders.pick', () => 'inPage')
      .answer('folders.list', ({ path = '/home/dana' }) => ({ path, parent: '/home', folders: [{ name: 'code', path: `${path}/code` }] }))
      .answer('servers.remove', () => ({ undoId: UndoId.parse(uuid(400)) }))
      .answer('chat.remove', () => ({ undoId: UndoId.parse(uuid(401)) }))
      .answer('servers.save', done)
      .answer('accounts.prepare', ({ target }) => {
        if (target.kind === 'idp') {
          throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.noPkce', params: { issuer: 'login.atlas.dev' } }, { remedy: 'withoutPkce' })
        }
        return previewPlan
      })
      .answer('accounts.begin', ({ attempt }) => {
        const waiting = { id: AttemptId.parse(attempt), target: previewPlan.target, step: 'waiting' as const, started: Date.now() }
        host.publish('accounts', { ...previewAccounts, attempts: [{ ...waiting, expires: previewPlan.expires }] })
        return { inPage: previewPlan.url }
      })
      .answer('accounts.finish', done)
      .answer('accounts.cancel', () => void host.publish('accounts', previewAccounts))
      .answer('accounts.signOut', () => ({ revoked: false }))
      .answer('accounts.addAccount', () => ({ accountId: AccountId.parse(uuid(503)) }))
      .answer('servers.setToolEnabled', done)
      .answer('servers.setTrusted', done)
      .answer('settings.set', done)
      .answer('rules.forget', done)
      .answer('rules.restore', done)
      .answer('rules.tryLast', ({ draft, fromCall }) => ({
        calls: 200,
        allowed: 162,
        asked: 34,
        denied: 4,
        changed: draft || fromCall ? changedCalls : [],
      }))
      .answer('rules.tryCall', () => previewTrial)
      .answer('chat.context', ({ conversationId }) => previewContext(conversationId !== undefined))
      .answer('chat.toolsForModel', () => ({
        count: 48,
        leftOut: 0,
        limit: 128,
        servers: [{ serverId: 'Linear', tools: ['list_issues', 'get_issue'] }],
      }))
  )
}
