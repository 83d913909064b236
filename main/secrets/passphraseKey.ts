import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import * as z from 'zod'
import { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const KEY_BYTES = 32
const SALT_BYTES = 32

/** How a key is derived from a passphrase (scrypt, RFC 7914). Stored in the file that the key opens. */
export const PassphraseKdf = z.object({
  kdf: z.literal('scrypt'),
  // Limited, so that a file cannot demand more memory than available.
  n: z
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  r: z.int().min(1).max(16),
  p: z.int().min(1).max(4),
  salt: z.base64().min(20).max(200),
})
export type PassphraseKdf = z.infer<typeof PassphraseKdf>

/** New parameters with a random salt, so that two files with the same passphrase have different keys. */
export function newPassphraseLock(): PassphraseKdf {
  return { kdf: 'scrypt', n: 2 ** 17, r: 8, p: 1, salt: randomBytes(SALT_BYTES).toString('base64') }
}

/** Derives the key from a passphrase. It takes some tenths of a second, outside the main thread. */
export async function passphraseKey(passphrase: string, lock: PassphraseKdf): Promise<Uint8Array> {
  // Keyboards can encode the same letter in different ways.
  const typed = passphrase.normalize('NFKC')
  rememberSecret(typed)
  const { n, r, p, salt } = lock
  try {
    return await derive(typed, Buffer.from(salt, 'base64'), KEY_BYTES, { N: n, r, p, maxmem: 2 * 128 * n * r })
  } catch (thrown) {
    throw new AppError('SECRETS_LOCKED', { reason: 'secrets.keyNotMade' }, { cause: thrown })
  }
}
