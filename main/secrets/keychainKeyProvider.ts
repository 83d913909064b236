import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { AppError, type ErrorReason } from '../../shared/errors/appError'
import type { KeyProvider } from '../ports'
import { KeychainReply, type KeychainRequest } from './keychainWorkerProtocol'

export interface KeychainKeyOptions {
  /** Absolute path of the compiled worker. */
  readonly worker: string
  /** Tests use another entry. */
  readonly service?: string
  readonly account?: string
  readonly timeoutMs?: number
}

/**
 * The vault's key in the operating system's keychain: Keychain, Credential Manager, or the Secret Service of a Linux desktop. Every call
 * has its own thread and deadline, because a keychain may wait for a person to unlock it.
 */
export function keychainKeyProvider(options: KeychainKeyOptions): KeyProvider {
  const entry = { service: options.service ?? 'Parley', account: options.account ?? 'data-key-v1' }
  const ask = (request: KeychainRequest, signal: AbortSignal): Promise<string | null> =>
    askWorker(options.worker, request, options.timeoutMs ?? defaultLimits.keychainMs, signal)
  return {
    kind: 'keychain',
    load: async (signal) => {
      const text = await ask(entry, signal)
      return text === null ? undefined : keyFrom(text)
    },
    save: async (key, signal) => {
      const text = Buffer.from(key).toString('base64')
      if ((await ask({ ...entry, set: text }, signal)) !== text) {
        throw new AppError('SECRETS_LOCKED', { reason: 'secrets.keychainDidNotKeep' })
      }
    },
  }
}

async function askWorker(path: string, request: KeychainRequest, timeoutMs: number, signal: AbortSignal): Promise<string | null> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const worker = new Worker(path)
  try {
    worker.postMessage(request)
    const [message]: readonly unknown[] = await once(worker, 'message', { signal: AbortSignal.any([signal, deadline]) })
    const reply = KeychainReply.parse(message)
    if (reply.ok) return reply.value
    throw explainKeychainError(reply.message)
  } catch (thrown) {
    if (signal.aborted) throw AppError.from(signal.reason)
    if (deadline.aborted) {
      throw new AppError('SECRETS_LOCKED', { reason: 'secrets.keychainSilent' })
    }
    if (thrown instanceof AppError) throw thrown
    throw new AppError(
      'SECRETS_LOCKED',
      { reason: 'secrets.keychainUnusableHere' },
      {
        said: AppError.from(thrown).message,
        cause: thrown,
      },
    )
  } finally {
    // A hanging keychain call does not block this: it runs in the native module's own thread pool.
    void worker.terminate()
  }
}

function keyFrom(text: string): Uint8Array {
  const key = Buffer.from(text, 'base64')
  if (key.length === 32) return key
  throw new AppError('SECRETS_LOCKED', { reason: 'secrets.keychainForeign' })
}

/** Only the beginning of an error text is examined. */
const CHARACTERS_MOST = 1000
/** The keychain library has one code for every failure, so its text is matched. The first match counts. */
const keychainErrors: readonly (readonly [words: RegExp, reason: ErrorReason])[] = [
  [/dismissed|locked|cancel/i, 'secrets.keychainLocked'],
  [/dbus|d-bus|ServiceUnknown|no such interface|org\.freedesktop/i, 'secrets.keychainMissing'],
]

/** Pure: translates a keychain failure. @param said the text from its library (@napi-rs/keyring) */
function explainKeychainError(said: string): AppError {
  const beginning = said.slice(0, CHARACTERS_MOST)
  const reason = keychainErrors.find(([words]) => words.test(beginning))?.[1] ?? 'secrets.keychainUnusable'
  return new AppError('SECRETS_LOCKED', { reason }, { said })
}
