// A raw MCP server of the 2025 era over stdio, without any SDK, whose tools answer in odd ways: `node oddMessages.mjs [MODE]`. It prints
// every message that it receives.
import { createInterface } from 'node:readline'

const [mode = ''] = process.argv.slice(2)
const raw = (text) => process.stdout.write(`${text}\n`)
const send = (message) => raw(JSON.stringify({ jsonrpc: '2.0', ...message }))
const ok = (text = 'ok') => ({ content: [{ type: 'text', text }] })
const deep = (levels) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
const waiting = []

/** How to answer the call with this id, by the name of its tool. */
const answers = {
  plain: (id) => send({ id, result: ok() }),
  'more members': (id) => raw(JSON.stringify({ jsonrpc: '2.0', id, result: ok(), time: 12, trace: { x: 1 } })),
  'null error': (id) => raw(JSON.stringify({ jsonrpc: '2.0', id, result: ok(), error: null })),
  'text id': (id) => send({ id: String(id), result: ok() }),
  'text result': (id) => send({ id, result: 'ok' }),
  'no result': (id) => raw(JSON.stringify({ jsonrpc: '2.0', id })),
  'log lines': (id) => {
    const answer = { jsonrpc: '2.0', id, result: {} }
    raw(JSON.stringify({ level: 'debug', msg: 'sent', body: answer }))
    raw(JSON.stringify({ ...answer, jsonrpc: 'sent as 2.0' }))
    raw(`{"level":"debug","took":NaN,"body":${JSON.stringify(answer)}}`)
    raw('{"jsonrpc":"2.0","id":"of-another","result":{"took":NaN}}')
    send({ id, result: ok() })
  },
  deep: (id) => raw(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"x":${deep(100_000)}}}`),
  'deep elsewhere': (id) => {
    raw(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${deep(100_000)}}}`)
    send({ id, result: ok() })
  },
  twice: (id) => {
    send({ id, result: ok('first') })
    send({ id, result: ok('second') })
    send({ id, error: { code: 1, message: 'third' } })
  },
  strangers: (id) => {
    for (const stranger of [id + 1_000, 'other', -1]) send({ id: stranger, result: ok('not yours') })
    raw('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}')
    for (const token of [id + 1, 'other', null])
      send({ method: 'notifications/progress', params: { progressToken: token, progress: 0.5, message: 'not yours' } })
    send({ id, result: ok('mine') })
  },
  'odd ids': (id) => {
    for (const odd of ['1.5', '{"a":1}', '[1]', 'null', 'true', '9007199254740993', '1e999', '-0'])
      raw(`{"jsonrpc":"2.0","id":${odd},"method":"ping"}`)
    send({ id, result: ok() })
  },
  numbers: (id) =>
    raw(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":1e999,"b":-0,"c":1,"c":2,"d":"\\ud800"}}}`),
  flood: (id) => {
    for (let part = 0; part < 20; part++) raw(Array.from({ length: 1_000 }, () => '{"jsonrpc":"2.0","method":"x/y"}').join('\n'))
    send({ id, result: ok() })
  },
  'progress flood': (id, params) => {
    const { progressToken } = params._meta
    for (let part = 0; part < 20; part++)
      raw(
        Array.from({ length: 1_000 }, (_, index) =>
          JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: part * 1_000 + index } }),
        ).join('\n'),
      )
    send({ id, result: ok() })
  },
  'list flood': (id) => {
    for (let part = 0; part < 10; part++)
      raw(Array.from({ length: 1_000 }, () => '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}').join('\n'))
    send({ id, result: ok() })
  },
  batch: (id) =>
    raw(
      JSON.stringify([
        { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'in a batch' } },
        { jsonrpc: '2.0', id: 'asks', method: 'ping' },
        { jsonrpc: '2.0', id, result: ok('batched') },
      ]),
    ),
  'pings back': async (id) => {
    const answered = new Promise((resolve) => waiting.push(resolve))
    send({ id: 'ping me', method: 'ping' })
    send({ id, result: ok(JSON.stringify(await answered)) })
  },
  /** Cancels a request that is not its own, and one that does not exist. */
  'cancels strangers': (id) => {
    send({ method: 'notifications/cancelled', params: { requestId: id } })
    send({ method: 'notifications/cancelled', params: { requestId: 'nobody' } })
    send({ method: 'notifications/cancelled', params: { requestId: { a: 1 } } })
    send({ method: 'notifications/cancelled' })
    send({ id, result: ok() })
  },
  /** Answers only after a cancellation. */
  late: (id) => waiting.push(() => send({ id, result: ok('too late') })),
}

let calls = 0
createInterface({ input: process.stdin })
  .on('line', (line) => {
    process.stderr.write(`${line}\n`)
    const { id, method, params, result } = JSON.parse(line)
    if (result !== undefined || method === 'notifications/cancelled') return waiting.splice(0).forEach((answer) => answer(result))
    if (id === undefined) return undefined
    if (method === 'initialize') return initialize(id)
    if (method === 'ping' && (mode === 'knows no ping' || (mode === 'hangs' && calls > 0))) return undefined
    if (method === 'ping') return send({ id, result: {} })
    if (method === 'tools/list')
      return send({ id, result: { tools: Object.keys(answers).map((name) => ({ name, inputSchema: { type: 'object' } })) } })
    if (method !== 'tools/call') return send({ id, error: { code: -32601, message: 'Method not found' } })
    calls++
    return answers[params.name](id, params)
  })
  .on('close', () => process.exit(0))

function initialize(id) {
  if (mode === 'refuses') return send({ id, error: { code: -32603, message: 'no license' } })
  if (mode === 'odd greeting') return send({ id, result: { protocolVersion: 5 } })
  const protocolVersion = mode === 'batches' ? '2025-03-26' : '2025-11-25'
  return send({
    id,
    result: { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'odd', version: '1' } },
  })
}
