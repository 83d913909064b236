import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CredentialKey } from '../../shared/domain/vaultState'
import { systemClock, type Clock } from '../lib/clock'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { memoryKeyProvider } from './memoryKeyProvider'
import { newPassphraseLock, passphraseKey } from './passphraseKey'
import { SecretVault } from './secretVault'
import { emptyContent, valueIn, withValues } from './vaultVersions'
import { oldSealed, oldVaultText } from './testing/oldVault'
import { sharedKey } from './testing/sharedKey'

const signal = new AbortController().signal
const key = Buffer.alloc(32, 9)
const words = 'correct horse battery'
const lock = { ...newPassphraseLock(), n: 2 ** 14 }
const account: CredentialKey = { kind: 'account', id: '5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b12' }
const idp: CredentialKey = { kind: 'account', id: 'idp' }
const client: CredentialKey = { kind: 'client', id: 'ab'.repeat(32) }
const old = {
  'github/TOKEN': 'the-token-itself',
  'claude-api-key': 'the-key-itself',
  accounts: 'no prefix',
  [`account:${account.id}`]: '{"tokens":1}',
  'account:idp': '{"tokens":2}',
  [`client:${client.id}`]: '{"clientId":3}',
}

function setUp(text = oldVaultText(key, old)) {
  const folder = temporaryFolder()
  const [data, secrets, keyFile] = [folder.file('data'), folder.file('data/secrets.json'), folder.file('keychain')]
  mkdirSync(data)
  writeFileSync(secrets, text)
  writeFileSync(keyFile, key.toString('base64'))
  const keychain = sharedKey(keyFile)
  const open = (clock: Clock = systemClock) => SecretVault.open({ file: secrets, providers: [keychain, memoryKeyProvider()], clock })
  const file = () => JSON.parse(readFileSync(secrets, 'utf8'))
  return Object.assign(folder, { secrets, keychain, open, file, names: () => readdirSync(data) })
}

const all = async (vault: SecretVault) => ({
  secrets: await Promise.all(vault.names().map(async (name) => [name, await vault.reveal(name, signal)])),
  credentials: await Promise.all(vault.credentials.keys().map(async (one) => [one, await vault.credentials.reveal(one, signal)])),
})
const everything = {
  secrets: [
    ['accounts', 'no prefix'],
    ['claude-api-key', 'the-key-itself'],
    ['github/TOKEN', 'the-token-itself'],
  ],
  credentials: [
    [account, '{"tokens":1}'],
    [idp, '{"tokens":2}'],
    [client, '{"clientId":3}'],
  ],
}

describe('a vault that an earlier Parley wrote', () => {
  it('is moved over at its first use, with all that it had', async () => {
    using place = setUp()
    const vault = place.open()
    expect([vault.names().length, vault.credentials.keys().length, place.keychain.asked]).toEqual([3, 3, 0])
    expect(await all(vault)).toEqual(everything)
    const written = place.file()
    expect([written.version, Object.keys(written.secrets).length, Object.keys(written.credentials).length]).toEqual([3, 3, 3])
    expect(written).not.toHaveProperty('records')
    expect(await all(place.open())).toEqual(everything)
  })

  it('K14: gives no credential to whoever asks for a secret, before it is moved and after', async () => {
    using place = setUp()
    const vault = place.open()
    for (let time = 0; time < 2; time++) {
      for (const name of Object.keys(old).filter((one) => one.includes(':'))) {
        await expect(vault.resolve({ secret: name }, signal)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
        await expect(vault.remove(name, signal)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      }
      expect(await all(vault)).toEqual(everything)
    }
  })

  it('waits for its passphrase; what is removed meanwhile is gone, and the passphrase stays what it was', async () => {
    using place = setUp(oldVaultText(await passphraseKey(words, lock), old, lock))
    const vault = place.open()
    expect([vault.state(), vault.names()]).toEqual(['needsPassphrase', ['accounts', 'claude-api-key', 'github/TOKEN']])
    await vault.remove('accounts', signal)
    await vault.credentials.remove(idp, signal)
    expect(place.file().version).toBe(2)
    await vault.unlock(words, signal)
    const rest = { secrets: everything.secrets.slice(1), credentials: [everything.credentials[0], everything.credentials[2]] }
    expect([place.file().version, place.file().lock, await all(vault)]).toEqual([3, lock, rest])
    const again = place.open()
    await again.unlock(words, signal)
    expect(await all(again)).toEqual(rest)
  })

  it('waits for a keychain that is locked', async () => {
    using place = setUp()
    place.keychain.locked = true
    const vault = place.open()
    await expect(vault.reveal('accounts', signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    expect([place.file().version, vault.state()]).toEqual([1, 'locked'])
    place.keychain.locked = false
    await vault.unlock(undefined, signal)
    expect([place.file().version, await all(vault)]).toEqual([3, everything])
  })

  it('is whole after a crash before, in and after the one write that moves it', async () => {
    using place = setUp()
    const before = readFileSync(place.secrets, 'utf8')
    const dying: Clock = {
      ...systemClock,
      newId: () => {
        throw new Error('It dies here.')
      },
    }
    const first = place.open(dying)
    expect([await all(first), readFileSync(place.secrets, 'utf8')]).toEqual([everything, before])
    // Killed in the middle of the write: part of a file under another name.
    writeFileSync(`${place.secrets}.half.tmp`, before.slice(0, 100))
    expect(await all(place.open())).toEqual(everything)
    expect([place.file().version, await all(place.open())]).toEqual([3, everything])
    expect(place.names().filter((name) => name.includes('lost'))).toEqual([])
  })

  it('is moved once by several that open it at the same time, and none of them misses anything', async () => {
    using place = setUp()
    const vaults = [place.open(), place.open(), place.open()]
    expect(await Promise.all(vaults.map(all))).toEqual([everything, everything, everything])
    await Promise.all(vaults.map((vault, index) => vault.put(`new ${index}`, 'new value', signal)))
    expect(place.open().names().length).toBe(6)
  })

  it('is moved though a record of it does not open, which stays what it was', async () => {
    using place = setUp()
    const file = place.file()
    const damaged = { ...file.records, 'github/TOKEN': oldSealed(key, 'another name', 'moved here by somebody') }
    writeFileSync(place.secrets, JSON.stringify({ ...file, records: damaged }))
    const vault = place.open()
    expect(await vault.reveal('accounts', signal)).toBe('no prefix')
    expect(place.file().secrets['github/TOKEN']).toBe(damaged['github/TOKEN'])
    await expect(vault.reveal('github/TOKEN', signal)).rejects.toMatchObject({
      code: 'SECRETS_LOCKED',
      params: { name: 'github/TOKEN' },
    })
  })

  it('is kept and told when a newer Parley wrote it', async () => {
    const newer = JSON.stringify({ version: 4, check: '', anything: {} })
    using place = setUp(newer)
    const vault = place.open()
    expect([vault.names(), vault.credentials.keys(), vault.problem()?.error.code]).toEqual([[], [], 'FILE_UNREADABLE'])
    await expect(vault.put('a', 'value a', signal)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    await expect(vault.credentials.put(account, '{}', signal)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    expect([readFileSync(place.secrets, 'utf8'), place.names().filter((name) => name.includes('lost'))]).toEqual([newer, []])
  })

  it('keeps its records apart while they are in memory, and when they move to the disk', async () => {
    using folder = temporaryFolder()
    const file = folder.file('secrets.json')
    const vault = SecretVault.open({ file, providers: [memoryKeyProvider()], clock: systemClock, newLock: () => lock })
    await vault.put('a', 'value a', signal)
    await vault.credentials.put({ kind: 'account', id: 'a' }, 'record a', signal)
    const both = { secrets: [['a', 'value a']], credentials: [[{ kind: 'account', id: 'a' }, 'record a']] }
    expect(await all(vault)).toEqual(both)
    await vault.choose({ kept: 'passphrase', passphrase: words }, signal)
    expect([Object.keys(JSON.parse(readFileSync(file, 'utf8')).secrets), await all(vault)]).toEqual([['a'], both])
    await vault.credentials.remove({ kind: 'account', id: 'a' }, signal)
    expect(await all(vault)).toEqual({ ...both, credentials: [] })
  })
})

describe('the sections of the file', () => {
  it('K14: give nothing to whoever moves a record to the other one, to another name, or into another format', async () => {
    using place = setUp()
    await place.open().reveal('accounts', signal)
    const file = place.file()
    const credential = file.credentials[`account:${account.id}`]
    const secrets = { moved: credential, [`account:${account.id}`]: credential, old: oldSealed(key, 'old', 'from an old file') }
    const credentials = { 'account:accounts': file.secrets['accounts'], 'account:idp': oldSealed(key, 'account:idp', 'from an old file') }
    writeFileSync(place.secrets, JSON.stringify({ ...file, secrets, credentials }))
    const vault = place.open()
    for (const name of ['moved', 'old']) await expect(vault.reveal(name, signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    await expect(vault.reveal(`account:${account.id}`, signal)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    for (const id of ['accounts', 'idp'])
      await expect(vault.credentials.reveal({ kind: 'account', id }, signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
  })

  it('bind a record to its section also where both have a name in common', () => {
    const [secret, credential] = [{ section: 'secrets', name: 'a' } as const, { section: 'credentials', name: 'a' } as const]
    const content = withValues(emptyContent({ key }), key, [[credential, 'record']])
    expect([valueIn(content, key, secret), valueIn(content, key, credential)]).toEqual([undefined, 'record'])
    const swapped = { ...content, secrets: content.credentials, credentials: {} }
    expect(() => valueIn(swapped, key, secret)).toThrow('secrets.undecryptable')
  })

  it('take the key of a credential nowhere where a secret is named, by type', async () => {
    using place = setUp()
    const vault = place.open()
    // @ts-expect-error The key of a credential is no value of a configuration.
    await expect(vault.resolve(account, signal)).rejects.toThrow()
    // @ts-expect-error Nor the name of a secret.
    await expect(vault.resolve({ secret: account }, signal)).rejects.toThrow()
    // @ts-expect-error
    await expect(vault.reveal(account, signal)).rejects.toThrow()
    // @ts-expect-error The name of a secret is no key of a credential.
    expect(await vault.credentials.reveal('github/TOKEN', signal)).toBeUndefined()
  })
})
