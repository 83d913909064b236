import { validateAuthorizationResponseIssuer } from '@modelcontextprotocol/client'
import type { Callback } from './parseCallback'
import type { PreparedSignIn } from './prepareSignIn'
import { signInFailed, signInRefused } from './signInErrors'

/**
 * The authorization code from the browser's answer. The issuer is checked first (`iss`: RFC 9207, section 2.4; MCP 2026-07-28,
 * authorization response validation). If it is wrong, nothing of the answer is used or shown.
 * @throws {AppError} SIGN_IN_FAILED
 */
export function checkCallback(prepared: PreparedSignIn, callback: Callback): string {
  const { issuer } = prepared.discovered
  checkIssuer(prepared, callback)
  if (callback.error !== undefined) throw refusedThere(issuer, callback)
  if (callback.code === undefined) throw signInRefused({ reason: 'oauth.emptyCallback', params: { issuer } })
  return callback.code
}

function checkIssuer({ discovered: { metadata, issuer } }: PreparedSignIn, { iss }: Callback): void {
  try {
    validateAuthorizationResponseIssuer({
      iss,
      // The issuer as its own metadata writes it. The MCP server may name it with an extra slash.
      expectedIssuer: metadata.issuer,
      issParameterSupported: Reflect.get(metadata, 'authorization_response_iss_parameter_supported') === true,
    })
  } catch (thrown) {
    throw signInFailed('answer', issuer, thrown)
  }
}

function refusedThere(issuer: string, { error, errorDescription }: Callback) {
  const said = [error, errorDescription].filter((part) => part !== undefined).join(': ')
  return signInRefused({ reason: error === 'access_denied' ? 'oauth.refusedThere' : 'oauth.failedThere', params: { issuer } }, { said })
}
