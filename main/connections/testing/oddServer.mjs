// A raw MCP server of the 2025 era over stdio, without any SDK, that is odd in one way: `node oddServer.mjs MODE`. Its tool is called `work`.
import { createInterface } from 'node:readline'

const mode = process.argv[2] ?? ''
const raw = (text) => process.stdout.write(`${text}\n`)
const send = (message) => raw(JSON.stringify({ jsonrpc: '2.0', ...message }))
const refuse = (id, error) => send({ id, error })
const words = (text) => ({ content: [{ type: 'text', text }] })
const tool = { name: 'work', inputSchema: { type: 'object' } }
const greeting = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } }
const greets = (more) => ({ greet: { ...greeting, ...more } })
const can = (more) => greets({ capabilities: { tools: {}, ...more } })
const lists = (more) => ({ tools: [{ ...tool, ...more }] })
const says = (result) => ({ work: (id) => send({ id, result }) })
const fails = (error, more) => ({ work: (id) => send({ id, error, ...more }) })
/** Prints lines like these in place of an answer to the greeting. */
const prints = (text) => ({
  initialize: (id) => process.stdout.write(text(JSON.stringify({ jsonrpc: '2.0', id, result: greeting }, null, 1))),
})

/** Does this before each answer to a call, and answers as usual. */
const first = (act) => ({ work: (id) => (act(id), send({ id, result: words('ok') })) })
/** Prints the answer to a call as `change` writes it: one line, or parts that follow each other. */
const writes = (change, text = 'ok') => ({
  work: async (id) => {
    for (const part of [change(JSON.stringify({ jsonrpc: '2.0', id, result: words(text) }))].flat()) {
      process.stdout.write(part)
      await new Promise(setImmediate)
    }
  },
})
const waiting = new Map()
const ask = (id, method, params) =>
  new Promise((resolve) => {
    waiting.set(id, resolve)
    send({ id, method, params })
  })

/** What each mode changes. */
const modes = {
  plain: {},
  'null in _meta': { greet: { ...greeting, _meta: null }, list: { _meta: null }, ...says({ ...words('ok'), _meta: null }) },
  'a progress token of another kind': says({ ...words('ok'), _meta: { progressToken: { a: 1 }, own: 1 } }),
  'null for all that is optional': {
    ...greets({ instructions: null, capabilities: { tools: { listChanged: null }, prompts: null, logging: null } }),
    ...lists({ title: null, description: null, outputSchema: null, annotations: null, icons: null, execution: null }),
    list: { nextCursor: null },
    ...says({ ...words('ok'), isError: null, structuredContent: null }),
  },
  'capabilities as true': can({ tools: true, logging: true, completions: true, tasks: true, experimental: true }),
  'capabilities as lists': can({ tools: [], prompts: [], logging: [], experimental: [] }),
  'no capabilities': greets({ capabilities: null }),
  'experimental members of all kinds': can({ experimental: { x: true, y: null, z: 'on', deep: { a: true } }, extensions: { x: true } }),
  'no server info': greets({ serverInfo: undefined }),
  'a version without quotes': greets({ serverInfo: { name: 'odd', version: 1.2, icons: 'none', websiteUrl: 5 } }),
  'instructions as a list': greets({ instructions: ['be kind'] }),
  'a protocol version that is a number': greets({ protocolVersion: 5 }),
  'no protocol version': greets({ protocolVersion: undefined }),
  'a refusal that names an older version': refusesVersions(['2024-11-05', 'draft']),
  'a refusal that names unknown versions': refusesVersions(['1999-01-01']),
  'pretty-printed JSON': prints((text) => `${text}\n`),
  'a header before each message': prints((text) => `Content-Length: ${text.length}\r\n\r\n${text.replaceAll('\n', '')}`),
  'a word before each message': prints((text) => `INFO ${text.replaceAll('\n', '')}\n`),
  'no version of JSON-RPC': prints((text) => `${text.replace('"jsonrpc": "2.0",', '').replaceAll('\n', '')}\n`),
  silence: { initialize: () => undefined },
  'a closed stdout': { initialize: () => process.stdout.end() },
  'a result that is null': { ping: (id) => send({ id, result: null }), ...says(null) },
  'an error code that is text': fails({ code: 'E_QUOTA', message: 'no more today' }),
  'an error code in quotes': fails({ code: '-32602', message: 'no such city' }),
  'an error that is a text': fails('no more today'),
  'an error whose message is an object': fails({ code: -32000, message: { reason: 'no more today' } }),
  'an error without an id': fails({ code: -32603, message: 'no more today' }, { id: null }),
  'an error and a null result': fails('no more today', { result: null }),
  'content that is a text': says({ content: 'ok' }),
  'content that is one block': says({ content: { type: 'text', text: 'ok' } }),
  'blocks that are texts': says({ content: ['ok', { type: 'text', text: 'and more' }] }),
  'isError as a text': says({ ...words('it broke'), isError: 'true' }),
  'a task beside content': {
    ...can({ tasks: { requests: { tools: { call: {} } }, cancel: {} } }),
    ...lists({ execution: { taskSupport: 'required' } }),
    work: (id) => {
      send({ id, result: { ...words('Task t1 created'), task: { taskId: 't1', status: 'working', ttl: null, pollInterval: 20 } } })
      const goOn = async () => {
        const meta = { 'io.modelcontextprotocol/related-task': { taskId: 't1' } }
        const form = { type: 'object', properties: { name: { type: 'string', title: null } } }
        const answer = await ask('form', 'elicitation/create', { message: 'Who?', requestedSchema: form, mode: null, _meta: meta })
        task = { status: 'completed', result: words(`Hello ${answer.content?.name}`) }
      }
      setTimeout(() => void goOn(), 20)
    },
    'tasks/get': (id) => send({ id, result: { taskId: 't1', status: task.status, ttl: null, pollInterval: 20 } }),
    'tasks/result': (id) => send({ id, result: task.result }),
  },
  'prompts and resources that never come': {
    ...can({ prompts: {}, resources: {} }),
    'prompts/list': () => undefined,
    'resources/list': () => undefined,
    'resources/templates/list': () => undefined,
  },
  'prompts that come late': {
    ...can({ prompts: {} }),
    'prompts/list': (id) => waiting.set('late', () => send({ id, result: { prompts: [{ name: 'hello' }] } })),
    work: (id) => {
      waiting.get('late')?.()
      send({ id, result: words('ok') })
    },
  },
  // What comes with the greeting
  'members that nobody knows': greets({ vendor: { a: 1 }, tools: [], capabilities: { tools: { vendor: 1 }, vendor: { on: true } } }),
  'a greeting twice': {
    initialize: (id) => (send({ id, result: greeting }), send({ id, result: { ...greeting, protocolVersion: '2024-11-05' } })),
  },
  'the oldest version': greets({ protocolVersion: '2024-11-05' }),
  'a version from the future': greets({ protocolVersion: '2031-01-01' }),
  'an empty version': greets({ protocolVersion: '' }),
  'a capability that is a text': can({ tools: 'yes', prompts: 0, resources: '' }),
  'messages before the greeting': {
    initialize: (id) => {
      send({ method: 'notifications/message', params: { level: 'info', data: 'starting' } })
      send({ method: 'notifications/tools/list_changed' })
      send({ id: 'early', method: 'ping' })
      send({ id, result: greeting })
    },
  },
  'a refused greeting': { initialize: (id) => refuse(id, { code: -32603, message: 'no license' }) },
  'a greeting that is a text': { initialize: (id) => send({ id, result: 'hello' }) },
  'a greeting that is a list': { initialize: (id) => send({ id, result: [greeting] }) },
  'a discovery that is empty': { 'server/discover': (id) => send({ id, result: {} }) },
  'a discovery that is a text': { 'server/discover': (id) => send({ id, result: 'hello' }) },
  'a discovery without an answer': { 'server/discover': () => undefined },
  'an end at the discovery': { 'server/discover': () => process.exit(1) },
  'an end at the greeting': { initialize: () => process.exit(3) },
  // What stands between the messages
  'a banner': { initialize: (id) => (raw('Odd server 1.0 running on stdio'), send({ id, result: greeting })) },
  'blank lines': first(() => raw('\n\n\r\n')),
  'log lines': first(() => raw('[INFO] 2026-11-22 called\n{"level":"info","msg":"called"}')),
  'JSON that is no message': first(() => raw('null\n1\n"x"\n[]\n{}\n[[]]')),
  'a byte order mark': writes((text) => `\uFEFF${text}\n`),
  'line ends of Windows': writes((text) => `${text}\r\n`),
  'spaces around': writes((text) => `  \t${text}  \n`),
  'two messages at once': writes(
    (text) => `{"jsonrpc":"2.0","method":"notifications/x"}\n${text}\n{"jsonrpc":"2.0","method":"notifications/y"}\n`,
  ),
  'a byte at a time': writes((text) => [...Buffer.from(`${text}\n`)].map((byte) => Buffer.of(byte))),
  'a letter cut in two': writes(
    (text) => [Buffer.from(`${text}\n`).subarray(0, 60), Buffer.from(`${text}\n`).subarray(60)],
    'ää€🙂'.repeat(4),
  ),
  'bytes that are no UTF-8': writes(
    (text) => Buffer.concat([Buffer.from(text.slice(0, 75)), Buffer.of(0xff, 0xfe), Buffer.from(`${text.slice(75)}\n`)]),
    'x'.repeat(30),
  ),
  'five megabytes on stderr': first(() => process.stderr.write('x'.repeat(5_000_000))),
  'a megabyte of padding': says({ ...words('ok'), _meta: { padding: 'x'.repeat(1_000_000) } }),
  'NaN in an answer': writes((text) => `${text.replace('"ok"', 'NaN')}\n`),
  'half of an answer': writes((text) => `${text.slice(0, -5)}\n`),
  // Answers and requests
  'an answer twice': { work: (id) => (send({ id, result: words('ok') }), send({ id, result: words('again') })) },
  'answers to nothing': first((id) => (send({ id: id + 1000, result: {} }), send({ id: 'x', error: { code: 1, message: 'x' } }))),
  'an id as text': { work: (id) => send({ id: String(id), result: words('ok') }) },
  'notifications that nobody knows': first(
    () => (send({ method: 'notifications/x', params: null }), send({ method: 'x', params: { a: 1 } })),
  ),
  'a request that nobody knows': first(() => send({ id: 's', method: 'odd/thing', params: {} })),
  'params that are a list': first(() => send({ method: 'notifications/message', params: ['a'] })),
  'an answer without a result': { work: (id) => send({ id }) },
  'a result that is a text': says('ok'),
  'a result that is a list': says([{ type: 'text', text: 'ok' }]),
  // Lists of tools
  'tools that are null': { list: { tools: null } },
  'tools that are an object': { list: { tools: { work: tool } } },
  'no tools': { tools: [] },
  'the same tool twice': { tools: [tool, { ...tool, description: 'the second' }] },
  'tools that are none': { tools: [null, 5, 'work', {}, [], tool] },
  'a tool without a name': { tools: [{ inputSchema: { type: 'object' } }, tool] },
  'a tool whose name is empty': { tools: [{ ...tool, name: '' }, tool] },
  'names with odd characters': {
    tools: ['a b', 'a/b', 'ä€🙂', 'a.b:c', '__proto__', 'constructor', 'work'].map((name) => ({ ...tool, name })),
  },
  'a name of 10,000 characters': { tools: [{ ...tool, name: 'x'.repeat(10_000) }, tool] },
  'no input schema': { tools: [{ name: 'work' }] },
  'an input schema that is null': lists({ inputSchema: null }),
  'an input schema that is true': lists({ inputSchema: true }),
  'an input schema without a type': lists({ inputSchema: { properties: { a: { type: 'string' } } } }),
  'an input schema for a list': lists({ inputSchema: { type: 'array' } }),
  'a schema that refers to itself': lists({ inputSchema: { type: 'object', properties: { a: { $ref: '#' } } } }),
  'a schema of draft-04': lists({
    inputSchema: {
      $schema: 'http://json-schema.org/draft-04/schema#',
      type: 'object',
      properties: { a: { minimum: 1, exclusiveMinimum: true } },
    },
  }),
  'nullable of OpenAPI': lists({ inputSchema: { type: 'object', properties: { a: { nullable: true } } } }),
  'a schema of a megabyte': { tools: [{ name: 'large', inputSchema: { type: 'object', description: 'x'.repeat(1_100_000) } }, tool] },
  'an output schema that is true': lists({ outputSchema: true }),
  'descriptions of other kinds': lists({ title: 5, description: ['a'], annotations: 'none', icons: {}, execution: 'yes' }),
  'a cursor that goes round': { list: { nextCursor: 'again' } },
  'a cursor that is empty': { list: { nextCursor: '' } },
  'a cursor that is a number': { list: { nextCursor: 2 } },
  'a list that is refused': { 'tools/list': (id) => refuse(id, { code: -32603, message: 'no tools today' }) },
  'a list that nobody knows': { 'tools/list': (id) => refuse(id, { code: -32601, message: 'Method not found' }) },
  'a list without an answer': { 'tools/list': () => undefined },
  // Results
  'no content': says({}),
  'content that is null': says({ content: null }),
  'a text that is null': says({ content: [{ type: 'text', text: null }] }),
  'a text that is a number': says({ content: [{ type: 'text', text: 5 }] }),
  'a block that nobody knows': says({ content: [{ type: 'hologram', data: 1 }] }),
  'blocks that are null': says({ content: [null, { type: 'text', text: 'ok' }] }),
  'structured content only': { ...lists({ outputSchema: { type: 'object' } }), ...says({ structuredContent: { a: 1 } }) },
  'a picture of another kind': says({ content: [{ type: 'image', data: 'aGk=', mimeType: 'text/html' }] }),
  'a picture that is no Base64': says({ content: [{ type: 'image', data: '%%%', mimeType: 'image/png' }] }),
  'a resource inside a resource': says({ content: [{ type: 'resource', resource: { uri: 'a:b', text: 'ok', resource: { uri: 'c:d' } } }] }),
  'a resource without an address': says({ content: [{ type: 'resource', resource: { text: 'ok' } }] }),
  'numbers beyond all bounds': writes(
    (text) => `${text.replace('"content"', '"structuredContent":{"a":1e999,"b":123456789012345678901234567890},"content"')}\n`,
  ),
  'names that every object has': writes(
    (text) => `${text.replace('"content"', '"__proto__":{"isError":true},"constructor":1,"content"')}\n`,
  ),
}

let task = { status: 'working', result: {} }
const odd = modes[mode]
if (!odd) throw new Error(`There is no mode ${mode}`)

const usual = {
  initialize: (id) => send({ id, result: odd.greet ?? greeting }),
  ping: (id) => send({ id, result: {} }),
  'tools/list': (id) => send({ id, result: { tools: odd.tools ?? [tool], ...odd.list } }),
  'tools/call': (id) => (odd.work ? odd.work(id) : send({ id, result: words('ok') })),
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params, result, error } = JSON.parse(line)
    if (method === undefined) return waiting.get(id)?.(result ?? error)
    if (id === undefined) return undefined
    const answer = odd[method] ?? usual[method]
    return answer ? answer(id, params) : refuse(id, { code: -32601, message: 'Method not found' })
  })
  .on('close', () => process.exit(0))

function refusesVersions(supported) {
  return {
    initialize: (id, { protocolVersion }) =>
      supported.includes(protocolVersion)
        ? send({ id, result: { ...greeting, protocolVersion } })
        : refuse(id, { code: -32602, message: 'Unsupported protocol version', data: { supported, requested: protocolVersion } }),
  }
}
