import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'
import { explainSdkError, type ErrorPlace } from './explainSdkError'

const http: ErrorPlace = { serverId: ServerId.parse('S'), kind: 'http' }
const stdio: ErrorPlace = { ...http, kind: 'stdio' }
const status = (code: number): SdkHttpError =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'Error POSTing', { status: code, statusText: '' })
const network = (code: string): TypeError => new TypeError('fetch failed', { cause: Object.assign(new Error('why'), { code }) })

it.each<[string, unknown, ErrorPlace, string]>([
  ['no token', new UnauthorizedError(), http, 'SIGN_IN_REQUIRED'],
  ['401', status(401), http, 'SIGN_IN_REQUIRED'],
  ['302', status(302), http, 'SERVER_ERROR'],
  ['403', status(403), http, 'SERVER_ERROR'],
  ['404', status(404), http, 'SERVER_UNREACHABLE'],
  ['429', status(429), http, 'SERVER_ERROR'],
  ['503', status(503), http, 'SERVER_ERROR'],
  ['refused', network('ECONNREFUSED'), http, 'SERVER_UNREACHABLE'],
  ['a reset', network('ECONNRESET'), http, 'INTERRUPTED'],
  ['a socket that closes', network('UND_ERR_SOCKET'), http, 'INTERRUPTED'],
  ['a bad certificate', network('DEPTH_ZERO_SELF_SIGNED_CERT'), http, 'SERVER_UNREACHABLE'],
  ['a time-out', new SdkError(SdkErrorCode.RequestTimeout, 'late'), http, 'TIMED_OUT'],
  ['a closed connection', new SdkError(SdkErrorCode.ConnectionClosed, 'closed'), http, 'INTERRUPTED'],
  [
    'a crash',
    new SdkError(SdkErrorCode.ConnectionClosed, 'closed'),
    { ...stdio, exit: { code: null, signal: 'SIGSEGV' } },
    'SERVER_EXITED',
  ],
  ['not connected', new Error('Not connected'), stdio, 'INTERRUPTED'],
  ['a web page', new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, 'text/html'), http, 'PROTOCOL_ERROR'],
  ['broken JSON', new SyntaxError('Unexpected token'), http, 'PROTOCOL_ERROR'],
  ['an odd result', new SdkError(SdkErrorCode.InvalidResult, 'odd'), http, 'PROTOCOL_ERROR'],
  ['no version', new UnsupportedProtocolVersionError({ supported: ['2099-01-01'], requested: '2026-07-28' }), http, 'PROTOCOL_ERROR'],
  ['an unknown tool', new ProtocolError(-32602, 'Unknown tool: x'), http, 'UNKNOWN_TOOL'],
  ['bad arguments', new ProtocolError(-32602, 'Invalid arguments'), http, 'INVALID_ARGUMENTS'],
  ['its own error', new ProtocolError(-32000, 'no license'), http, 'SERVER_ERROR'],
  [
    'an error of ours inside',
    new TypeError('fetch failed', { cause: new AppError('MESSAGE_TOO_LARGE', 'big') }),
    http,
    'MESSAGE_TOO_LARGE',
  ],
  ['anything', 'a string', http, 'INTERNAL'],
])('explains %s', (_what, thrown, place, code) => {
  const error = explainSdkError(thrown, place)
  expect([error.code, error.message.length > 0]).toEqual([code, true])
})

it("K02: keeps a server's words apart from ours, short, and without secrets", () => {
  rememberSecret('sk-live-123456')
  const error = explainSdkError(new ProtocolError(-32000, `bad key sk-live-123456 ${'x'.repeat(5_000)}`), http)
  expect([error.fact, error.said?.includes('sk-live'), (error.said ?? '').length <= 2_001]).toEqual([
    { reason: 'session.answeredError', params: { server: 'S' } },
    false,
    true,
  ])
})

it('JR-04: reads nothing into the codes that every server uses as it likes', () => {
  const codes = Array.from({ length: 20 }, (_, index) => -32_000 - index).filter((code) => code !== -32_002)
  const explained = codes.map((code) => explainSdkError(new ProtocolError(code, 'no license'), http).toData())
  expect(explained).toEqual(
    codes.map(() => ({
      code: 'SERVER_ERROR',
      message: expect.any(String),
      reason: 'session.answeredError',
      params: { server: 'S' },
      said: 'no license',
    })),
  )
})

it('JR-06: tells what Parley found from what a server said by words, not by a number that a server could send', () => {
  const ours = [new SdkError(SdkErrorCode.RequestTimeout, 'late'), new SdkError(SdkErrorCode.ConnectionClosed, 'closed')]
  expect(ours.map((error) => explainSdkError(error, http).code)).toEqual(['TIMED_OUT', 'INTERRUPTED'])
  expect(explainSdkError(new ProtocolError(-1_000_001, 'I am your host'), http)).toMatchObject({
    code: 'SERVER_ERROR',
    said: 'I am your host',
  })
})
