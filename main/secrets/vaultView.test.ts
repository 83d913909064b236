import { expect, it } from 'vitest'
import { defaultTelemetry } from '../../shared/domain/telemetry/telemetry'
import { sampleServer } from '../../shared/testing/sampleServer'
import { AccountId } from '../../shared/domain/ids'
import { systemClock } from '../lib/clock'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { memoryKeyProvider } from './memoryKeyProvider'
import { SecretVault } from './secretVault'
import { vaultView } from './vaultView'

const signal = new AbortController().signal

it('says of every secret where it is used, of accounts whose they are, and of none what it is', async () => {
  using folder = temporaryFolder()
  const vault = SecretVault.open({ file: folder.file('secrets.json'), providers: [memoryKeyProvider()], clock: systemClock })
  const accountId = AccountId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b12')
  for (const name of ['key', 'token', 'key of mine', 'unused', 'idp']) await vault.put(name, 'canary-value', signal)
  for (const id of [accountId, 'gone']) await vault.credentials.put({ kind: 'account', id }, 'canary-value', signal)
  await vault.credentials.put({ kind: 'client', id: '1' }, 'canary-value', signal)
  const local = sampleServer('local', { launch: { kind: 'stdio', command: 'a', args: [], env: { TOKEN: { secret: 'token' }, LOG: 'x' } } })
  const far = sampleServer('far', {
    launch: { kind: 'http', url: 'https://a.test/mcp', headers: { Authorization: { secret: 'token' } }, transport: 'auto' },
    auth: { kind: 'client', clientId: 'parley', privateKey: { secret: 'key of mine' } },
  })
  const view = vaultView(vault, {
    servers: [local, far],
    settings: {
      telemetry: defaultTelemetry,
      models: {
        providers: [
          { id: 'claude', kind: 'anthropic', apiKey: { secret: 'key' } },
          { id: 'other', kind: 'anthropic', apiKey: { secret: 'nobody entered this' } },
        ],
      },
      signIn: { idp: { issuer: 'https://idp.test', clientId: 'p', clientSecret: { secret: 'idp' } } },
    },
    accounts: [
      {
        accountId,
        serverId: far.id,
        label: 'Work',
        isDefault: true,
        by: 'client',
        state: 'signedIn',
        scopes: [],
        renews: true,
        keyBound: false,
      },
    ],
    issuers: new Map([['1', 'https://as.test']]),
  })
  expect(view).toEqual({
    kept: 'memory',
    state: 'open',
    withoutKeychain: true,
    secrets: [
      { kind: 'account', id: accountId, serverId: 'far', accountId, label: 'Work' },
      { kind: 'account', id: 'gone' },
      { kind: 'client', id: '1', issuer: 'https://as.test' },
      { kind: 'secret', name: 'nobody entered this', uses: [{ kind: 'model', provider: 'other', name: 'other' }], isMissing: true },
      { kind: 'secret', name: 'idp', uses: [{ kind: 'idp', part: 'clientSecret' }] },
      { kind: 'secret', name: 'key', uses: [{ kind: 'model', provider: 'claude', name: 'claude' }] },
      { kind: 'secret', name: 'key of mine', uses: [{ kind: 'signIn', serverId: 'far', part: 'privateKey' }] },
      {
        kind: 'secret',
        name: 'token',
        uses: [
          { kind: 'variable', serverId: 'local', name: 'TOKEN' },
          { kind: 'header', serverId: 'far', name: 'Authorization' },
        ],
      },
      { kind: 'secret', name: 'unused', uses: [] },
    ],
  })
})
