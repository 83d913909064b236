import { ENDPOINT_CHARACTERS, TelemetryEndpoint } from '../../shared/domain/telemetry/telemetry'
import { AppError } from '../../shared/errors/appError'
import { isUnencrypted } from '../../shared/lib/isUnencrypted'

/**
 * Pure: why nothing is sent to an address; undefined if it may be. It is encrypted or on this computer, and carries no credentials, which a
 * header's secret is for. The message does not repeat them.
 * @param part 'base': a path for each signal follows it, so that it has no query.
 */
export function endpointFault(address: string, part: 'base' | 'whole' = 'base'): AppError | undefined {
  if (address.length > ENDPOINT_CHARACTERS)
    return new AppError('INVALID_INPUT', { reason: 'telemetry.longAddress', params: { most: ENDPOINT_CHARACTERS } })
  const url = URL.parse(address)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username !== '' || url.password !== '' || hasMark(url, part))
    return new AppError('INVALID_INPUT', { reason: 'telemetry.badAddress' })
  // The settings hold nothing else.
  if (part === 'base' && !TelemetryEndpoint.safeParse(address).success)
    return new AppError('INVALID_INPUT', { reason: 'telemetry.badAddress' })
  if (!isUnencrypted(url)) return undefined
  return new AppError('INVALID_INPUT', { reason: 'telemetry.notEncrypted', params: { address: url.origin } })
}

/** A mark without anything behind it counts too: a path that is added behind it would be part of a query or a fragment. */
function hasMark({ href }: URL, part: 'base' | 'whole'): boolean {
  return href.includes('#') || (part === 'base' && href.includes('?'))
}
