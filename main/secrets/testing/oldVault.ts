import { createCipheriv, randomBytes } from 'node:crypto'
import type { PassphraseLock } from '../passphraseKey'

/**
 * `secrets.json` as Parley wrote it before its own records had a section of their own: version 1, or 2 with a passphrase. Frozen: it stands for
 * files that people have, so it uses nothing of today's code and never changes with it.
 */
export function oldVaultText(key: Uint8Array, values: Readonly<Record<string, string>>, lock?: PassphraseLock): string {
  const records = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, oldSealed(key, name, value)]))
  const check = oldSealed(key, ' check', 'parley')
  return `${JSON.stringify(lock ? { version: 2, lock, check, records } : { version: 1, check, records }, null, 2)}\n`
}

/** One record of such a file. */
export function oldSealed(key: Uint8Array, name: string, value: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(`v1:${name}`))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}
