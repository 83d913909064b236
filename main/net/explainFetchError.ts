import { AppError, type ErrorFact } from '../../shared/errors/appError'

/** Translates every error of a request. The result never contains the host's response or the proxy's password. */
export function explainFetchError(thrown: unknown, host: string, proxy?: string): AppError {
  const chain = causes(thrown)
  const ours = chain.find((error) => error instanceof AppError)
  if (ours instanceof AppError) return ours
  if (chain.some(({ name }) => name === 'TimeoutError')) {
    return new AppError('TIMED_OUT', { reason: 'net.timedOut', params: { host } })
  }
  const code = chain.map(codeOf).find((found) => found !== undefined) ?? ''
  const fact =
    proxy === undefined || isAboutServer(code) ? explainCode(code, host) : explainProxy({ code, host, proxy: new URL(proxy).host })
  return new AppError('SERVER_UNREACHABLE', fact, { cause: thrown })
}

function explainCode(code: string, host: string): ErrorFact {
  if (code === '') return { reason: 'net.unreachable', params: { host } }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { reason: 'net.unknownHost', params: { host } }
  return { reason: isAboutServer(code) ? 'net.untrustedCertificate' : 'net.unreachableCode', params: { host, code } }
}

function explainProxy(params: { readonly code: string; readonly host: string; readonly proxy: string }): ErrorFact {
  return { reason: params.code === '' ? 'net.proxyFailed' : 'net.proxyFailedCode', params }
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
