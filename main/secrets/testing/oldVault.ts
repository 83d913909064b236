import { createCipheriv, randomBytes } from 'node:crypto'
import type { PassphraseKdf } from '../passphraseKey'

/**
 * `secrets.json` in the old format, before Parley's own records had a section: version 1, or 2 with a passphrase. It stands for files that
 * people already have, so it uses no current code and must never change.
 */
export function oldVaultText(key: Uint8Array, values: Readonly<Record<string, string>>, lock?: PassphraseKdf): string {
  const records = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, oldSealed(key, name, value)]))
  const check = oldSealed(key, ' check', 'parley')
  return `${JSON.stringify(lock ? { version: 2, lock, check, records } : { version: 1, check, records }, null, 2)}\n`
}

/** One record of an old file. */
export function oldSealed(key: Uint8Array, name: string, value: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(`v1:${name}`))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}
