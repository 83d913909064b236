import { DpopSession, type DpopAlg } from '@modelcontextprotocol/client'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey } from 'jose'
import * as z from 'zod'
import { AppError } from '../../../shared/errors/appError'

const ALGORITHM = 'ES256' satisfies DpopAlg
const Jwk = z.record(z.string(), z.unknown())

/** The key that an account's tokens are bound to (RFC 9449). The private half never leaves the account's sealed record. */
export const DpopKey = z.object({ alg: z.literal(ALGORITHM), publicJwk: Jwk, privateJwk: Jwk })
export type DpopKey = z.infer<typeof DpopKey>

/** A new key pair. Unlike the SDK's own it can be exported, because the vault must keep it beyond this process. */
export async function newDpopKey(): Promise<DpopKey> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return { alg: ALGORITHM, publicJwk: { ...(await exportJWK(publicKey)) }, privateJwk: { ...(await exportJWK(privateKey)) } }
}

/** Signs proofs with the key, and remembers the nonces that servers require (RFC 9449, sections 8 and 9). One per account and process. */
export async function dpopSession(key: DpopKey): Promise<DpopSession> {
  const [publicKey, privateKey] = await Promise.all([imported(key.publicJwk, false), imported(key.privateJwk, false)])
  const thumbprint = await calculateJwkThumbprint(key.publicJwk)
  return DpopSession.create({ keyPair: { alg: key.alg, publicJwk: key.publicJwk, publicKey, privateKey, thumbprint } })
}

async function imported(jwk: DpopKey['publicJwk'], extractable: boolean): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM, { extractable })
  if (key instanceof Uint8Array) throw new AppError('INTERNAL', { reason: 'oauth.keyDamaged' })
  return key
}
