import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '../../shared/errors/appError'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** A value only the key can read, bound to its name: under another name it does not open. */
export function seal(key: Uint8Array, name: string, value: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  cipher.setAAD(boundTo(name))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws {AppError} SECRETS_LOCKED when the key is another one, or somebody changed or moved the record. */
export function unseal(key: Uint8Array, name: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(boundTo(name))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch (thrown) {
    throw new AppError('SECRETS_LOCKED', `The secret “${name}” cannot be decrypted`, {
      hint: 'Its record was changed, or belongs to another key. Enter the secret again.',
      cause: thrown,
    })
  }
}

function boundTo(name: string): Buffer {
  return Buffer.from(`v1:${name}`)
}
