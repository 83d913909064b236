import { expect, it } from 'vitest'
import type { Catalog } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/defaultLimits'
import { legacyServer, sendResult, startEvents, sendEvent, type Received } from '../connections/testing/httpServer'
import { define, failureOf, serverId, testPool } from '../connections/testing/poolFixture'

const KB = 1_024

/** A server with endless pages of tools. The test writes each page. */
async function catalogOf(page: (number: number, received: Received) => void, limits: Partial<Limits>): Promise<Catalog> {
  let pages = 0
  await using server = await legacyServer((received) => {
    if (received.message['method'] !== 'tools/list') return false
    page(++pages, received)
    return true
  })
  await using test = testPool([define('lists', server.launch)], { limits })
  await test.pool.start(serverId('lists'))
  return test.pool.catalog(serverId('lists'))
}

const tool = (number: number, bytes = 0): object => ({
  name: `t${number}`,
  inputSchema: { type: 'object' },
  description: 'x'.repeat(bytes),
})

it.each(['JSON', 'events'])('J14: ends a list of %s whose pages are larger than the limit of bytes, and keeps what came', async (how) => {
  const catalog = await catalogOf(
    (number, { message, response }) => {
      const result = { tools: [tool(number, 100 * KB)], nextCursor: String(number) }
      if (how === 'JSON') return sendResult(response, message['id'], result)
      startEvents(response)
      sendEvent(response, { jsonrpc: '2.0', id: message['id'], result })
      response.end()
    },
    { listBytes: 450 * KB },
  )
  expect([catalog.tools.length, catalog.notices]).toEqual([
    5,
    [{ id: 'errors.catalog.listCutBySize', params: { noun: 'tools', count: 5, megabytes: '0.5' } }],
  ])
})

it('J14: ends a list whose pages come too slowly, and keeps what came', async () => {
  const catalog = await catalogOf(
    (number, { message, response }) => {
      setTimeout(() => sendResult(response, message['id'], { tools: [tool(number)], nextCursor: String(number) }), number === 1 ? 0 : 150)
    },
    { listMs: 1_000 },
  )
  expect([catalog.tools.length >= 1, catalog.notices]).toEqual([
    true,
    [{ id: 'errors.catalog.listSlow', params: { noun: 'tools', count: catalog.tools.length } }],
  ])
})

it('J14: keeps the pages before one that fails', async () => {
  const catalog = await catalogOf((number, { message, response }) => {
    if (number === 3) response.writeHead(500).end()
    else sendResult(response, message['id'], { tools: [tool(number)], nextCursor: String(number) })
  }, {})
  expect([catalog.tools.length, catalog.notices]).toEqual([
    2,
    [{ id: 'errors.catalog.pageFailed', params: { page: 3, noun: 'tools', count: 2 } }],
  ])
})

it('says so when not even the first page comes in time', async () => {
  await using server = await legacyServer(({ message }) => message['method'] === 'tools/list')
  await using test = testPool([define('mute', server.launch)], { limits: { listMs: 200 } })
  const error = await failureOf(test.pool.start(serverId('mute')))
  expect(error).toMatchObject({ code: 'TIMED_OUT', reason: 'catalog.listTimedOut', params: { server: 'mute', noun: 'tools' } })
})
