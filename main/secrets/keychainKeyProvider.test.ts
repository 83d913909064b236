import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { keychainKeyProvider } from './keychainKeyProvider'

const never = new AbortController().signal
const key = Buffer.alloc(32, 5)

/** A keychain's thread that answers with what `answer` (an expression over `request`) gives, or not at all. */
function workerThat(folder: { file(name: string): string }, answer: string | undefined): string {
  const file = folder.file('worker.mjs')
  const reply = answer === undefined ? '' : `parentPort.postMessage(${answer})`
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (request) => { ${reply} })`)
  return file
}

const entry = (worker: string, timeoutMs = 5_000) => keychainKeyProvider({ worker, timeoutMs })

describe('keychainKeyProvider', () => {
  it('reads the key, finds none, and keeps a new one', async () => {
    using folder = temporaryFolder()
    const text = JSON.stringify(key.toString('base64'))
    expect(await entry(workerThat(folder, `{ ok: true, value: ${text} }`)).load(never)).toEqual(key)
    expect(await entry(workerThat(folder, '{ ok: true, value: null }')).load(never)).toBeUndefined()
    await entry(workerThat(folder, '{ ok: true, value: request.set }')).save(key, never)
  })

  it('does not believe a keychain that gives back something else than it was given', async () => {
    using folder = temporaryFolder()
    await expect(entry(workerThat(folder, '{ ok: true, value: null }')).save(key, never)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    await expect(entry(workerThat(folder, '{ ok: true, value: "short" }')).load(never)).rejects.toMatchObject({
      code: 'SECRETS_LOCKED',
      reason: 'secrets.keychainForeign',
    })
  })

  it.each([
    ['Platform failure: DBus error: no such file', 'secrets.keychainMissing'],
    ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'secrets.keychainLocked'],
    ['Something new', 'secrets.keychainUnusable'],
  ])('explains %j', async (said, reason) => {
    using folder = temporaryFolder()
    const worker = workerThat(folder, JSON.stringify({ ok: false, message: said }))
    await expect(entry(worker).load(never)).rejects.toMatchObject({ code: 'SECRETS_LOCKED', reason, said })
  })

  it('does not wait longer than its deadline for somebody who unlocks it', async () => {
    using folder = temporaryFolder()
    await expect(entry(workerThat(folder, undefined), 50).load(never)).rejects.toMatchObject({
      code: 'SECRETS_LOCKED',
      reason: 'secrets.keychainSilent',
    })
  })

  it('ends at once when its caller leaves', async () => {
    using folder = temporaryFolder()
    const leaving = new AbortController()
    const left = entry(workerThat(folder, undefined)).load(leaving.signal)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it('is a closed vault, not a crash, when its thread cannot start', async () => {
    using folder = temporaryFolder()
    await expect(entry(folder.file('nothing.mjs')).load(never)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
  })
})
