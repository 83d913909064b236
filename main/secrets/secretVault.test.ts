import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import type { KeyProvider } from '../ports'
import { redact } from '../lib/redact'
import { secondProcess } from '../storage/testing/secondProcess'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { memoryKeyProvider } from './memoryKeyProvider'
import { SecretVault } from './secretVault'
import { oldVaultText } from './testing/oldVault'
import { sharedKey } from './testing/sharedKey'

const signal = new AbortController().signal

function setUp(): ReturnType<typeof temporaryFolder> & { readonly secrets: string; readonly keyFile: string } {
  const folder = temporaryFolder()
  return Object.assign(folder, { secrets: folder.file('data/secrets.json'), keyFile: folder.file('keychain') })
}

function openVault(place: { readonly secrets: string; readonly keyFile: string }, key = sharedKey(place.keyFile)): SecretVault {
  return SecretVault.open({ file: place.secrets, providers: [key, memoryKeyProvider()], clock: systemClock })
}

describe('SecretVault', () => {
  it('K07, AU-31, CC-03: keeps a secret over a restart, and writes no letter of it to the disk', async () => {
    using place = setUp()
    const first = openVault(place)
    expect([first.kept(), first.names()]).toEqual(['unknown', []])
    await first.put('token', 'tokén-in-plain-text', signal)
    expect([first.kept(), first.names()]).toEqual(['keychain', ['token']])
    const again = openVault(place)
    expect([again.kept(), again.names()]).toEqual(['unknown', ['token']])
    expect(await again.reveal('token', signal)).toBe('tokén-in-plain-text')
    const written = readFileSync(place.secrets)
    expect([written.includes('plain-text'), written.includes(Buffer.from('tokén-in-plain-text').toString('base64'))]).toEqual([
      false,
      false,
    ])
    expect(statSync(place.secrets).mode & 0o777).toBe(0o600)
  })

  it('asks no keychain before there is a need, and once for all who need it', async () => {
    using place = setUp()
    const key = sharedKey(place.keyFile)
    const vault = openVault(place, key)
    expect([vault.names(), key.asked]).toEqual([[], 0])
    await vault.put('a', 'value a', signal)
    const asked = key.asked
    await Promise.all([vault.reveal('a', signal), vault.reveal('a', signal), vault.put('b', 'value b', signal)])
    expect(key.asked).toBe(asked)
  })

  it('resolves a plain value as it is, and a named one to its secret, which logs never show from then on', async () => {
    using place = setUp()
    const vault = openVault(place)
    await vault.put('key', 'the-secret-value', signal)
    expect([await vault.resolve('plain', signal), await vault.resolve({ secret: 'key' }, signal)]).toEqual(['plain', 'the-secret-value'])
    expect(redact('sent the-secret-value')).toBe('sent •••')
  })

  it('K01: logs never show a secret from when it is typed, or first used of those that an earlier run kept', async () => {
    using place = setUp()
    const key = randomBytes(32)
    mkdirSync(place.file('data'), { recursive: true })
    writeFileSync(place.secrets, oldVaultText(key, { kept: 'kept-by-an-earlier-run' }))
    writeFileSync(place.keyFile, key.toString('base64'))
    const vault = openVault(place)
    await vault.put('typed', 'typed-a-moment-ago', signal)
    expect(redact('typed-a-moment-ago, kept-by-an-earlier-run')).toBe('•••, kept-by-an-earlier-run')
    expect(await vault.reveal('kept', signal)).toBe('kept-by-an-earlier-run')
    expect(redact('kept-by-an-earlier-run')).toBe('•••')
  })

  it('says which secret is missing, and removes one without asking for the key', async () => {
    using place = setUp()
    await openVault(place).put('a', 'value a', signal)
    const key = sharedKey(place.keyFile)
    const vault = openVault(place, key)
    await vault.remove('a', signal)
    expect([vault.names(), key.asked]).toEqual([[], 0])
    await expect(vault.reveal('a', signal)).rejects.toMatchObject({
      code: 'SECRET_MISSING',
      reason: 'secrets.missing',
      params: { name: 'a' },
    })
    await expect(vault.put('__proto__', 'x', signal)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  // The screen said that the keychain would be opened, with PARLEY_KEYS=memory too.
  it('says where it keeps secrets before the first one, unless a keychain decides it', () => {
    using place = setUp()
    const keptWith = (...providers: readonly KeyProvider[]) =>
      SecretVault.open({ file: place.secrets, providers, clock: systemClock }).kept()
    expect([keptWith(memoryKeyProvider()), keptWith(sharedKey(place.keyFile), memoryKeyProvider())]).toEqual(['memory', 'unknown'])
  })

  it('K06: writes and keeps nothing without a keychain before the person chose how', async () => {
    using place = setUp()
    const key = sharedKey(place.keyFile)
    key.locked = true
    const vault = openVault(place, key)
    await expect(vault.put('a', 'value a', signal)).rejects.toMatchObject({
      code: 'SECRETS_LOCKED',
      reason: 'secrets.noKeychain',
    })
    expect([vault.state(), vault.kept(), vault.names(), readdirSync(place.path), vault.problem()]).toEqual([
      'chooses',
      'unknown',
      [],
      [],
      undefined,
    ])
  })

  it('keeps secrets in memory and nothing on the disk, where the person chose that, and remembers the choice', async () => {
    using place = setUp()
    const key = sharedKey(place.keyFile)
    key.locked = true
    let made = false
    const memoryChoice = { made: () => made, make: () => void (made = true) }
    await SecretVault.open({ file: place.secrets, providers: [key, memoryKeyProvider()], clock: systemClock, memoryChoice }).choose(
      { kept: 'memory' },
      signal,
    )
    const vault = SecretVault.open({ file: place.secrets, providers: [key, memoryKeyProvider()], clock: systemClock, memoryChoice })
    await vault.put('a', 'value a', signal)
    expect([vault.kept(), vault.names(), await vault.reveal('a', signal)]).toEqual(['memory', ['a'], 'value a'])
    expect([readdirSync(place.path), vault.problem()]).toEqual([[], undefined])
    await vault.remove('a', signal)
    expect(vault.names()).toEqual([])
  })

  it('does not touch secrets on the disk while their keychain is locked, and reads them once it opens', async () => {
    using place = setUp()
    await openVault(place).put('old', 'old value', signal)
    const before = readFileSync(place.secrets, 'utf8')
    let now = Date.now()
    const key = sharedKey(place.keyFile)
    key.locked = true
    const vault = SecretVault.open({
      file: place.secrets,
      providers: [key, memoryKeyProvider()],
      clock: { ...systemClock, now: () => now },
    })
    await expect(vault.reveal('old', signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED', message: 'The keychain is locked' })
    await expect(vault.put('new', 'new value', signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED', message: 'The keychain is locked' })
    expect(vault.state()).toBe('locked')
    await vault.choose({ kept: 'memory' }, signal)
    await vault.put('new', 'new value', signal)
    expect([readFileSync(place.secrets, 'utf8'), vault.kept(), vault.names()]).toEqual([before, 'memory', ['new', 'old']])
    expect(vault.problem()).toMatchObject({ file: 'secrets.json', error: { code: 'SECRETS_LOCKED' } })
    key.locked = false
    await expect(vault.reveal('old', signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    now += 60_000
    expect(await vault.reveal('old', signal)).toBe('old value')
    expect([vault.kept(), vault.problem()]).toEqual(['keychain', undefined])
    expect(await openVault(place).reveal('new', signal)).toBe('new value')
  })

  it('loses nothing that is entered, and brings nothing back that is removed, while memory moves to the disk', async () => {
    using place = setUp()
    await openVault(place).put('old', 'old value', signal)
    let now = Date.now()
    const key = sharedKey(place.keyFile)
    key.locked = true
    const vault = SecretVault.open({
      file: place.secrets,
      providers: [key, memoryKeyProvider()],
      clock: { ...systemClock, now: () => now },
    })
    await expect(vault.unlock(undefined, signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    await vault.choose({ kept: 'memory' }, signal)
    const names = Array.from({ length: 40 }, (_, index) => `removed ${index}`)
    for (const name of names) await vault.put(name, 'first value', signal)
    await expect(vault.reveal('old', signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    key.locked = false
    now += 60_000
    const revealed = vault.reveal('old', signal)
    const entered: Promise<void>[] = []
    const removed: Promise<void>[] = []
    // One at each of the first steps that the move takes.
    for (const [index, name] of names.entries()) {
      if (vault.kept() === 'memory') {
        entered.push(vault.put(`new ${index}`, 'new value', signal))
        removed.push(vault.remove(name, signal))
      }
      await Promise.resolve()
    }
    await Promise.all([revealed, ...entered, ...removed])
    const wanted = [...entered.map((_, index) => `new ${index}`), 'old', ...names.slice(removed.length)]
    expect([vault.kept(), openVault(place).names()]).toEqual(['keychain', wanted.toSorted()])
  })

  it.each([
    ['lost', 'secrets.keyLost'],
    ['another one', 'secrets.keyReplaced'],
  ])('keeps the file aside and says so when its key is %s', async (how, reason) => {
    using place = setUp()
    await openVault(place).put('a', 'value a', signal)
    const before = readFileSync(place.secrets, 'utf8')
    const otherKey = place.file('other keychain')
    if (how === 'another one') writeFileSync(otherKey, Buffer.alloc(32, 7).toString('base64'))
    const vault = openVault({ ...place, keyFile: otherKey })
    await vault.put('b', 'value b', signal)
    expect(await vault.reveal('b', signal)).toBe('value b')
    expect(vault.names()).toEqual(['b'])
    const kept = readdirSync(place.file('data')).find((name) => /^secrets\.json\.lost-[0-9TZ-]+$/.test(name))
    expect(kept && readFileSync(place.file(`data/${kept}`), 'utf8')).toBe(before)
    expect(vault.problem()?.error).toMatchObject({ code: 'SECRETS_LOCKED', reason })
  })

  it('refuses two records that somebody swapped, and one that was changed', async () => {
    using place = setUp()
    await openVault(place).put('a', 'value a', signal)
    await openVault(place).put('b', 'value b', signal)
    const file = JSON.parse(readFileSync(place.secrets, 'utf8'))
    writeFileSync(place.secrets, JSON.stringify({ ...file, secrets: { a: file.secrets.b, b: file.secrets.a, c: 'AAAA' } }))
    const vault = openVault(place)
    for (const name of ['a', 'b', 'c']) {
      await expect(vault.reveal(name, signal)).rejects.toMatchObject({
        code: 'SECRETS_LOCKED',
        reason: 'secrets.undecryptable',
        params: { name },
      })
    }
    expect(readdirSync(place.file('data')).filter((name) => name.includes('lost'))).toEqual([])
  })

  it('leaves a file that it cannot read as it is', async () => {
    using place = setUp()
    await openVault(place).put('a', 'value a', signal)
    const broken = readFileSync(place.secrets, 'utf8').slice(0, -20)
    writeFileSync(place.secrets, broken)
    const vault = openVault(place)
    expect([vault.names(), vault.problem()?.error.code]).toEqual([[], 'FILE_UNREADABLE'])
    await expect(vault.put('b', 'value b', signal)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    // It may be in there.
    await expect(vault.remove('a', signal)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    expect(readFileSync(place.secrets, 'utf8')).toBe(broken)
  })

  it('lets a caller leave while the keychain waits for its password', async () => {
    using place = setUp()
    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<undefined>()
    const vault = openVault(place, { ...sharedKey(place.keyFile), load: () => unlocked })
    const leaving = new AbortController()
    const left = vault.put('a', 'value a', leaving.signal)
    const stayed = vault.put('b', 'value b', signal)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' })
    unlock(undefined)
    await stayed
    expect(vault.names()).toEqual(['b'])
  })

  it('loses nothing when three processes begin a vault and write to it at once', { tags: ['slow'] }, async () => {
    using place = setUp()
    const script = new URL('./testing/secretWriter.ts', import.meta.url)
    const names = ['one', 'two', 'three']
    const children = names.map((name) => secondProcess(script, [place.secrets, place.keyFile, name]))
    await Promise.all(children.map((child) => once(child.stdout ?? child, 'data')))
    for (const child of children) child.stdin?.write('go\n')
    await Promise.all(children.map((child) => once(child, 'exit')))
    for (const child of children) child[Symbol.dispose]()
    const vault = openVault(place)
    expect(vault.names()).toHaveLength(60)
    for (const name of names) expect(await vault.reveal(`${name} 19`, signal)).toBe(`value of ${name} 19`)
    expect(existsSync(place.secrets)).toBe(true)
    expect(readdirSync(place.file('data')).filter((name) => name.includes('lost') || name.endsWith('.tmp'))).toEqual([])
  })
})
