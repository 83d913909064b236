import type { Asker } from '../../shared/domain/question'
import type { AuthRefusal } from '../transport/sessionAuth'

/** What a server may ask of a person, answered by the brokers. Each rejects with an AppError when the answer is no. */
export interface ClientFeatures {
  elicit(asker: Asker, params: unknown, signal: AbortSignal): Promise<unknown>
  /** A page was opened that a call waits for: go on at once, or give up; 'withdrawn' when the signal ends it. */
  awaitPage(asker: Asker, params: unknown, signal: AbortSignal): Promise<'goOn' | 'stop' | 'withdrawn'>
  sample(asker: Asker, params: unknown, signal: AbortSignal): Promise<unknown>
  /** `inCall` when a 2026 call waits for it: then it is a question; otherwise it is answered at once with what was chosen. */
  listRoots(asker: Asker, inCall: boolean, signal: AbortSignal): Promise<readonly SharedRoot[]>
  /** A request was refused until a person signs in, or agrees to more rights. Resolves when they have, or will not. */
  signIn(asker: Asker, refusal: AuthRefusal, signal: AbortSignal): Promise<'signedIn' | 'notNow'>
}

export interface SharedRoot {
  readonly uri: string
  readonly name?: string
}
