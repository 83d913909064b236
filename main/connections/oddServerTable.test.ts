import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ToolResult } from '../../shared/domain/toolResult'
import type { Launch } from '../../shared/domain/server'
import { oddHttp } from './testing/oddHttp'
import { define, failureOf, serverId, testPool } from './testing/poolFixture'

// All ways in which a server may be odd, as one table: what is forgiven works, what is not fails with a reason, and nothing waits for ever.
// The ways are in testing/oddServer.mjs (2025, stdio) and testing/oddHttp.ts (both eras, Streamable HTTP).

/** Every wait of a test ends after this, so that a server without an answer fails by Parley's own limit. */
const limits = { connectMs: 9_000, listMs: 4_000, listGraceMs: 100, callQuietMs: 15_000, callTotalMs: 15_000 }

/** What a person would notice: how the start ended, how many tools there are and were set aside, and what the call brought. */
async function outcome(launch: Launch, tool: string): Promise<string> {
  await using test = testPool([define('odd', launch)], { limits })
  const started = await test.pool.start(serverId('odd')).then(() => undefined, failureOfStart)
  if (started !== undefined) return started
  const state = test.pool.states()[serverId('odd')]
  if (state?.phase !== 'ready') return `${state?.phase}`
  const { tools, skipped } = state.offers
  const offers = skipped === 0 && tools > 0 ? '' : `${tools} tools, ${skipped} set aside: `
  const called = test.call('odd', tool)
  return `${offers}${await called.then(brought, failureOfCall)}`
}

const failureOfStart = async (thrown: unknown): Promise<string> => `start ${await failureOfCall(thrown)}`

/** The reason, with the server's own words. */
async function failureOfCall(thrown: unknown): Promise<string> {
  const { reason, said } = await failureOf(Promise.reject(thrown))
  return said === undefined ? String(reason) : `${reason} “${said}”`
}

function brought({ content, isError }: ToolResult): string {
  const blocks = content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`))
  return `${isError ? 'error ' : ''}${blocks.join(' ') || 'nothing'}`
}

/** A row for each way: what works, and what happens otherwise. */
function table(works: readonly string[], otherwise: Readonly<Record<string, string>>): readonly (readonly [mode: string, seen: string])[] {
  return [...works.map((mode) => [mode, 'ok'] as const), ...Object.entries(otherwise)]
}

const stdio = table(
  [
    'members that nobody knows',
    'a greeting twice',
    'the oldest version',
    'a capability that is a text',
    'messages before the greeting',
    'a discovery that is empty',
    'a discovery that is a text',
    'a discovery without an answer',
    'an end at the discovery',
    'a banner',
    'blank lines',
    'log lines',
    'JSON that is no message',
    'a byte order mark',
    'line ends of Windows',
    'spaces around',
    'two messages at once',
    'a byte at a time',
    'five megabytes on stderr',
    'a megabyte of padding',
    'an answer twice',
    'answers to nothing',
    'an id as text',
    'notifications that nobody knows',
    'a request that nobody knows',
    'params that are a list',
    'names with odd characters',
    'an input schema without a type',
    'a schema that refers to itself',
    'a schema of draft-04',
    'nullable of OpenAPI',
    'descriptions of other kinds',
    'a cursor that is empty',
    'a cursor that is a number',
    'numbers beyond all bounds',
    'names that every object has',
  ],
  {
    'a version from the future': 'start session.unknownVersions',
    'an empty version': 'start session.unknownVersions',
    'a refused greeting': 'start session.answeredError “no license”',
    'a greeting that is a text': 'start transport.noAnswer',
    'a greeting that is a list': 'start transport.noAnswer',
    'an end at the greeting': 'start session.exited',
    'a letter cut in two': 'ää€🙂ää€🙂ää€🙂ää€🙂',
    'bytes that are no UTF-8': 'xxxxxxx��xxxxxxxxxxxxxxxxxxxxxxx',
    'NaN in an answer': 'transport.notJson “{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":NaN}]}}”',
    'half of an answer': 'transport.notJson “{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"ok”',
    'an answer without a result': 'transport.noAnswer',
    'a result that is a text': 'transport.noAnswer',
    'a result that is a list': 'transport.noAnswer',
    'tools that are null': 'start catalog.noList',
    'tools that are an object': 'start catalog.noList',
    'no tools': '0 tools, 0 set aside: calls.noTool',
    'the same tool twice': '1 tools, 1 set aside: ok',
    'tools that are none': '1 tools, 5 set aside: ok',
    'a tool without a name': '1 tools, 1 set aside: ok',
    'a tool whose name is empty': '1 tools, 1 set aside: ok',
    'a name of 10,000 characters': '1 tools, 1 set aside: ok',
    'no input schema': '0 tools, 1 set aside: calls.unusableTool',
    'an input schema that is null': '0 tools, 1 set aside: calls.unusableTool',
    'an input schema that is true': '0 tools, 1 set aside: calls.unusableTool',
    'an input schema for a list': '0 tools, 1 set aside: calls.unusableTool',
    'a schema of a megabyte': '1 tools, 1 set aside: ok',
    'an output schema that is true': '0 tools, 1 set aside: calls.unusableTool',
    'a cursor that goes round': '1 tools, 1 set aside: ok',
    'a list that is refused': 'start session.answeredError “no tools today”',
    'a list that nobody knows': 'start session.notOffered “Method not found”',
    'a list without an answer': 'start catalog.listTimedOut',
    'no content': 'nothing',
    'content that is null': 'nothing',
    'a text that is null': 'nothing',
    'a text that is a number': '5',
    'a block that nobody knows': '<unknown>',
    'blocks that are null': '<unknown> ok',
    'structured content only': 'nothing',
    'a picture of another kind': '<image>',
    'a picture that is no Base64': '<image>',
    'a resource inside a resource': '<resource>',
    'a resource without an address': '<unknown>',
  },
)

const http = table(
  [
    'JSON with a character set',
    'JSON whose type is in capitals',
    'JSON with a byte order mark',
    'JSON over many lines',
    'JSON, compressed',
    'JSON, a byte at a time',
    'JSON with 201',
    'JSON with the id as text',
    'JSON as a list with one answer',
    'connections that are never kept',
    'events with CRLF',
    'events with CR',
    'events without a name',
    'events without a space',
    'events with another name beside',
    'comments between events',
    'data over several lines',
    'an event without data',
    'events with a byte order mark',
    'events with odd fields',
    'events, a byte at a time',
    'events whose type is in capitals',
    'a stream that goes on after the answer',
    'a last event without its empty line',
    '202 with a body',
    '200 without a body to notifications',
    '204 to notifications',
    'JSON to notifications',
    '404 to the event stream',
    '400 to the event stream',
    '500 to the event stream',
    'a page as the event stream',
    'an event stream that ends at once',
    '500 to the end of the session',
    'a session id with odd characters',
    'a session id of 4,000 characters',
    'a path with a slash behind it, 307',
    'a path with a slash behind it, 308',
    'a redirect to another path',
    'no resultType',
    'a resultType that is null',
    'versions from the future beside ours',
    'capabilities as true, 2026',
    'no server info, 2026',
    'a tool that is null, 2026',
    'an answer as a list, 2026',
  ],
  {
    'JSON as text/plain': 'session.otherContent',
    'JSON without a type': 'session.notMcp',
    'JSON with NaN': 'transport.notJson “{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":NaN}]}}”',
    'half of the JSON': 'transport.notJson “{"jsonrpc":"2.0","id”',
    'an answer that is a number': 'transport.noAnswer',
    'an empty answer': 'transport.emptyAnswer',
    'a page': 'session.otherContent',
    'a page without a type': 'session.notMcp',
    '204 to a call': 'session.notMcp',
    'a connection that breaks in the answer': 'session.connectionBrokeBecause',
    'a stream that ends without an answer': 'transport.streamEnded',
    '401 without a header': 'start session.wantsSignIn',
    '403 with words': 'start session.forbidden “Not on Sundays”',
    '404 for everything': 'start session.noServerThere “<h1>Not found</h1>”',
    '405 for everything': 'start session.noServerThere',
    '500 for everything': 'start session.httpError “Out of order”',
    'a page for everything': 'start session.otherContent',
    'an empty JSON for everything': 'start transport.noAnswer',
    'nothing for everything': 'start transport.emptyAnswer',
    'a resultType that nobody knows': 'session.unknownResult “{"content":[{"type":"text","text":"ok"}],"resultType":"later"}”',
    'questions that are none': 'transport.noAnswer',
    'only versions from the future': 'start session.unknownVersions',
    'questions of an unknown kind': 'calls.unknownRequest',
  },
)

const script = join(import.meta.dirname, 'testing/oddServer.mjs')

describe.concurrent('over stdio, 2025', () => {
  it.each(stdio)('%s: %s', async (mode, seen) => {
    expect(await outcome({ kind: 'stdio', command: process.execPath, args: [script, mode], env: {} }, 'work')).toBe(seen)
  })
})

it('every way over HTTP is in the table', () => {
  expect(http.map(([mode]) => mode).toSorted()).toEqual(Object.keys(oddHttp).toSorted())
})

describe.concurrent('over HTTP, both eras', () => {
  it.each(http)('%s: %s', async (mode, seen) => {
    await using server = await oddHttp[mode]?.()
    expect(server && (await outcome(server.launch, 'a'))).toBe(seen)
  })
})
