import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { TelemetryOn } from '../../shared/domain/telemetry/telemetry'
import { testTelemetry } from './testTelemetry'

async function collector(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { 'content-type': type, authorization } = request.headers
      seen.push([request.method, request.url, type, authorization, body.toString()].join(' '))
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    seen,
    endpoint: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const on = (endpoint: string, change: Partial<TelemetryOn> = {}): TelemetryOn => ({
  state: 'on',
  endpoint,
  protocol: 'http/json',
  signals: { traces: true, metrics: false, logs: true },
  content: false,
  headers: { authorization: 'Bearer abc' },
  setBy: 'settings',
  ...change,
})
const tools = { fetch, now: () => 7 }
const { signal } = new AbortController()

it('sends nothing but an empty request for each signal that is on, with the headers', async () => {
  await using one = await collector((_, response) => response.end('{}'))
  expect(await testTelemetry(on(`${one.endpoint}/in/`), tools, signal)).toEqual([{ signal: 'traces' }, { signal: 'logs' }])
  expect(one.seen.toSorted()).toEqual([
    'POST /in/v1/logs application/json Bearer abc {"resourceLogs":[]}',
    'POST /in/v1/traces application/json Bearer abc {"resourceSpans":[]}',
  ])
})

it('sends an empty message where protobuf is wanted', async () => {
  await using one = await collector((_, response) => response.end())
  const signals = { traces: true, metrics: false, logs: false }
  await testTelemetry(on(one.endpoint, { protocol: 'http/protobuf', signals }), tools, signal)
  expect(one.seen).toEqual(['POST /v1/traces application/x-protobuf Bearer abc '])
})

it('says of each signal why it did not arrive', async () => {
  await using one = await collector((request, response) => {
    response.statusCode = request.url === '/v1/traces' ? 401 : 200
    response.end()
  })
  expect(await testTelemetry(on(one.endpoint), tools, signal)).toEqual([
    { signal: 'traces', failure: { reason: 'refused', status: 401, at: 7 } },
    { signal: 'logs' },
  ])
  expect(await testTelemetry(on('http://127.0.0.1:9'), tools, signal)).toMatchObject([
    { failure: { reason: 'unreachable' } },
    { failure: { reason: 'unreachable' } },
  ])
})

it('K16: takes no header to another address than the one that was set', async () => {
  await using other = await collector((_, response) => response.end())
  await using one = await collector((_, response) => response.writeHead(307, { location: other.endpoint }).end())
  expect(await testTelemetry(on(one.endpoint), tools, signal)).toMatchObject([
    { failure: { reason: 'refused', status: 307 } },
    { failure: { reason: 'refused', status: 307 } },
  ])
  expect(other.seen).toEqual([])
})

it('ends when the person leaves the page', async () => {
  await using one = await collector(() => undefined)
  const leaving = new AbortController()
  const test = testTelemetry(on(one.endpoint), tools, leaving.signal)
  await expect.poll(() => one.seen.length).toBe(2)
  leaving.abort()
  await expect(test).rejects.toThrow('abort')
})

it('asks nobody while telemetry is off', async () => {
  expect(await testTelemetry({ state: 'off', why: 'notSet' }, tools, signal)).toEqual([])
})
