import { gzipSync } from 'node:zlib'
import { httpServer, legacyServer, sendEvent, sendJson, sendResult, startEvents, type Received, type TestServer } from './httpServer'
import { modernHttp, type ModernOptions } from './modernHttp'

// Servers over Streamable HTTP that are odd in one way each, by name. Their tool `a` answers the text `ok`, unless that is what is odd.

type Answer = (received: Received) => void
/** Returns whether it has answered. */
type Own = (received: Received) => boolean

const ok = { content: [{ type: 'text', text: 'ok' }] }
const answerTo = ({ message }: Received, result: unknown = ok): object => ({ jsonrpc: '2.0', id: message['id'], result })

/** Answers each call this way. */
const toCalls =
  (answer: Answer): Own =>
  (received) => {
    if (received.message['method'] !== 'tools/call') return false
    answer(received)
    return true
  }
/** Answers each notification this way. */
const toNotifications =
  (answer: Answer): Own =>
  (received) => {
    if (received.method !== 'POST' || received.message['id'] !== undefined) return false
    answer(received)
    return true
  }
/** Answers the request for the event stream this way, or that for the end of the session. */
const to =
  (method: 'GET' | 'DELETE', answer: Answer): Own =>
  (received) => {
    if (received.method !== method) return false
    answer(received)
    return true
  }
const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer =>
  ({ response }) => {
    response.writeHead(code, headers)
    response.end(body)
  }
/** The answer as JSON, under these headers. */
const json =
  (headers: Readonly<Record<string, string>>, change: (text: string) => string | Buffer = (text) => text): Answer =>
  (received) => {
    received.response.writeHead(200, headers)
    received.response.end(change(JSON.stringify(answerTo(received))))
  }
/** The answer in an event stream, whose text this writes. */
const events =
  (write: (text: string) => string): Answer =>
  (received) => {
    startEvents(received.response)
    received.response.end(write(JSON.stringify(answerTo(received))))
  }
const plain = { 'content-type': 'application/json' }

async function byteByByte({ response }: Received, text: string): Promise<void> {
  for (const byte of Buffer.from(text)) {
    response.write(Buffer.of(byte))
    await new Promise(setImmediate)
  }
  response.end()
}

/** A legacy server that lives at `/mcp/` and sends everybody there who asks for `/mcp`. */
function movedTo(path: string, code: number): Own {
  return ({ request, response }) => {
    if (request.url === path) return false
    response.writeHead(code, { location: path }).end()
    return true
  }
}

const legacy = (own: Own, session?: string) => () => legacyServer(own, session)
const modern = (own?: Own, options?: ModernOptions) => () => modernHttp(own, options)
const always = (answer: Answer) => () => httpServer(answer)

export const oddHttp: Readonly<Record<string, () => Promise<TestServer>>> = {
  // 2025: how an answer comes
  'JSON with a character set': legacy(toCalls(json({ 'content-type': 'application/json; charset=utf-8' }))),
  'JSON whose type is in capitals': legacy(toCalls(json({ 'content-type': 'APPLICATION/JSON' }))),
  'JSON as text/plain': legacy(toCalls(json({ 'content-type': 'text/plain' }))),
  'JSON without a type': legacy(toCalls(json({}))),
  'JSON with a byte order mark': legacy(toCalls(json(plain, (text) => `\uFEFF${text}`))),
  'JSON over many lines': legacy(toCalls(json(plain, (text) => `\r\n${JSON.stringify(JSON.parse(text), null, 2)}\r\n`))),
  'JSON, compressed': legacy(toCalls(json({ ...plain, 'content-encoding': 'gzip' }, (text) => gzipSync(text)))),
  'JSON, a byte at a time': legacy(
    toCalls((received) => {
      received.response.writeHead(200, plain)
      void byteByByte(received, JSON.stringify(answerTo(received)))
    }),
  ),
  'JSON with 201': legacy(toCalls((received) => sendJson(received.response, answerTo(received), 201))),
  'JSON with the id as text': legacy(
    toCalls((received) => sendJson(received.response, { jsonrpc: '2.0', id: String(received.message['id']), result: ok })),
  ),
  'JSON as a list with one answer': legacy(toCalls((received) => sendJson(received.response, [answerTo(received)]))),
  'JSON with NaN': legacy(toCalls(json(plain, (text) => text.replace('"ok"', 'NaN')))),
  'half of the JSON': legacy(toCalls(json(plain, (text) => text.slice(0, 20)))),
  'an answer that is a number': legacy(toCalls(({ response }) => sendJson(response, 5))),
  'an empty answer': legacy(toCalls(status(200, plain))),
  'a page': legacy(toCalls(status(200, { 'content-type': 'text/html' }, '<h1>Hello</h1>'))),
  'a page without a type': legacy(toCalls(status(200, {}, '<h1>Hello</h1>'))),
  '204 to a call': legacy(toCalls(status(204))),
  'a connection that breaks in the answer': legacy(
    toCalls(({ response }) => {
      response.writeHead(200, { ...plain, 'content-length': '1000' })
      response.write('{"jsonrpc"')
      response.destroy()
    }),
  ),
  'connections that are never kept': legacy(({ response }) => Boolean(response.setHeader('connection', 'close')) && false),
  // 2025: event streams
  'events with CRLF': legacy(toCalls(events((text) => `event: message\r\ndata: ${text}\r\n\r\n`))),
  'events with CR': legacy(toCalls(events((text) => `event: message\rdata: ${text}\r\r`))),
  'events without a name': legacy(toCalls(events((text) => `data: ${text}\n\n`))),
  'events without a space': legacy(toCalls(events((text) => `data:${text}\n\n`))),
  'events with another name beside': legacy(toCalls(events((text) => `event: heartbeat\ndata: {}\n\ndata: ${text}\n\n`))),
  'comments between events': legacy(toCalls(events((text) => `: hello\n\n:\n\ndata: ${text}\n: bye\n\n`))),
  'data over several lines': legacy(toCalls(events((text) => `data: ${text.replace(',', ',\ndata: ')}\n\n`))),
  'an event without data': legacy(toCalls(events((text) => `event: message\n\nid: 1\ndata:\n\ndata: ${text}\n\n`))),
  'events with a byte order mark': legacy(toCalls(events((text) => `\uFEFFdata: ${text}\n\n`))),
  'events with odd fields': legacy(toCalls(events((text) => `retry: soon\nretry: 0\nid: \u0000\nfoo: bar\ndata: ${text}\n\n`))),
  'events, a byte at a time': legacy(
    toCalls((received) => {
      startEvents(received.response)
      void byteByByte(received, `data: ${JSON.stringify(answerTo(received))}\n\n`)
    }),
  ),
  'events whose type is in capitals': legacy(
    toCalls((received) => {
      received.response.writeHead(200, { 'content-type': 'Text/Event-Stream; charset=UTF-8' })
      sendEvent(received.response, answerTo(received))
      received.response.end()
    }),
  ),
  'a stream that goes on after the answer': legacy(
    toCalls((received) => {
      startEvents(received.response)
      sendEvent(received.response, answerTo(received))
      sendEvent(received.response, answerTo(received, { content: [] }))
    }),
  ),
  'a stream that ends without an answer': legacy(
    toCalls(({ response }) => {
      startEvents(response)
      response.end()
    }),
  ),
  'a last event without its empty line': legacy(toCalls(events((text) => `data: ${text}\n`))),
  // 2025: what is around the answers
  '202 with a body': legacy(toNotifications(status(202, plain, '{"ok":true}'))),
  '200 without a body to notifications': legacy(toNotifications(status(200))),
  '204 to notifications': legacy(toNotifications(status(204))),
  'JSON to notifications': legacy(toNotifications(status(200, plain, '{}'))),
  '404 to the event stream': legacy(to('GET', status(404))),
  '400 to the event stream': legacy(to('GET', status(400, plain, '{"error":"no"}'))),
  '500 to the event stream': legacy(to('GET', status(500))),
  'a page as the event stream': legacy(to('GET', status(200, { 'content-type': 'text/html' }, '<h1>Hello</h1>'))),
  'an event stream that ends at once': legacy(to('GET', status(200, { 'content-type': 'text/event-stream' }))),
  '500 to the end of the session': legacy(to('DELETE', status(500)), 'session'),
  'a session id with odd characters': legacy(() => false, '~!@#$%^&*()[]{}|;:,.<>?/'),
  'a session id of 4,000 characters': legacy(() => false, 'x'.repeat(4_000)),
  'a path with a slash behind it, 307': legacy(movedTo('/mcp/', 307)),
  'a path with a slash behind it, 308': legacy(movedTo('/mcp/', 308)),
  'a redirect to another path': legacy(movedTo('/elsewhere', 307)),
  // What refuses
  '401 without a header': always(status(401)),
  '403 with words': always(status(403, {}, 'Not on Sundays')),
  '404 for everything': always(status(404, { 'content-type': 'text/html' }, '<h1>Not found</h1>')),
  '405 for everything': always(status(405)),
  '500 for everything': always(status(500, {}, 'Out of order')),
  'a page for everything': always(status(200, { 'content-type': 'text/html' }, '<h1>Hello</h1>')),
  'an empty JSON for everything': always(status(200, plain, '{}')),
  'nothing for everything': always(status(200, plain)),
  // 2026
  'no resultType': modern(toCalls((received) => sendJson(received.response, answerTo(received)))),
  'a resultType that is null': modern(toCalls((received) => sendJson(received.response, answerTo(received, { ...ok, resultType: null })))),
  'a resultType that nobody knows': modern(
    toCalls((received) => sendJson(received.response, answerTo(received, { ...ok, resultType: 'later' }))),
  ),
  'questions that are none': modern(
    toCalls((received) => sendJson(received.response, answerTo(received, { resultType: 'input_required', inputRequests: null }))),
  ),
  'versions from the future beside ours': modern(undefined, { versions: ['2031-01-01', '2026-07-28'] }),
  'only versions from the future': modern(undefined, { versions: ['2031-01-01'] }),
  'capabilities as true, 2026': modern(undefined, { capabilities: { tools: true, logging: true, extensions: null } }),
  'no server info, 2026': modern((received) => {
    if (received.message['method'] !== 'server/discover') return false
    sendResult(received.response, received.message['id'], {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
    })
    return true
  }),
  'a tool that is null, 2026': modern(undefined, { tools: [{ name: 'a', inputSchema: { type: 'object' }, outputSchema: null }] }),
  'questions of an unknown kind': modern(
    toCalls((received) =>
      sendJson(
        received.response,
        answerTo(received, { resultType: 'input_required', inputRequests: { a: { method: 'odd/ask', params: {} } } }),
      ),
    ),
  ),
  'an answer as a list, 2026': modern(
    toCalls((received) => sendJson(received.response, [answerTo(received, { ...ok, resultType: 'complete' })])),
  ),
}
