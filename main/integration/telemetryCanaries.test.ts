import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { httpServer, sendJson, sendResult } from '../connections/testing/httpServer'
import { offConventions } from '../telemetry/testing/offConventions'
import { OtlpReceiver } from '../telemetry/testing/otlpReceiver'
import { TestHost } from '../testing/testHost'

/** A person, who is in everything here that could name one. */
const PERSON = 'canary-7f3a'
/** Only headers have it. */
const HEADER = 'canary-1c9e'
const serverId = ServerId.parse(`payroll-of-${PERSON}`)
const notes = `file:///home/${PERSON}/notes.txt`
const missing = `file:///home/${PERSON}/missing.txt`

/** A server that has one resource of a person, and names the person in its headers and its errors. */
function personalServer() {
  return httpServer(({ method, message, response }) => {
    const { id } = message
    if (method !== 'POST') return void response.writeHead(405).end()
    if (id === undefined) return void response.writeHead(202).end()
    const complete = (result: object): void =>
      sendResult(response, id, { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result }, { 'x-account': HEADER })
    switch (message['method']) {
      case 'server/discover':
        return complete({ supportedVersions: ['2026-07-28'], capabilities: { resources: {} } })
      case 'resources/list':
        return complete({ resources: [{ uri: notes, name: PERSON }] })
      case 'resources/read':
        if (JSON.stringify(message).includes(notes)) return complete({ contents: [{ uri: notes, text: PERSON }] })
        return sendJson(response, { jsonrpc: '2.0', id, error: { code: -32602, message: `${PERSON} has no such file` } }, 200, {
          'x-account': HEADER,
        })
      default:
        return sendJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }, 404)
    }
  })
}

/** Connects with the server, and reads what it has and what it has not, while all of it is told to the collector. */
async function told(receiver: OtlpReceiver, content: boolean): Promise<void> {
  await using server = await personalServer()
  const entry = { type: 'http', url: server.url, headers: { 'X-Account': HEADER, [`X-${HEADER}`]: '1' } }
  const telemetry = { endpoint: receiver.endpoint, protocol: 'http/json', content, signals: { traces: true, metrics: true, logs: true } }
  await using host = await TestHost.start({
    files: { 'servers.json': { mcpServers: { [serverId]: entry } }, 'settings.json': { telemetry } },
  })
  await host.until('connections.states', (states) => states[serverId]?.phase === 'ready')
  expect((await host.call('resources.read', { serverId, uri: notes })).readAt).toBeGreaterThan(0)
  await expect(host.call('resources.read', { serverId, uri: missing })).rejects.toThrow()
  // They were sent: else nothing here shows anything.
  const reads = server.received.filter(({ message }) => message['method'] === 'resources/read')
  expect(reads.map(({ headers }) => headers['x-account'])).toEqual([HEADER, HEADER])
  await host.call('telemetry.turnOff', {})
  await expect.poll(() => receiver.spans().filter(({ name }) => name === 'resources/read')).toHaveLength(2)
  await expect.poll(() => receiver.metrics().map(({ name }) => name)).toContain('mcp.client.operation.duration')
}

// Catches: an address, a header or a name of a person in a span, its name, its status, or a measurement.
it('without the opt-in nothing tells a server’s headers, the addresses of what is read of it, its words, or what a person calls it', async () => {
  await using receiver = await OtlpReceiver.start()
  await told(receiver, false)
  const reads = receiver.spans().filter(({ name }) => name === 'resources/read')
  const request = {
    'mcp.method.name': 'resources/read',
    'mcp.protocol.version': '2026-07-28',
    'parley.server.id': expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
    'jsonrpc.request.id': expect.any(String) as unknown,
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
  }
  expect(reads.map(({ attributes }) => attributes)).toEqual([
    request,
    { ...request, 'error.type': '-32602', 'rpc.response.status_code': '-32602' },
  ])
  for (const text of [PERSON, HEADER, 'notes.txt', 'missing.txt', 'no such file', '127.0.0.1']) expect(receiver.text).not.toContain(text)
})

it('with the opt-in the person’s name of a server is told, and its headers and addresses still are not', async () => {
  await using receiver = await OtlpReceiver.start()
  await told(receiver, true)
  const names = receiver.spans().map(({ attributes }) => attributes['parley.server.name'])
  expect(new Set(names)).toEqual(new Set([serverId]))
  expect(offConventions(receiver.spans())).toEqual([])
  for (const text of [HEADER, 'notes.txt', 'missing.txt', 'no such file', '127.0.0.1']) expect(receiver.text).not.toContain(text)
})
