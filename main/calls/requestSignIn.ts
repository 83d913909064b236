import { AppError } from '../../shared/errors/appError'
import type { ActiveCall } from './activeCall'
import { askerOf } from './askerOf'
import type { AuthRefusal } from '../transport/sessionAuth'
import type { ProtocolSession } from '../session/protocolSession'
import type { ClientFeatures } from '../session/clientFeatures'
import { stopReason } from '../lib/stopReason'

/** A server that is not content after so many sign-ins for one call, or for one start, will not be (2026-07-28, authorization: step-up). */
export const SIGN_INS_IN_VAIN = 3

/**
 * A request of a call was refused until a person signs in: asks them, and resolves when the same request may be sent again.
 * @throws {AppError} the refusal when they will not, or when the server has asked too often.
 */
export async function requestSignIn(
  { session, call, requests }: { readonly session: ProtocolSession; readonly call: ActiveCall; readonly requests: ClientFeatures },
  refusal: AuthRefusal,
): Promise<void> {
  if (++call.signIns > SIGN_INS_IN_VAIN) throw neverContent(session, refusal)
  // Nobody may take the server for lost meanwhile: the request waits for this very link.
  session.signInsOpen++
  try {
    const ended = call.questionsEnd()
    const answer = await call.whileAsking(() => requests.signIn(askerOf(session.serverId, [call]), refusal, ended))
    if (ended.aborted) throw stopReason(ended)
    if (answer === 'notNow') throw refusal
  } finally {
    session.signInsOpen--
  }
}

/** Pure: what a server is told to be that wants yet another sign-in. */
export function neverContent({ serverId }: Pick<ProtocolSession, 'serverId'>, refusal: AuthRefusal): AppError {
  const { said } = refusal
  return new AppError(
    refusal.code,
    {
      reason: refusal.code === 'RIGHTS_REQUIRED' ? 'calls.rightsInVain' : 'calls.signInsInVain',
      params: { server: serverId, count: SIGN_INS_IN_VAIN },
    },
    { ...(said !== undefined && { said }), cause: refusal },
  )
}
