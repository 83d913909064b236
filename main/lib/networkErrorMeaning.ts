import type { ErrorReason } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'

/**
 * What the codes of Node, OpenSSL and undici mean, as `errors.network.NAME`. Their own texts are for programmers ("wrong version number", "try
 * running Node.js with --use-system-ca") and are never shown.
 */
const MEANINGS = {
  ECONNREFUSED: 'errors.network.refused',
  ENOTFOUND: 'errors.network.unknownHost',
  EAI_AGAIN: 'errors.network.hostNotLookedUp',
  EHOSTUNREACH: 'errors.network.noRoute',
  ENETUNREACH: 'errors.network.noRoute',
  EADDRNOTAVAIL: 'errors.network.noRoute',
  ETIMEDOUT: 'errors.network.timedOut',
  UND_ERR_CONNECT_TIMEOUT: 'errors.network.timedOut',
  UND_ERR_HEADERS_TIMEOUT: 'errors.network.timedOut',
  UND_ERR_BODY_TIMEOUT: 'errors.network.timedOut',
  UND_ERR_HEADERS_OVERFLOW: 'errors.network.headersTooLong',
  HPE_HEADER_OVERFLOW: 'errors.network.headersTooLong',
  ECONNRESET: 'errors.network.closed',
  EPIPE: 'errors.network.closed',
  UND_ERR_SOCKET: 'errors.network.closed',
  ERR_SSL_WRONG_VERSION_NUMBER: 'errors.network.notEncrypted',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'errors.network.notEncrypted',
  EPROTO: 'errors.network.notEncrypted',
  CERT_HAS_EXPIRED: 'errors.network.certificateExpired',
  CERT_NOT_YET_VALID: 'errors.network.certificateNotYetValid',
  CERT_REVOKED: 'errors.network.certificateRevoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'errors.network.certificateOfItsOwn',
  SELF_SIGNED_CERT_IN_CHAIN: 'errors.network.certificateUnknownIssuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'errors.network.certificateUnknownIssuer',
  UNABLE_TO_GET_ISSUER_CERT: 'errors.network.certificateUnknownIssuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'errors.network.certificateUnknownIssuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'errors.network.certificateForAnother',
} as const satisfies Readonly<Record<string, `errors.${ErrorReason}`>>

const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const CERTIFICATE_FAULT = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/
/** Codes are words like this one. Whatever else stands in their place is not shown. */
const CODE = /^[A-Z][A-Z0-9_]{1,60}$/

/** Pure: what a code of the network means. One without a meaning in the table is returned as it is: it can be searched for. */
export function networkErrorMeaning(code: string): Message | string | undefined {
  if (isKnown(code)) return { id: MEANINGS[code] }
  return CODE.test(code) ? code : undefined
}

/** Pure: whether a connection in use was closed. The next one may work. */
export function isBrokenConnection(code: string): boolean {
  return BROKEN.has(code)
}

export function isCertificateFault(code: string): boolean {
  return CERTIFICATE_FAULT.test(code)
}

function isKnown(code: string): code is keyof typeof MEANINGS {
  return Object.hasOwn(MEANINGS, code)
}
