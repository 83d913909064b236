import { AppError } from '../../shared/errors/appError'

/** The one translation of what a request to a host throws: never with anything that the host sent, or the password of the proxy. */
export function explainNetError(thrown: unknown, host: string, proxy?: string): AppError {
  const chain = causes(thrown)
  const ours = chain.find((error) => error instanceof AppError)
  if (ours instanceof AppError) return ours
  if (chain.some(({ name }) => name === 'TimeoutError')) {
    return new AppError('TIMED_OUT', `${host} took too long to answer`, { hint: 'Check the connection, then try again.' })
  }
  const code = chain.map(codeOf).find((found) => found !== undefined) ?? ''
  const [message, hint] =
    proxy === undefined || isAboutServer(code) ? explainCode(code, host) : explainProxy(code, host, new URL(proxy).host)
  return new AppError('SERVER_UNREACHABLE', message, { hint, cause: thrown })
}

function explainCode(code: string, host: string): readonly [message: string, hint: string] {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return [`There is no ${host} that this computer knows of`, 'Check the connection and the address.']
  if (isAboutServer(code)) {
    return [
      `The certificate of ${host} is not trusted (${code})`,
      'If your organisation has a certificate authority of its own, add it to the certificates of this computer.',
    ]
  }
  return [`${host} cannot be reached${code && ` (${code})`}`, 'Check the connection, then try again.']
}

function explainProxy(code: string, host: string, proxy: string): readonly [message: string, hint: string] {
  return [`${host} cannot be reached through the proxy ${proxy}${code && ` (${code})`}`, 'Check the settings of the proxy.']
}

/** A proxy is trusted by the same certificates, but hardly anybody encrypts the way to one. */
function isAboutServer(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/.test(code)
}

function causes(thrown: unknown): readonly Error[] {
  const found: Error[] = []
  for (let error = thrown; error instanceof Error && found.length < 8; error = error.cause) {
    found.push(error)
    if (error instanceof AggregateError) found.push(...error.errors.filter((inner): inner is Error => inner instanceof Error))
  }
  return found
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
