import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '../../shared/errors/appError'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** What a sealed value is for. It is authenticated with the value (AES-GCM, additional data): for anything else the value does not open. */
export interface SealedFor {
  /** Different for any two records of any file format. */
  readonly bound: string
  /** What a person knows it by. */
  readonly name: string
}

/** A value that only the key can read, and only as what it was sealed for: nonce, tag and ciphertext in Base64. */
export function seal(key: Uint8Array, { bound }: SealedFor, value: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  cipher.setAAD(Buffer.from(bound))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws {AppError} SECRETS_LOCKED when the key is another one, or somebody changed or moved the record. */
export function unseal(key: Uint8Array, { bound, name }: SealedFor, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(bound))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch (thrown) {
    throw new AppError('SECRETS_LOCKED', { reason: 'secrets.undecryptable', params: { name } }, { cause: thrown })
  }
}
