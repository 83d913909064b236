import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import * as z from 'zod'
import { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const KEY_BYTES = 32
const SALT_BYTES = 32

/** How a key is made of a passphrase (scrypt, RFC 7914). It stands in the file that the key opens, since one is of no use without the other. */
export const PassphraseLock = z.object({
  kdf: z.literal('scrypt'),
  // Bounded, so that a file cannot ask for more memory than there is.
  n: z
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  r: z.int().min(1).max(16),
  p: z.int().min(1).max(4),
  salt: z.base64().min(20).max(200),
})
export type PassphraseLock = z.infer<typeof PassphraseLock>

/** A lock with a salt of its own: two files with the same passphrase have different keys. */
export function newPassphraseLock(): PassphraseLock {
  return { kdf: 'scrypt', n: 2 ** 17, r: 8, p: 1, salt: randomBytes(SALT_BYTES).toString('base64') }
}

/** The key that a passphrase makes with a lock; it takes some tenths of a second, and not of the main thread. */
export async function passphraseKey(passphrase: string, lock: PassphraseLock): Promise<Uint8Array> {
  // Keyboards write the same letter in more than one way.
  const typed = passphrase.normalize('NFKC')
  rememberSecret(typed)
  const { n, r, p, salt } = lock
  try {
    return await derive(typed, Buffer.from(salt, 'base64'), KEY_BYTES, { N: n, r, p, maxmem: 2 * 128 * n * r })
  } catch (thrown) {
    throw new AppError('SECRETS_LOCKED', { reason: 'secrets.keyNotMade' }, { cause: thrown })
  }
}
