import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import * as z from 'zod'
import { questionPlace } from '../../../main/approvals/questionPlace'
import type { ToolAnnotations } from '../../../shared/domain/catalog'
import { findTools } from '../../../main/ownTools/findTools'
import { definitionTokens } from '../../../main/tools/offerTools'
import { toolNameForModel } from '../../../main/tools/toolNameForModel'
import { foundTools } from '../../../shared/domain/ownTool'
import { ToolSearchIndex, type FindableTool } from '../../../main/toolSearch/toolSearchIndex'
import { JsonObject } from '../../../shared/lib/jsonSchema'
import { ServerId } from '../../../shared/domain/ids'
import { atMost, type Row } from '../row'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'out/toolServers')
const inFolder = (name: string): string => join(root, 'e2e/bench/toolSearch', name)
const STARTS_WITHIN_MS = 60_000
const AT_ONCE = 4
const FIRST = 5
/** Of the 50 needs of a part. */
const GOAL = 48
/** Per cent of the full list. */
const TOKENS_GOAL = 8

const Servers = z.array(
  z.object({ server: ServerId, command: z.array(z.string()), environment: z.record(z.string(), z.string()), tools: z.number() }),
)
type ToolServer = z.infer<typeof Servers>[number]
const Needs = z.array(
  z.object({
    id: z.string(),
    request: z.string(),
    queries: z.array(z.string()),
    part: z.enum(['tune', 'measure']),
    right: z.array(z.string()),
  }),
)
type Need = z.infer<typeof Needs>[number]

/**
 * Measures the search among the tools of some 30 servers: for how many of 50 needs a right tool is among the first five. The part `tune` is for
 * making the search; `measure` is for judging it.
 */
export async function measureTools(): Promise<readonly Row[]> {
  if (!existsSync(join(folder, 'fetched'))) return []
  const tools = await listAll(Servers.parse(JSON.parse(readFileSync(inFolder('servers.json'), 'utf8'))))
  const index = await ToolSearchIndex.build(tools)
  const needs = Needs.parse(JSON.parse(readFileSync(inFolder('needs.json'), 'utf8')))
  const rowsOf = (part: Need['part']) =>
    partRows(
      index,
      tools.length,
      part,
      needs.filter((need) => need.part === part),
    )
  return [...(await rowsOf('tune')), ...(await rowsOf('measure')), await tokensRow(tools, needs), cardsRow(tools)]
}

/** How many tools ask on a card in the conversation, by what they claim and by the names of their arguments: the values of a call are not known here. */
function cardsRow(tools: readonly FindableTool[]): Row {
  const claimed = tools.filter(({ tool }) => tool.annotations?.readOnlyHint === true && tool.annotations.destructiveHint !== true)
  const onCard = claimed.filter(
    ({ serverId, tool }) => questionPlace({ serverId, tool, standing: 'accepted', arguments: {}, noticed: 0 }).place === 'card',
  )
  return {
    measure: `of ${tools.length} tools, those that ask on a card in the conversation`,
    parley: `${onCard.length} tools`,
    comparedWith: `${claimed.length} claim to read only`,
    value: (100 * onCard.length) / tools.length,
    unit: '%',
  }
}

/** A turn that searches asks the model three times: for the search, for the call, for the answer. With the full list it asks twice. */
const STEPS = { searched: 3, listed: 2 } as const
const CHARACTERS_PER_TOKEN = 4

/** What the search costs over a turn, with its definition, its call, its answer and the definitions of what it found, against the full list. */
async function tokensRow(tools: readonly FindableTool[], needs: readonly Need[]): Promise<Row> {
  const named = tools.map(({ serverId, tool }) => ({ name: toolNameForModel(serverId, tool.name), server: { id: serverId }, tool }))
  const byName = new Map(named.map((one) => [one.name, one.tool]))
  const search = findTools(named)
  const listed = STEPS.listed * named.reduce((sum, { tool }) => sum + definitionTokens(tool), 0)
  const costs: number[] = []
  for (const { queries } of needs) {
    const result = await search.run({ queries: queries.slice(0, 5) }, new AbortController().signal)
    const definitions = foundTools(result).reduce((sum, { name }) => sum + tokensOf(byName.get(name)), 0)
    const told = (JSON.stringify({ queries }).length + JSON.stringify(result.structuredContent).length) / CHARACTERS_PER_TOKEN
    costs.push(STEPS.searched * definitionTokens(search.tool) + (STEPS.searched - 1) * (definitions + told))
  }
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length
  return {
    measure: `tokens of a turn that searches among ${tools.length} tools, mean of ${needs.length} needs`,
    parley: `${Math.round(mean).toLocaleString('en')} tokens (most ${Math.round(Math.max(...costs)).toLocaleString('en')})`,
    comparedWith: `the full list in each request ${listed.toLocaleString('en')}`,
    value: (100 * mean) / listed,
    unit: '%',
    goal: atMost(TOKENS_GOAL),
  }
}

const tokensOf = (tool: FindableTool['tool'] | undefined): number => (tool ? definitionTokens(tool) : 0)

async function partRows(
  index: ToolSearchIndex<FindableTool>,
  tools: number,
  part: Need['part'],
  needs: readonly Need[],
): Promise<readonly Row[]> {
  // For some needs no tool does what is asked. They count as not found.
  const answerable = needs.filter(({ right }) => right.length > 0)
  const missed = async (of: (need: Need) => readonly string[]): Promise<readonly Need[]> => {
    const found = await Promise.all(answerable.map((need) => index.find(of(need), FIRST)))
    return answerable.filter(({ right }, at) => !(found[at] ?? []).some(({ serverId, tool }) => right.includes(`${serverId}/${tool.name}`)))
  }
  const byQueries = await missed(({ queries }) => queries)
  const byRequest = await missed(({ request }) => [request])
  if (part === 'tune') for (const { id, request } of byQueries) process.stderr.write(`not found: ${id} ${request}\n`)
  return [
    {
      measure: `search among ${tools} tools, ${part}: needs without a right tool in the first ${FIRST}`,
      parley: `three queries of a model: ${byQueries.length} of ${answerable.length} that a tool answers, ${needs.length - answerable.length} that none does`,
      comparedWith: `people's own words ${byRequest.length}`,
      value: needs.length - answerable.length + byQueries.length,
      unit: 'needs',
      ...(part === 'measure' && { goal: atMost(needs.length - GOAL) }),
    },
  ]
}

function hintsOf({
  readOnlyHint,
  destructiveHint,
}: {
  readonly readOnlyHint?: boolean | undefined
  readonly destructiveHint?: boolean | undefined
}): ToolAnnotations {
  return { ...(readOnlyHint !== undefined && { readOnlyHint }), ...(destructiveHint !== undefined && { destructiveHint }) }
}

/** Starts the servers, a few at a time, and lists their tools. */
async function listAll(servers: readonly ToolServer[]): Promise<readonly FindableTool[]> {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-tools-'))
  try {
    writeFileSync(
      join(home, 'oauth.json'),
      JSON.stringify({ installed: { client_id: 'x', client_secret: 'x', redirect_uris: ['http://127.0.0.1'] } }),
    )
    const waiting = [...servers]
    const found = new Map<string, readonly FindableTool[]>()
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) found.set(next.server, await listTools(next, home))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    return servers.flatMap(({ server }) => found.get(server) ?? [])
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function listTools({ server, command, environment, tools }: ToolServer, home: string): Promise<readonly FindableTool[]> {
  const [script = '', ...args] = command.map((part) => (part === 'HOME' ? home : part))
  const env = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value === 'OAUTH_FILE' ? join(home, 'oauth.json') : value]),
  )
  const client = new Client({ name: 'bench', version: '1.0.0' }, { capabilities: {} })
  const transport = new StdioClientTransport({
    command: process.execPath,
    // Some servers set a global of their own that Node has since version 21.
    args: ['--no-experimental-global-navigator', join(folder, server, 'node_modules', script), ...args],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
    stderr: 'ignore',
  })
  try {
    await client.connect(transport, { timeout: STARTS_WITHIN_MS })
    const listed = await client.listTools()
    if (listed.tools.length !== tools) process.stderr.write(`${server} has ${listed.tools.length} tools, and not ${tools}\n`)
    return listed.tools.map(({ name, title, description, inputSchema, annotations }) => ({
      serverId: server,
      tool: {
        name,
        inputSchema: JsonObject.parse(inputSchema),
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(annotations && { annotations: hintsOf(annotations) }),
      },
    }))
  } catch (thrown) {
    process.stderr.write(`${server} could not be listed: ${String(thrown)}\n`)
    return []
  } finally {
    await client.close()
  }
}
