// Asks the same questions in the 2026 era, as rounds of a call. `node asksUser2026.ts` speaks stdio, `--http PORT` Streamable HTTP.
import { parseArgs } from 'node:util'
import { createMcpHandler, inputRequired, Server, type CallToolResult, type InputRequiredResult } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { asksOf, tell, toolList } from './lib/askingTools.ts'
import { listen } from './lib/serveHttp.ts'

function build(): Server {
  const server = new Server({ name: 'asks-user-2026', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools: [...toolList] }))
  server.setRequestHandler('tools/call', ({ params }, context): CallToolResult | InputRequiredResult => {
    const asks = asksOf(params.name, params.arguments)
    const answers = answersSoFar(context.mcpReq.requestState())
    const latest = context.mcpReq.inputResponses?.['answer']
    if (latest !== undefined) answers.push(latest)
    const next = asks[answers.length]
    // The state contains bytes that a careless host would change. It must come back unchanged.
    return next
      ? inputRequired({ inputRequests: { answer: next }, requestState: JSON.stringify({ answers, mark: ' é\u2028' }) })
      : tell(params.name, answers)
  })
  return server
}

function answersSoFar(state: unknown): unknown[] {
  if (typeof state !== 'string') return []
  const { answers, mark } = JSON.parse(state) as { answers: unknown[]; mark: string }
  if (mark !== ' é\u2028') throw new Error('The state came back changed')
  return answers
}

const { values } = parseArgs({ options: { http: { type: 'string' } } })
if (values.http === undefined) serveStdio(build, { legacy: 'reject' })
else await listen(Number(values.http), createMcpHandler(build, { legacy: 'reject' }).fetch)
