import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { memoryKeyProvider } from './memoryKeyProvider'
import { newPassphraseLock } from './passphraseKey'
import { SecretVault } from './secretVault'
import { sharedKey } from './testing/sharedKey'

const signal = new AbortController().signal
const words = 'correct horse battery'
/** One that costs an eighth of the real one, so that the tests are quick. */
const cheapLock = () => ({ ...newPassphraseLock(), n: 2 ** 14 })

function setUp(): ReturnType<typeof temporaryFolder> & { readonly secrets: string; readonly keyFile: string } {
  const folder = temporaryFolder()
  return Object.assign(folder, { secrets: folder.file('data/secrets.json'), keyFile: folder.file('keychain') })
}

type Place = { readonly secrets: string; readonly keyFile: string }

/** A vault on a computer whose keychain works, or does not. */
function openVault(place: Place, keychain: 'works' | 'locked' = 'locked', newLock = cheapLock): SecretVault {
  const key = sharedKey(place.keyFile)
  key.locked = keychain === 'locked'
  return SecretVault.open({ file: place.secrets, providers: [key, memoryKeyProvider()], clock: systemClock, newLock })
}

const asked = (vault: SecretVault) => [vault.kept(), vault.state(), vault.names()]

describe('a vault with a passphrase', () => {
  it('keeps secrets over a restart under a key that scrypt makes of it, and writes neither down', { tags: ['slow'] }, async () => {
    using place = setUp()
    const vault = openVault(place, 'locked', newPassphraseLock)
    await vault.choose({ kept: 'passphrase', passphrase: words }, signal)
    await vault.put('token', 'the-token-itself', signal)
    expect(asked(vault)).toEqual(['passphrase', 'open', ['token']])
    const again = openVault(place)
    expect(asked(again)).toEqual(['passphrase', 'needsPassphrase', ['token']])
    await again.unlock(words, signal)
    expect([...asked(again), await again.reveal('token', signal)]).toEqual(['passphrase', 'open', ['token'], 'the-token-itself'])
    const text = readFileSync(place.secrets, 'utf8')
    expect(JSON.parse(text)).toMatchObject({ version: 3, lock: { kdf: 'scrypt', n: 131_072, r: 8, p: 1, salt: expect.any(String) } })
    expect(['the-token-itself', words, 'horse'].filter((secret) => text.includes(secret))).toEqual([])
    expect(statSync(place.secrets).mode & 0o777).toBe(0o600)
  })

  it('says that a passphrase is wrong, and stays as it was', async () => {
    using place = setUp()
    await openVault(place).choose({ kept: 'passphrase', passphrase: words }, signal)
    const before = readFileSync(place.secrets, 'utf8')
    const vault = openVault(place)
    await expect(vault.unlock('something else', signal)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      reason: 'secrets.wrongPassphrase',
    })
    await expect(vault.put('a', 'b', signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED', reason: 'secrets.needsPassphrase' })
    expect([vault.state(), readFileSync(place.secrets, 'utf8')]).toEqual(['needsPassphrase', before])
  })

  it('takes the same letters however a keyboard writes them', async () => {
    using place = setUp()
    await openVault(place).choose({ kept: 'passphrase', passphrase: 'Café Zürich'.normalize('NFD') }, signal)
    await openVault(place).unlock('Café Zürich'.normalize('NFC'), signal)
  })

  it('lets the main thread go on while it makes the key', async () => {
    using place = setUp()
    let turns = 0
    const ticking = setInterval(() => turns++, 2)
    await openVault(place).choose({ kept: 'passphrase', passphrase: words }, signal)
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(1)
  })

  it('tells whoever waited when it opens', async () => {
    using place = setUp()
    const first = openVault(place)
    await first.choose({ kept: 'passphrase', passphrase: words }, signal)
    await first.put('a', 'value a', signal)
    const vault = openVault(place)
    let opened = 0
    vault.opened.subscribe(() => opened++)
    await expect(vault.reveal('a', signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    await vault.unlock(words, signal)
    expect([opened, await vault.reveal('a', signal)]).toEqual([1, 'value a'])
  })

  it('seals everything anew when it is changed: the old one opens nothing any more', { tags: ['slow'] }, async () => {
    using place = setUp()
    const vault = openVault(place)
    await vault.choose({ kept: 'passphrase', passphrase: words }, signal)
    await vault.put('a', 'value a', signal)
    const before = JSON.parse(readFileSync(place.secrets, 'utf8'))
    await expect(vault.changePassphrase('not it at all', 'another phrase', signal)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await vault.changePassphrase(words, 'another phrase', signal)
    const after = JSON.parse(readFileSync(place.secrets, 'utf8'))
    expect([after.lock.salt === before.lock.salt, after.secrets.a === before.secrets.a]).toEqual([false, false])
    const again = openVault(place)
    await expect(again.unlock(words, signal)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await again.unlock('another phrase', signal)
    expect(await again.reveal('a', signal)).toBe('value a')
  })

  it('moves to the keychain and back, with every secret', async () => {
    using place = setUp()
    const vault = openVault(place, 'works')
    await vault.put('a', 'value a', signal)
    await vault.choose({ kept: 'passphrase', passphrase: words }, signal)
    await vault.put('b', 'value b', signal)
    expect(asked(vault)).toEqual(['passphrase', 'open', ['a', 'b']])
    await vault.moveToKeychain(signal)
    expect(asked(vault)).toEqual(['keychain', 'open', ['a', 'b']])
    const again = openVault(place, 'works')
    expect([await again.reveal('a', signal), await again.reveal('b', signal)]).toEqual(['value a', 'value b'])
    expect(JSON.parse(readFileSync(place.secrets, 'utf8'))).not.toHaveProperty('lock')
  })

  it('loses nothing when it dies on the way to the keychain', async () => {
    using place = setUp()
    const vault = openVault(place, 'works')
    await vault.choose({ kept: 'passphrase', passphrase: words }, signal)
    await vault.put('a', 'value a', signal)
    copyFileSync(place.secrets, place.file('as it was'))
    await vault.moveToKeychain(signal)
    // What a crash leaves before the one write that counts: a key in the keychain, and the file as it was.
    copyFileSync(place.file('as it was'), place.secrets)
    const again = openVault(place, 'works')
    expect(again.state()).toBe('needsPassphrase')
    await again.unlock(words, signal)
    expect(await again.reveal('a', signal)).toBe('value a')
    await again.moveToKeychain(signal)
    expect(await openVault(place, 'works').reveal('a', signal)).toBe('value a')
  })

  it('stays where it is when the keychain does not open', async () => {
    using place = setUp()
    const vault = openVault(place)
    await vault.choose({ kept: 'passphrase', passphrase: words }, signal)
    await vault.put('a', 'value a', signal)
    await expect(vault.moveToKeychain(signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    expect([...asked(vault), await vault.reveal('a', signal)]).toEqual(['passphrase', 'open', ['a'], 'value a'])
  })

  it('does not seal anew over a record that does not open', async () => {
    using place = setUp()
    const vault = openVault(place)
    await vault.choose({ kept: 'passphrase', passphrase: words }, signal)
    await vault.put('a', 'value a', signal)
    const file = JSON.parse(readFileSync(place.secrets, 'utf8'))
    const damaged = JSON.stringify({ ...file, secrets: { ...file.secrets, broken: 'AAAA' } })
    writeFileSync(place.secrets, damaged)
    await expect(vault.changePassphrase(words, 'another phrase', signal)).rejects.toMatchObject({
      code: 'SECRETS_LOCKED',
      reason: 'secrets.undecryptable',
      params: { name: 'broken' },
    })
    expect(readFileSync(place.secrets, 'utf8')).toBe(damaged)
  })

  it('sees that another Parley changed the passphrase, and asks for the new one', async () => {
    using place = setUp()
    const one = openVault(place)
    await one.choose({ kept: 'passphrase', passphrase: words }, signal)
    await one.put('a', 'value a', signal)
    const other = openVault(place)
    await other.unlock(words, signal)
    await one.changePassphrase(words, 'another phrase', signal)
    await expect(other.put('b', 'value b', signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    expect(other.state()).toBe('needsPassphrase')
    await other.unlock('another phrase', signal)
    await other.put('b', 'value b', signal)
    expect(await one.reveal('b', signal)).toBe('value b')
  })

  it('moves what was in memory into the file', async () => {
    using place = setUp()
    const vault = openVault(place)
    await vault.choose({ kept: 'memory' }, signal)
    await vault.put('a', 'value a', signal)
    await vault.choose({ kept: 'passphrase', passphrase: words }, signal)
    const again = openVault(place)
    await again.unlock(words, signal)
    expect(await again.reveal('a', signal)).toBe('value a')
  })

  it('starts over only when told to, and keeps the file that it cannot open', async () => {
    using place = setUp()
    const first = openVault(place)
    await first.choose({ kept: 'passphrase', passphrase: words }, signal)
    await first.put('a', 'value a', signal)
    const before = readFileSync(place.secrets, 'utf8')
    const vault = openVault(place)
    for (const choice of [{ kept: 'passphrase', passphrase: 'forgot the other' }, { kept: 'memory' }] as const) {
      await expect(vault.choose(choice, signal)).rejects.toMatchObject({ code: 'CONFLICT' })
    }
    expect(readFileSync(place.secrets, 'utf8')).toBe(before)
    await vault.choose({ kept: 'passphrase', passphrase: 'forgot the other', startOver: true }, signal)
    expect(asked(vault)).toEqual(['passphrase', 'open', []])
    const kept = readdirSync(place.file('data')).find((name) => name.includes('.lost-'))
    expect(kept && readFileSync(place.file(`data/${kept}`), 'utf8')).toBe(before)
    expect(vault.problem()?.error).toMatchObject({ reason: 'secrets.startedOver', params: { kept: expect.stringContaining(kept ?? '?') } })
  })
})
