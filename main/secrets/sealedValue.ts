import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '../../shared/errors/appError'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * The purpose of a sealed value. It is authenticated with the value (AES-GCM, additional data), so the value opens only for the same
 * purpose.
 */
export interface SealedFor {
  /** Unique for every record of every file format. */
  readonly bound: string
  /** The name that the person knows. */
  readonly name: string
}

/** Encrypts a value for one purpose. The result is nonce, tag and ciphertext in Base64. */
export function seal(key: Uint8Array, { bound }: SealedFor, value: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  cipher.setAAD(Buffer.from(bound))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws {AppError} SECRETS_LOCKED if the key is wrong, or the record was changed or moved */
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
