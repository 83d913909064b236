// A library: resources of every kind, templates, completion, prompts, logging, and changes on demand through its tools.
// `node library.ts` speaks the 2025 era over stdio. `--era 2026` selects the other era, and `--http PORT` Streamable HTTP.
// `--ttl MS` sets how long its answers stay fresh.
import { parseArgs } from 'node:util'
import {
  createMcpHandler,
  inputRequired,
  ProtocolError,
  Server,
  type CallToolResult,
  type CompleteResult,
  type GetPromptResult,
  type InputRequest,
  type InputRequiredResult,
  type ReadResourceResult,
  type Resource,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { bookUri, everyKind, genres, LibraryShelf, PNG, words } from './lib/libraryBooks.ts'
import { listen, withSessions } from './lib/serveHttp.ts'

const { values } = parseArgs({ options: { http: { type: 'string' }, era: { type: 'string', default: '2025' }, ttl: { type: 'string' } } })
const modern = values.era === '2026'
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
type Level = (typeof levels)[number]

const shelf = new LibraryShelf()
interface Listener {
  updated(uri: string): Promise<void>
  listChanged(): Promise<void>
}
/** Everyone who receives notifications of changes. */
const listeners = new Set<Listener>()
let listsFail = false

const fresh = { ...(values.ttl !== undefined && { ttlMs: Number(values.ttl), cacheScope: 'private' as const }) }
const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })
const askName: InputRequest = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Who wants to know?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] },
  },
}

const tools: Tool[] = [
  { name: 'change_book', description: 'Makes a new edition of a book', inputSchema: strings({ id: 'dune' }) },
  { name: 'add_book', description: 'Adds a book, which changes the list', inputSchema: strings({ title: 'Persuasion' }) },
  {
    name: 'log',
    description: 'Logs a message, or many',
    inputSchema: strings({ level: 'info', message: 'Hello', logger: '', count: '1' }),
  },
  { name: 'break_lists', description: 'From now on its lists fail, or no longer', inputSchema: strings({ broken: 'yes' }) },
]

function strings(properties: Readonly<Record<string, string>>): Tool['inputSchema'] {
  const schemas = Object.entries(properties).map(([name, value]) => [name, { type: 'string', default: value }])
  return { type: 'object', properties: Object.fromEntries(schemas) }
}

function resources(): Resource[] {
  return [
    ...shelf.books.map(({ id, title, author, genre }): Resource => ({
      uri: bookUri(id),
      name: id,
      title,
      description: `${genre}, by ${author}`,
      mimeType: 'text/markdown',
      size: 60,
      annotations: { audience: ['user', 'assistant'], priority: id === 'dune' ? 1 : 0.2, lastModified: '2026-01-12T15:00:58Z' },
      icons: [{ src: `data:image/png;base64,${PNG}`, mimeType: 'image/png', sizes: ['8x8'] }],
    })),
    { uri: 'library://covers/dune', name: 'cover', title: 'Cover of Dune', mimeType: 'image/png' },
    { uri: 'library://shelf', name: 'shelf', description: 'Two contents in one' },
    { uri: 'library://empty', name: 'empty', description: 'There, and with nothing in it' },
    { uri: 'library://large', name: 'large', mimeType: 'text/plain', size: 400_000 },
    { uri: 'library://members', name: 'members', description: 'Asks who wants to know' },
    { uri: 'file:///etc/hostname', name: 'hostname', description: 'An address of the server’s own, not of this computer' },
    { uri: 'https://library.invalid/catalogue', name: 'catalogue', description: 'An address of the web that the server answers for' },
  ]
}

function read(uri: string, context: ServerContext): ReadResourceResult | InputRequiredResult | Promise<ReadResourceResult> {
  const one = (mimeType: string, text: string): ReadResourceResult => ({ contents: [{ uri, mimeType, text }], ...fresh })
  const book = shelf.find(uri)
  if (book) return one('text/markdown', shelf.textOf(book))
  if (uri === 'library://covers/dune') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }], ...fresh }
  if (uri === 'library://empty') return { contents: [], ...fresh }
  if (uri === 'library://large') return one('text/plain', 'All work and no play. '.repeat(20_000).slice(0, 400_000))
  if (uri === 'file:///etc/hostname' || uri === 'https://library.invalid/catalogue')
    return one('text/plain', 'what the server keeps under this address')
  if (uri === 'library://members') return membersFor(uri, context)
  if (uri === 'library://shelf') {
    return {
      contents: [
        { uri: 'library://shelf/list', mimeType: 'text/plain', text: shelf.books.map(({ title }) => title).join('\n') },
        { uri: 'library://shelf/photo', mimeType: 'image/png', blob: PNG },
      ],
      ...fresh,
    }
  }
  if (/^library:\/\/(?:search|paths)/.test(uri)) return one('text/plain', `You asked for ${uri}`)
  throw new ProtocolError(modern ? -32_602 : -32_002, 'Resource not found', { uri })
}

function membersFor(uri: string, context: ServerContext): ReadResourceResult | InputRequiredResult | Promise<ReadResourceResult> {
  const told = (answer: unknown): ReadResourceResult => ({
    contents: [{ uri, mimeType: 'text/plain', text: `Told ${JSON.stringify(answer)}` }],
    ...fresh,
  })
  if (!modern) return context.mcpReq.send({ method: askName.method, params: { ...askName.params } }).then(told)
  const answer = context.mcpReq.inputResponses?.['who']
  return answer === undefined ? inputRequired({ inputRequests: { who: askName } }) : told(answer)
}

function prompt(name: string, args: Readonly<Record<string, string>>): GetPromptResult {
  if (name === 'every_kind') return { description: 'Every kind of content', messages: everyKind() }
  const author = args['author'] === undefined ? '' : ` by ${args['author']}`
  return {
    description: 'Recommends a book',
    messages: [{ role: 'user', content: { type: 'text', text: `Recommend a ${args['genre'] ?? ''}${author} from the library.` } }],
  }
}

function complete(argument: { name: string; value: string }, chosen: Readonly<Record<string, string>>): CompleteResult {
  const all: Readonly<Record<string, readonly string[]>> = {
    genre: genres,
    author: shelf.books.filter(({ genre }) => !chosen['genre'] || genre === chosen['genre']).map(({ author }) => author),
    id: shelf.books.map(({ id }) => id),
    word: words,
  }
  const found = (all[argument.name] ?? []).filter((value) => value.toLowerCase().startsWith(argument.value.toLowerCase()))
  return { completion: { values: found.slice(0, 100), total: found.length, hasMore: found.length > 100 } }
}

function build(): Server {
  const server = new Server(
    { name: 'library', title: 'The library', version: '1.0.0', websiteUrl: 'https://library.example/' },
    {
      capabilities: {
        tools: {},
        resources: { subscribe: true, listChanged: true },
        prompts: {},
        completions: {},
        logging: {},
      },
      instructions: 'Ask the library for books.',
    },
  )
  let level: Level = 'debug'
  const listed = <T extends object>(list: T): T => {
    if (listsFail) throw new ProtocolError(-32_603, 'The lists are broken')
    return { ...list, ...fresh }
  }
  server.setRequestHandler('tools/list', () => ({ tools, ...fresh }))
  server.setRequestHandler('resources/list', () => listed({ resources: resources() }))
  server.setRequestHandler('resources/templates/list', () =>
    listed({
      resourceTemplates: [
        { uriTemplate: 'library://books/{id}', name: 'book', title: 'A book', mimeType: 'text/markdown' },
        { uriTemplate: 'library://search{?word,tags*}', name: 'search', description: 'Finds a word' },
        { uriTemplate: 'library://paths{/segments*}', name: 'paths' },
      ],
    }),
  )
  server.setRequestHandler('resources/read', ({ params }, context) => read(params.uri, context))
  server.setRequestHandler('prompts/list', () =>
    listed({
      prompts: [
        {
          name: 'recommend',
          title: 'Recommend a book',
          description: 'One that fits the genre',
          arguments: [
            { name: 'genre', description: 'Which kind of book', required: true },
            { name: 'author', description: 'By whom' },
          ],
        },
        { name: 'every_kind', description: 'A message of every kind' },
        { name: 'define', description: 'Explains a word', arguments: [{ name: 'word', required: true }] },
      ],
    }),
  )
  server.setRequestHandler('prompts/get', ({ params }) => prompt(params.name, params.arguments ?? {}))
  server.setRequestHandler('completion/complete', ({ params }) => complete(params.argument, params.context?.arguments ?? {}))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const args = Object.fromEntries(Object.entries(params.arguments ?? {}).map(([name, value]) => [name, String(value)]))
    if (params.name === 'change_book') {
      const uri = shelf.change(args['id'] ?? 'dune')
      await Promise.all([...listeners].map((listener) => listener.updated(uri)))
    }
    if (params.name === 'add_book') {
      shelf.add(args['title'] ?? 'Persuasion')
      await Promise.all([...listeners].map((listener) => listener.listChanged()))
    }
    if (params.name === 'break_lists') listsFail = args['broken'] === 'yes'
    if (params.name === 'log') {
      const envelope: Readonly<Record<string, unknown>> = { ...context.mcpReq.envelope }
      const wanted = modern ? envelope[LOG_LEVEL] : level
      for (let n = 0; n < Number(args['count'] ?? 1); n++) await logTo(context, args, n, wanted)
    }
    return text('Done')
  })
  if (!modern) {
    const followed = new Set<string>()
    server.setRequestHandler('logging/setLevel', ({ params }) => {
      level = params.level
      return {}
    })
    server.setRequestHandler('resources/subscribe', ({ params }) => {
      followed.add(params.uri)
      return {}
    })
    server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      followed.delete(params.uri)
      return {}
    })
    onEach(server, (uri) => followed.has(uri))
  } else if (values.http === undefined) onEach(server, () => true)
  return server
}

/** Notifies the client of a server about every change, until the connection closes. */
function onEach(server: Server, follows: (uri: string) => boolean): void {
  const listener: Listener = {
    updated: (uri) => (follows(uri) ? server.sendResourceUpdated({ uri }) : Promise.resolve()),
    listChanged: () => server.sendResourceListChanged(),
  }
  listeners.add(listener)
  server.onclose = () => listeners.delete(listener)
}

async function logTo(context: ServerContext, args: Readonly<Record<string, string>>, n: number, wanted: unknown): Promise<void> {
  const at = levels.indexOf((args['level'] ?? 'info') as Level)
  if (typeof wanted !== 'string' || at < levels.indexOf(wanted as Level)) return
  const { logger, message = 'Hello' } = args
  await context.mcpReq.notify({
    method: 'notifications/message',
    params: {
      level: levels[at],
      ...(logger && { logger }),
      data: message.startsWith('{') ? JSON.parse(message) : `${message}${n === 0 ? '' : ` ${n}`}`,
    },
  })
}

if (modern && values.http !== undefined) {
  const handler = createMcpHandler(build, { legacy: 'reject' })
  listeners.add({ updated: async (uri) => handler.notify.resourceUpdated(uri), listChanged: async () => handler.notify.resourcesChanged() })
  await listen(Number(values.http), handler.fetch)
} else if (modern) serveStdio(build, { legacy: 'reject' })
else if (values.http !== undefined) await listen(Number(values.http), withSessions(build))
else await build().connect(new StdioServerTransport())
