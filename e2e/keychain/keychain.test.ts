import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openParleyVault } from './parleyVault'
import { missingKeychain, SecretService } from './secretService'

const missing = missingKeychain()
const password = 'the password of the login'
const secrets = (service: SecretService): string => join(service.folder, 'home', 'secrets.json')

/** Starts a keychain with a person logged in and one secret from an earlier Parley process. */
async function used(): Promise<SecretService> {
  const service = await SecretService.start()
  await service.login(password)
  await using first = openParleyVault(service)
  await first.ask('put', 'token', 'value of token')
  return service
}

describe.skipIf(missing)(`the keychain of a Linux desktop${missing ? ` (${missing})` : ''}`, () => {
  it('is asked for nothing before the first need, keeps the key then, and gives it back after a restart', async () => {
    await using service = await SecretService.start()
    await service.login(password)
    await using first = openParleyVault(service)
    expect(await first.ask('state')).toEqual(['unknown', 'unasked', [], null])
    await first.ask('put', 'token', 'value of token')
    expect(await first.ask('state')).toEqual(['keychain', 'open', ['token'], null])
    expect(readFileSync(secrets(service), 'utf8')).not.toContain('value of token')
    await service.kill()
    await service.login(password)
    await using second = openParleyVault(service)
    expect(await second.ask('reveal', 'token')).toBe('value of token')
  })

  it('leaves secrets alone while it is locked, says so, and gives them out once it is unlocked', async () => {
    await using service = await used()
    service.lock()
    await using parley = openParleyVault(service)
    await expect(parley.ask('reveal', 'token')).rejects.toMatchObject({ code: 'SECRETS_LOCKED', reason: 'secrets.keychainLocked' })
    expect(await parley.ask('state')).toEqual(['unknown', 'locked', ['token'], 'secrets.keychainLocked'])
    await expect(parley.ask('put', 'new', 'value')).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    await service.kill()
    await service.login(password)
    await parley.ask('unlock')
    expect([await parley.ask('reveal', 'token'), await parley.ask('state')]).toEqual([
      'value of token',
      ['keychain', 'open', ['token'], null],
    ])
  })

  it('stays locked after a wrong password, and nothing is lost by it', async () => {
    await using service = await used()
    await service.kill()
    await service.login('another password')
    const before = readFileSync(secrets(service), 'utf8')
    await using parley = openParleyVault(service)
    await expect(parley.ask('reveal', 'token')).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    await expect(parley.ask('put', 'new', 'value')).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    expect(readFileSync(secrets(service), 'utf8')).toBe(before)
    await service.kill()
    await service.login(password)
    await parley.ask('unlock')
    expect(await parley.ask('reveal', 'token')).toBe('value of token')
  })

  it('may go away while Parley runs; who starts then is told that there is none, and finds it again later', async () => {
    await using service = await used()
    await using running = openParleyVault(service)
    expect(await running.ask('reveal', 'token')).toBe('value of token')
    await service.kill()
    await running.ask('put', 'more', 'value of more')
    expect(await running.ask('reveal', 'more')).toBe('value of more')
    await using late = openParleyVault(service)
    await expect(late.ask('reveal', 'token')).rejects.toMatchObject({
      code: 'SECRETS_LOCKED',
      reason: 'secrets.keychainMissing',
    })
    await service.login(password)
    await late.ask('unlock')
    expect(await late.ask('reveal', 'more')).toBe('value of more')
  })

  it('that lost the key costs the secrets, and the file is kept and told', async () => {
    await using service = await used()
    const before = readFileSync(secrets(service), 'utf8')
    await service.kill()
    service.forgetAll()
    await service.login('a new password')
    await using parley = openParleyVault(service)
    await expect(parley.ask('reveal', 'token')).rejects.toMatchObject({ code: 'SECRET_MISSING' })
    const home = join(service.folder, 'home')
    const kept = readdirSync(home).flatMap((name) => (name.startsWith('secrets.json.lost-') ? [join(home, name)] : []))
    expect(kept.map((path) => readFileSync(path, 'utf8'))).toEqual([before])
    expect(await parley.ask('state')).toEqual(['keychain', 'open', [], `secrets.keyLost ${JSON.stringify({ kept: kept[0] })}`])
    await parley.ask('put', 'token', 'entered again')
    expect(await parley.ask('reveal', 'token')).toBe('entered again')
  })

  it('gets one key from two Parleys that need their first one at once', async () => {
    await using service = await SecretService.start()
    await service.login(password)
    await using one = openParleyVault(service)
    await using other = openParleyVault(service)
    const writes = Array.from({ length: 10 }, (_, index) => [
      one.ask('put', `one ${index}`, `value one ${index}`),
      other.ask('put', `other ${index}`, `value other ${index}`),
    ])
    await Promise.all(writes.flat())
    expect([await one.ask('reveal', 'other 9'), await other.ask('reveal', 'one 9')]).toEqual(['value other 9', 'value one 9'])
    await using third = openParleyVault(service)
    expect([await third.ask('reveal', 'one 0'), await third.ask('reveal', 'other 0')]).toEqual(['value one 0', 'value other 0'])
    expect(readdirSync(join(service.folder, 'home')).filter((name) => name.includes('lost'))).toEqual([])
  })
})
