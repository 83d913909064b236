// A raw MCP server over stdio, without any SDK, that speaks of extensions: `node extensionServer.mjs 2025|2026`. It declares tasks, skills and
// one extension of a vendor. Each tool does one thing with them; the tool `heard` tells what the client declared and answered.
import { createInterface } from 'node:readline'

const [era = '2026'] = process.argv.slice(2)
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })
const complete = (result) => (era === '2026' ? { resultType: 'complete', ...result } : result)
const declared = { 'io.modelcontextprotocol/tasks': {}, 'io.modelcontextprotocol/skills': {}, 'com.example/hologram': { depth: 3 } }
const greeting = { capabilities: { tools: {}, extensions: declared } }
const serverInfo = { name: 'extensions', version: '1' }
const tools = ['notify', 'flood', 'ask', 'foreign', 'task', 'heard'].map((name) => ({ name, inputSchema: { type: 'object' } }))
const task = { taskId: 't1', createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:00Z', ttlMs: 60_000, pollIntervalMs: 10 }

const heard = { claims: undefined, answers: [], asked: [] }

const calls = {
  notify: () => {
    send({ method: 'notifications/com.example/moved', params: { to: [1, 2] } })
    send({ method: 'notifications/tasks', params: task })
    return complete(text('told'))
  },
  flood: () => {
    for (let number = 0; number < 1_000; number++) send({ method: 'com.example/flood', params: { number } })
    return complete(text('flooded'))
  },
  ask: () => {
    for (const method of ['com.example/ask', 'elicitation/create']) send({ id: method, method, params: { question: 'why' } })
    return complete(text('asked'))
  },
  foreign: () => ({ resultType: 'com.example/hologram', layers: ['front', 'back'] }),
  task: () => ({ resultType: 'task', ...task, status: 'working' }),
  heard: () => complete(text(heard)),
}

const methods = {
  initialize: () => ({ protocolVersion: '2025-11-25', ...greeting, serverInfo }),
  'server/discover': () => ({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    ...greeting,
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
  }),
  'tools/list': () => complete({ tools }),
  'skills/list': () => complete({ skills: [] }),
  'tasks/get': () => complete({ ...task, status: 'completed', result: { content: [{ type: 'text', text: 'done in its own time' }] } }),
  'tools/call': ({ name }) => calls[name](),
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params, ...answer } = JSON.parse(line)
    if (method === undefined) return void heard.answers.push({ id, ...answer })
    if (id === undefined) return
    heard.asked.push(method)
    const said = method === 'initialize' ? params.capabilities : params?._meta?.['io.modelcontextprotocol/clientCapabilities']
    heard.claims = said === undefined ? heard.claims : Object.keys(said.extensions ?? {})
    const answers = methods[method]
    if (!answers || (method === 'server/discover' && era === '2025'))
      return send({ id, error: { code: -32601, message: 'Method not found' } })
    send({ id, result: answers(params) })
  })
  .on('close', () => process.exit(0))
