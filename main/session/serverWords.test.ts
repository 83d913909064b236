import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Launch } from '../../shared/domain/server'
import type { AppError } from '../../shared/errors/appError'
import {
  answeringCalls,
  httpServer,
  legacyServer,
  sendEvent,
  sendJson,
  startEvents,
  type Received,
} from '../connections/testing/httpServer'
import { modernHttp } from '../connections/testing/modernHttp'
import { define, failureOf, serverId, testPool } from '../connections/testing/poolFixture'

// What stands on a server's paper is what that server wrote: no text of the library, of Node, of OpenSSL or of Parley.

const startFailure = async (launch: Launch): Promise<AppError> => {
  await using test = testPool([define('remote', launch)])
  return await failureOf(test.pool.start(serverId('remote')))
}

const refuse =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  ({ response }: Received): void => {
    response.writeHead(status, headers)
    response.end(body)
  }
const page = { 'content-type': 'text/html; charset=utf-8' }
const json = { 'content-type': 'application/json' }

const refusals: readonly (readonly [what: string, answer: (received: Received) => void, reason: unknown, said: string | undefined])[] = [
  ['403 with a sentence', refuse(403, 'Your plan has no tools'), 'session.forbidden', 'Your plan has no tools'],
  ['500 with JSON', refuse(500, '{"detail":"disk full"}', json), 'session.httpError', '{"detail":"disk full"}'],
  ['500 without a body', refuse(500, ''), 'session.httpError', undefined],
  ['429 with a page', refuse(429, '<h1>Slow down</h1>', page), 'session.tooManyRequests', '<h1>Slow down</h1>'],
  ['a redirect elsewhere', refuse(307, 'Moved', { location: 'https://other.test/mcp?token=1' }), 'session.redirectedTo', undefined],
  ['a page', refuse(200, '<h1>Welcome</h1>', page), 'session.otherContent', undefined],
  ['half of a JSON', refuse(200, '{"jsonrpc":', json), 'transport.notJson', '{"jsonrpc":'],
  ['nothing', refuse(200, '', json), 'transport.emptyAnswer', undefined],
  [
    'a JSON-RPC error at 400',
    ({ message, response }) => sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: 7, message: 'no' } }, 400),
    expect.stringMatching(/^session\.(refused|answeredError)$/),
    'no',
  ],
  [
    'a JSON-RPC error without words',
    ({ message, response }) => sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: 7 } }),
    'session.answeredError',
    undefined,
  ],
]

describe("a server's paper holds its own words", () => {
  it.each([
    ['2025', legacyServer],
    ['2026', modernHttp],
  ] as const)('for what it answers to a call, %s', async (_era, start) => {
    let answer = refusals[0]?.[1]
    await using server = await start(answeringCalls('a', (received) => answer?.(received)))
    await using test = testPool([define('remote', server.launch)])
    await test.pool.start(serverId('remote'))
    const seen: unknown[] = []
    for (const [what, refusal] of refusals) {
      answer = refusal
      const error = await failureOf(test.call('remote', 'a'))
      seen.push([what, error.reason, error.said])
    }
    expect(seen).toEqual(refusals.map(([what, _answer, reason, said]) => [what, reason, said]))
  })

  it.each(refusals.filter(([what]) => !what.startsWith('a JSON-RPC error')))(
    'for what it answers to the greeting: %s',
    async (_what, answer, reason, said) => {
      await using server = await httpServer(answer)
      const error = await startFailure(server.launch)
      expect([error.reason, error.said]).toEqual([reason, said])
    },
  )

  it('for a message that the older transport refuses', async () => {
    await using server = await httpServer((received) => {
      if (received.method === 'POST') return refuse(403, 'Your plan has no tools')(received)
      startEvents(received.response)
      received.response.write('event: endpoint\ndata: /messages\n\n')
      return undefined
    })
    const error = await startFailure({ kind: 'http', url: server.url, headers: {}, transport: 'sse' })
    expect([error.reason, error.said]).toEqual(['session.forbidden', 'Your plan has no tools'])
  })

  it('for a stream that the older transport refuses', async () => {
    await using server = await httpServer(refuse(503, 'Later'))
    const error = await startFailure({ kind: 'http', url: server.url, headers: {}, transport: 'sse' })
    expect([error.reason, error.said, error.params]).toEqual(['session.httpError', undefined, { server: 'remote', status: '503' }])
  })

  it('for an answer in a stream that is no message', async () => {
    await using server = await legacyServer(
      answeringCalls('a', ({ response }) => {
        startEvents(response)
        sendEvent(response, 'ok')
      }),
    )
    await using test = testPool([define('remote', server.launch)])
    await test.pool.start(serverId('remote'))
    const error = await failureOf(test.call('remote', 'a'))
    expect([error.reason, error.said]).toEqual(['transport.noAnswer', undefined])
  })
})

it('names where a server sends, without the secrets of the address', async () => {
  await using server = await httpServer(refuse(308, '', { location: 'https://me:pass@other.test/mcp?token=1' }))
  const error = await startFailure(server.launch)
  expect(error.params).toEqual({ server: 'remote', address: 'https://other.test/mcp' })
})

describe('says why a server cannot be reached, as a fact', () => {
  const why = async (url: string): Promise<unknown> => {
    const error = await startFailure({ kind: 'http', url, headers: {}, transport: 'auto' })
    return [error.reason, error.params?.['why'], error.said]
  }

  it('nobody listens there', async () => {
    const gone = await httpServer(() => undefined)
    await gone[Symbol.asyncDispose]()
    expect(await why(gone.url)).toEqual(['session.unreachableBecause', { id: 'errors.network.refused' }, undefined])
  })

  it('what is there does not encrypt', async () => {
    await using plain = await httpServer(refuse(200, ''))
    expect(await why(plain.url.replace('http:', 'https:'))).toEqual([
      'session.unreachableBecause',
      { id: 'errors.network.notEncrypted' },
      undefined,
    ])
  })

  it('nobody knows who issued its certificate', async () => {
    const files = join(import.meta.dirname, '../net/testing/tls')
    const server = createServer({ key: readFileSync(join(files, 'server.key')), cert: readFileSync(join(files, 'server.pem')) })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await why(`https://127.0.0.1:${port}/mcp`)).toEqual([
      'session.badCertificateBecause',
      { id: 'errors.network.certificateUnknownIssuer' },
      undefined,
    ])
    server.closeAllConnections()
    server.close()
  })
})
