// A server of the 2025 era that asks for forms, a page to visit, the model, and the folders.
// `node asksUser.ts` speaks stdio, `--http PORT` Streamable HTTP.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Server, type InputRequest, type ServerContext } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { asksOf, tell, toolList } from './lib/askingTools.ts'
import { listen, withSessions } from './lib/serveHttp.ts'

const A_DAY = 24 * 60 * 60 * 1000

function build(): Server {
  const server = new Server({ name: 'asks-user', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools: [...toolList] }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const answers: unknown[] = []
    for (const ask of asksOf(params.name, params.arguments)) answers.push(await sendAsk(context, ask))
    return tell(params.name, answers)
  })
  return server
}

function sendAsk(context: ServerContext, ask: InputRequest): Promise<unknown> {
  // The 2025 era gives each page to visit an id, under which the server could report its completion.
  const params = isPage(ask) ? { ...ask.params, elicitationId: randomUUID() } : ask.params
  return context.mcpReq.send({ method: ask.method, params: { ...params } }, { timeout: A_DAY })
}

function isPage(ask: InputRequest): boolean {
  return ask.method === 'elicitation/create' && ask.params.mode === 'url'
}

const { values } = parseArgs({ options: { http: { type: 'string' } } })
if (values.http === undefined) await build().connect(new StdioServerTransport())
else await listen(Number(values.http), withSessions(build))
