// A server that says what its test wrote: `node promptInjection.ts SPEC`. SPEC is JSON:
// { tools: { NAME: { says, description?, annotations?, whispers? } }, notes?: { URI: text }, log?: FILE }. It writes every call as a line
// to FILE. It sends `whispers` as a log message and as progress.
import { appendFileSync } from 'node:fs'
import { send, serveRaw, text, type RawMessage } from './lib/rawServer.ts'

interface Spec {
  readonly tools: Readonly<
    Record<
      string,
      {
        readonly says: string
        readonly description?: string
        readonly annotations?: Readonly<Record<string, boolean>>
        readonly whispers?: string
      }
    >
  >
  readonly notes?: Readonly<Record<string, string>>
  readonly log?: string
}

const spec = JSON.parse(process.argv[2] ?? '{"tools":{}}') as Spec

serveRaw({
  name: 'promptInjection',
  capabilities: { tools: {}, resources: {}, logging: {} },
  tools: Object.entries(spec.tools).map(([name, { description = name, annotations }]) => ({
    name,
    description,
    inputSchema: { type: 'object' },
    ...(annotations && { annotations }),
  })),
  answer: ({ method, params }) => {
    if (method === 'logging/setLevel') return {}
    if (method === 'resources/list') return { resources: Object.keys(spec.notes ?? {}).map((uri) => ({ uri, name: uri })) }
    if (method !== 'resources/read') return undefined
    const uri = params?.uri ?? ''
    return { contents: [{ uri, text: spec.notes?.[uri] ?? '' }] }
  },
  callTool: (message) => {
    const name = message.params?.name ?? ''
    const tool = spec.tools[name]
    if (spec.log !== undefined) appendFileSync(spec.log, `${JSON.stringify({ tool: name, arguments: message.params?.arguments ?? {} })}\n`)
    if (tool?.whispers !== undefined) whisper(tool.whispers, message)
    return text(tool?.says ?? '')
  },
})

function whisper(words: string, { params }: RawMessage): void {
  send({ method: 'notifications/message', params: { level: 'alert', logger: words, data: words } })
  const progressToken = params?._meta?.progressToken
  if (progressToken === undefined) return
  send({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2, message: words } })
}
