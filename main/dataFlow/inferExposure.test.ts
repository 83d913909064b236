import { expect, it } from 'vitest'
import type { Account } from '../../shared/domain/account'
import type { Tool, ToolAnnotations } from '../../shared/domain/catalog'
import { AccountId, ServerId } from '../../shared/domain/ids'
import type { HttpLaunch, ServerConfig, StdioLaunch } from '../../shared/domain/server'
import { sampleServer } from '../../shared/testing/sampleServer'
import { inferExposure } from './inferExposure'

const http = (url: string, headers: HttpLaunch['headers'] = {}): HttpLaunch => ({ kind: 'http', url, headers, transport: 'auto' })
const stdio: StdioLaunch = { kind: 'stdio', command: 'node', args: [], env: {} }
const remote = http('https://mcp.example/mcp')

function tool(name: string, annotations?: ToolAnnotations): Tool {
  return { name, inputSchema: {}, hash: name, ...(annotations && { annotations }) }
}

function account(state: Account['state']): Account {
  return {
    accountId: AccountId.parse('00000000-0000-4000-8000-000000000001'),
    serverId: ServerId.parse('sample'),
    label: 'Default',
    isDefault: true,
    by: 'person',
    state,
    scopes: [],
    renews: false,
    keyBound: false,
  }
}

function marksOf(change: Partial<ServerConfig>, tools: readonly Tool[] = [], accounts: readonly Account[] = []): string {
  const { readsPrivate, bringsOutside, sendsOut } = inferExposure(sampleServer('sample', change), tools, accounts)
  return [readsPrivate.is && 'private', bringsOutside.is && 'outside', sendsOut.is && 'out'].filter(Boolean).join(' ')
}

/** What is known, what is marked, and of what it is known. */
type Guess = [what: string, marks: string, server: Partial<ServerConfig>, tools?: readonly Tool[], accounts?: readonly Account[]]

it.each<Guess>([
  ['a local server of which nothing is known', '', {}, [tool('read')]],
  ['a folder that is shared', 'private', { roots: ['file:///home/dana/code'] }],
  ['a secret of the vault in its variables', 'private', { launch: { ...stdio, env: { GITHUB_TOKEN: { secret: 'github' } } } }],
  ['a plain secret in its variables', 'private', { launch: { ...stdio, env: { API_KEY: 'something' } } }],
  ['a harmless variable', '', { launch: { ...stdio, env: { LOG_LEVEL: 'debug' } } }],
  [
    'an address with a password among its arguments',
    'private',
    { launch: { ...stdio, args: ['postgres://dana:hunter2@db.example/shop'] } },
  ],
  ['an address elsewhere', 'outside out', { launch: remote }],
  ['an address on this computer', '', { launch: http('http://127.0.0.1:3000/mcp') }],
  ['an address on this computer by name', '', { launch: http('http://localhost:3000/mcp') }],
  ['an address elsewhere, signed in', 'private outside out', { launch: remote }, [], [account('signedIn')]],
  ['an address elsewhere, signed out', 'outside out', { launch: remote }, [], [account('signedOut')]],
  ['a header that says who calls', 'private outside out', { launch: http('https://mcp.example/', { Authorization: { secret: 'key' } }) }],
  ['a tool that reaches outside', 'outside out', {}, [tool('now'), tool('fetch', { openWorldHint: true })]],
  ['a tool that reaches outside and was switched off', '', { disabledTools: ['fetch'] }, [tool('fetch', { openWorldHint: true })]],
])('guesses from %s: “%s”', (_what, marks, change, tools, accounts) => {
  expect(marksOf(change, tools, accounts)).toBe(marks)
})

it('F07: takes no word of a server for less than what Parley knows itself, unless the user believes the server', () => {
  const harmless = [tool('read', { openWorldHint: false, readOnlyHint: true, destructiveHint: false })]
  expect(marksOf({ launch: remote }, harmless)).toBe('outside out')
  expect(marksOf({ launch: remote, trusted: true }, harmless)).toBe('')
  expect(marksOf({ launch: remote, trusted: true }, [...harmless, tool('other')])).toBe('outside out')
})

it('lets the user say otherwise, of one thing and not of the others', () => {
  const touches = { readsPrivate: true, sendsOut: false }
  expect(marksOf({ launch: remote, touches })).toBe('private outside')
  const { readsPrivate, bringsOutside } = inferExposure(sampleServer('sample', { launch: remote, touches }), [], [])
  expect([readsPrivate.by, bringsOutside.by]).toEqual(['you', 'guess'])
})

it('gives the reason of every guess, also of one that marks nothing', () => {
  expect(inferExposure(sampleServer('sample', { launch: remote }), [], [])).toEqual({
    readsPrivate: {
      is: false,
      by: 'guess',
      because: { id: 'dataFlow.because.nothingPrivate' },
    },
    bringsOutside: {
      is: true,
      by: 'guess',
      because: { id: 'dataFlow.because.elsewhere', params: { host: 'mcp.example' } },
    },
    sendsOut: {
      is: true,
      by: 'guess',
      because: { id: 'dataFlow.because.elsewhere', params: { host: 'mcp.example' } },
    },
  })
})
