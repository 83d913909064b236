import type { Asker } from '../../shared/domain/question'
import type { AuthRefusal } from '../transport/authRefusal'

/** The requests of a server to a person. The brokers answer them. Each method rejects with an AppError when the answer is no. */
export interface ClientFeatures {
  elicit(asker: Asker, params: unknown, signal: AbortSignal): Promise<unknown>
  /**
   * Asks what to do while a page is open that a call waits for: continue at once, or give up. Resolves with 'withdrawn' when the signal
   * aborts.
   */
  awaitPage(asker: Asker, params: unknown, signal: AbortSignal): Promise<'goOn' | 'stop' | 'withdrawn'>
  sample(asker: Asker, params: unknown, signal: AbortSignal): Promise<unknown>
  /** `inCall` is true when a 2026 call waits for the roots. Then a person is asked. Otherwise the answer is the folders chosen so far. */
  listRoots(asker: Asker, inCall: boolean, signal: AbortSignal): Promise<readonly SharedRoot[]>
  /** Asks a person to sign in or to agree to more rights after a refusal. Resolves when they have decided. */
  signIn(asker: Asker, refusal: AuthRefusal, signal: AbortSignal): Promise<'signedIn' | 'notNow'>
}

export interface SharedRoot {
  readonly uri: string
  readonly name?: string
}
