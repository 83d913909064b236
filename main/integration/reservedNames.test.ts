import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountId, ServerId } from '../../shared/domain/ids'
import type { CredentialKey } from '../../shared/domain/vaultState'
import { systemClock } from '../lib/clock'
import { AccountTable } from '../oauth/accountTable'
import { SecretVault } from '../secrets/secretVault'
import { oldVaultText } from '../secrets/testing/oldVault'
import { sharedKey } from '../secrets/testing/sharedKey'
import { Database } from '../storage/database'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { TestHost } from '../testing/testHost'

// A data folder of an earlier version of Parley. Its vault stores an account's tokens, and its files name them as if they were a secret of
// the user.
const signal = new AbortController().signal
const accountId = AccountId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b12')
const reserved = `account:${accountId}`
const account: CredentialKey = { kind: 'account', id: accountId }
const record = '{"tokens":"of the account"}'
const key = Buffer.alloc(32, 9)
const ref = { secret: reserved }
const http = { kind: 'http', url: 'http://127.0.0.1:9/mcp', headers: {}, transport: 'auto' } as const
const tellsHeader = { url: http.url, headers: { Authorization: ref } }

const folder = temporaryFolder()
const dataDir = folder.file('data')
const keychain = sharedKey(folder.file('keychain'))
let host: TestHost

function writeAccount(): void {
  const database = new Database(join(dataDir, 'parley.db'))
  new AccountTable(database).add(accountId, ServerId.parse('far'), 'Work', 0)
  // Signed in: of an account that is not, a start removes the record.
  database.run('UPDATE account SET since = 1 WHERE id = ?', accountId)
  database.run('INSERT INTO fact (name, value) VALUES (?, ?)', `forget-secret ${reserved}`, '0')
  database.close()
}

beforeAll(async () => {
  mkdirSync(dataDir)
  writeFileSync(folder.file('keychain'), key.toString('base64'))
  writeFileSync(join(dataDir, 'secrets.json'), oldVaultText(key, { [reserved]: record, 'mine/TOKEN': 'value of mine' }))
  writeAccount()
  const broken = { parley: { auth: { kind: 'client', clientId: 'a', clientSecret: ref } } }
  const mcpServers = {
    far: { url: http.url, parley: { enabled: false } },
    header: tellsHeader,
    variable: { command: 'none', env: { TOKEN: ref } },
    proof: { url: http.url, ...broken },
    'account:work': { url: http.url, headers: { 'X-Api-Key': 'key-of-the-server' }, parley: { enabled: false } },
  }
  const providers = [{ id: 'local', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', models: ['a'], apiKey: ref }]
  const idp = { issuer: 'http://127.0.0.1:9', clientId: 'parley', clientSecret: ref }
  const settings = { models: { providers }, signIn: { idp } }
  host = await TestHost.start({
    dataDir,
    files: { 'servers.json': { mcpServers }, 'settings.json': settings },
    ports: { keyProviders: [keychain] },
  })
})

afterAll(async () => {
  if (host) await host.quit()
  folder[Symbol.dispose]()
})

/** Reads the credential of the account with the right to do so. */
const kept = (): Promise<string | undefined> =>
  SecretVault.open({ file: join(dataDir, 'secrets.json'), providers: [keychain], clock: systemClock }).credentials.reveal(account, signal)

describe('an account’s record cannot be had as a secret', () => {
  it('K14: by an entry of servers.json, which is told as broken and dialled by nobody', async () => {
    const { servers, broken } = await host.until('servers', () => true)
    expect(servers.map(({ id }) => id)).toEqual(['far', 'account:work'])
    const issue = { id: 'json.issue.reservedName' }
    expect(broken.map(({ id, error: { code, reason, params } }) => [id, code, reason, params])).toEqual([
      ['header', 'INVALID_INPUT', 'servers.valueReserved', { what: 'headers Authorization', issue }],
      ['variable', 'INVALID_INPUT', 'servers.valueReserved', { what: 'env TOKEN', issue }],
      ['proof', 'INVALID_INPUT', 'servers.entryPart', { path: 'parley → auth → clientSecret', issue }],
    ])
  })

  it('K14: by settings.json, whose values of that kind do not count and are told', async () => {
    const { providers } = await host.until('models', () => true)
    const { idp } = await host.until('accounts', () => true)
    const { problems } = await host.until('app', () => true)
    expect([providers, idp]).toEqual([[], undefined])
    const params = { path: 'models → providers → 0 → apiKey', issue: { id: 'json.issue.reservedName' }, more: 1 }
    expect(problems).toMatchObject([{ file: 'settings.json', error: { reason: 'settings.unusable', params } }])
  })

  const launch = { ...http, headers: { Authorization: ref } }
  it.each([
    ['secrets.put', { name: reserved, value: 'mine now' }],
    ['secrets.remove', { name: reserved }],
    ['servers.save', { id: 'new', launch }],
    ['servers.save', { previousId: 'far', id: reserved, launch }],
    ['servers.save', { id: 'new', launch: { kind: 'stdio', command: 'none', args: [], env: { TOKEN: ref } } }],
    ['servers.save', { id: 'new', launch: http, auth: { kind: 'client', clientId: 'a', clientSecret: ref } }],
    ['servers.save', { id: 'new', launch: http, auth: { kind: 'client', clientId: 'a', privateKey: ref } }],
    ['servers.save', { id: 'new', launch: http, auth: { kind: 'enterprise', clientId: 'a', clientSecret: ref } }],
    ['servers.save', { id: 'new', launch: http, auth: { kind: 'workload', token: ref } }],
    ['servers.import', { servers: [{ id: 'new', launch }] }],
  ])('K14: by %s', async (name, input) => {
    expect(await host.ask(name, input)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(await kept()).toBe(record)
  })

  it('K14: by a configuration that is pasted', async () => {
    const found = await host.call('servers.readImport', { text: JSON.stringify({ mcpServers: { new: tellsHeader } }) })
    expect([found.servers, found.problems.map((problem) => JSON.stringify(problem).includes('json.issue.reservedName'))]).toEqual([
      [],
      [true],
    ])
  })

  it('K14: by the list of names, or the names that Parley makes of a server’s and a provider’s', async () => {
    expect(await host.call('secrets.moveFromServer', { serverId: ServerId.parse('account:work') })).toEqual({ moved: 1 })
    expect(await host.call('secrets.names', {})).toEqual(['account-work/X-Api-Key', 'mine/TOKEN'])
    const view = await host.until('vault', ({ secrets }) => secrets.length === 3)
    expect(view.secrets[0]).toMatchObject({ kind: 'account', id: accountId, label: 'Work' })
    expect(await kept()).toBe(record)
  })

  it('takes it out only as what it is', async () => {
    await host.call('secrets.removeCredential', { credential: account })
    expect(await kept()).toBeUndefined()
    expect(await host.call('secrets.names', {})).toEqual(['account-work/X-Api-Key', 'mine/TOKEN'])
  })
})
