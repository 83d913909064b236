import { ProtocolError, ProtocolErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import type { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { refusalIn } from './explainSdkError'
import { refusesVersion, type Spoken } from './refusesVersion'

// Pure: what a server says when it refuses a request, and which versions it names then.

/** The JSON-RPC error in a failure, also where it came with an HTTP status. */
export function refusalOf(thrown: unknown): ProtocolError | undefined {
  const refusal = thrown instanceof SdkHttpError ? refusalIn(thrown) : thrown
  return refusal instanceof ProtocolError ? refusal : undefined
}

/** The versions that a server names beside its refusal (2026-07-28, versioning: `data.supported`). */
export function versionsNamed({ data }: ProtocolError): readonly string[] {
  const supported = isRecord(data) ? data['supported'] : undefined
  return Array.isArray(supported) ? supported.filter((version) => typeof version === 'string') : []
}

/**
 * The versions that a server names while it refuses the version of a request (UnsupportedProtocolVersion); empty if it names none, undefined
 * if it refused something else or nothing. Such a request has not run.
 */
export function readVersionRefusal({ cause }: Pick<AppError, 'cause'>, spoken: Spoken): readonly string[] | undefined {
  const refusal = refusalOf(cause)
  if (refusal?.code !== ProtocolErrorCode.UnsupportedProtocolVersion) return undefined
  const theirs = versionsNamed(refusal)
  return refusesVersion(theirs, spoken) ? theirs : undefined
}
