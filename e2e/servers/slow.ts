// A server whose tool continues only when the test allows it: `node slow.ts GATES`. The file `W-n` ends step n of work W.
import { Server, type ServerContext } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { GateFolder } from './lib/gates.ts'

const gates = new GateFolder(process.argv[2] ?? '.')

const server = new Server({ name: 'slow', version: '1.0.0' }, { capabilities: { tools: {} } })
const work = {
  name: 'work',
  description: 'Works in steps',
  inputSchema: {
    type: 'object' as const,
    properties: { name: { type: 'string' }, steps: { type: 'integer' } },
    required: ['name', 'steps'],
  },
  annotations: { readOnlyHint: true },
}
server.setRequestHandler('tools/list', () => ({ tools: [work] }))
server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
  const name = String(params.arguments?.['name'])
  const steps = Number(params.arguments?.['steps'])
  gates.open(`${name}-begun`)
  for (let step = 1; step <= steps; step++) {
    await tellProgress(mcpReq, step, steps)
    await gates.opened(`${name}-${step}`, mcpReq.signal)
    if (mcpReq.signal.aborted) {
      gates.open(`${name}-cancelled`)
      break
    }
  }
  return { content: [{ type: 'text', text: `Work ${name} is done` }] }
})
await server.connect(new StdioServerTransport())

async function tellProgress(mcpReq: ServerContext['mcpReq'], progress: number, total: number): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total, message: `Step ${progress}` } })
}
