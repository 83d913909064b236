// A server with an unusual list of tools: `node manyTools.ts pages` (5,000 tools on 100 pages), `loop` (a repeating cursor) or `malformed`.
import { noInput, serveRaw, text, type RawTool } from './lib/rawServer.ts'

const PER_PAGE = 50
const IN_ALL = 5_000

const tool = (number: number): RawTool => ({ name: `tool_${number}`, description: `Tool number ${number}`, inputSchema: noInput })

function page(start: number): unknown {
  const tools = Array.from({ length: PER_PAGE }, (_, index) => tool(start + index))
  const next = start + PER_PAGE
  return { tools, ...(next < IN_ALL && { nextCursor: String(next) }) }
}

const lists: Readonly<Record<string, (cursor: string | undefined) => unknown>> = {
  pages: (cursor) => page(Number(cursor ?? 0)),
  loop: (cursor) => ({ tools: [tool(cursor === 'b' ? 2 : 1)], nextCursor: cursor === 'a' ? 'b' : 'a' }),
  malformed: () => ({ tools: [tool(1), { name: 'broken', inputSchema: { type: 'array' } }, { description: 'No name' }, tool(2)] }),
}

const list = lists[process.argv[2] ?? 'pages'] ?? lists['pages']

serveRaw({
  name: 'many-tools',
  answer: ({ method, params }) => (method === 'tools/list' ? list?.(params?.cursor) : undefined),
  callTool: ({ params }) => text(`${params?.name} was called`),
})
