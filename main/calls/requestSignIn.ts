import { AppError } from '../../shared/errors/appError'
import type { ActiveCall } from './activeCall'
import { askerOf } from './askerOf'
import type { AuthRefusal } from '../transport/authRefusal'
import type { ProtocolSession } from '../session/protocolSession'
import type { ClientFeatures } from '../session/clientFeatures'
import { abortReason } from '../lib/abortReason'

/** After this many sign-ins for one call or one start, another sign-in will not help (2026-07-28, authorization: step-up). */
export const SIGN_INS_IN_VAIN = 3

/**
 * Asks a person to sign in, because the server refused a request of a call. Resolves when the same request may be sent again.
 * @throws {AppError} the refusal when the person declines, or when the server has asked too often.
 */
export async function requestSignIn(
  { session, call, requests }: { readonly session: ProtocolSession; readonly call: ActiveCall; readonly requests: ClientFeatures },
  refusal: AuthRefusal,
): Promise<void> {
  if (++call.signIns > SIGN_INS_IN_VAIN) throw tooManySignIns(session, refusal)
  // The request waits for this session, so health checks must not end it meanwhile.
  session.signInsOpen++
  try {
    const ended = call.questionsEnd()
    const answer = await call.whileAsking(() => requests.signIn(askerOf(session.serverId, [call]), refusal, ended))
    if (ended.aborted) throw abortReason(ended)
    if (answer === 'notNow') throw refusal
  } finally {
    session.signInsOpen--
  }
}

/** Pure: the error for a server that refuses again after every sign-in. */
export function tooManySignIns({ serverId }: Pick<ProtocolSession, 'serverId'>, refusal: AuthRefusal): AppError {
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
