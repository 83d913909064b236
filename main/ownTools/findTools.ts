import * as z from 'zod'
import { FIND_TOOLS, OWN_HASH, ownToolForModel } from '../../shared/domain/ownTool'
import { JsonObject } from '../../shared/lib/jsonSchema'
import { replaceUnsafe } from '../../shared/lib/unsafeCharacters'
import { KeptToolIndex, type FindableTool } from '../toolSearch/toolSearchIndex'
import type { ServerConfig } from '../../shared/domain/server'
import type { OfferedTool } from '../tools/toolsForModel'
import { jsonResult, type OwnTool } from './ownTool'

const QUERIES_MOST = 5
const QUERY_CHARACTERS = 300
/** So many are found. More would cost what the search saves. */
const FOUND = 5
/** So much of a description tells what was found. The definition comes with the next request. */
const TOLD_CHARACTERS = 160
/** So many servers are named. */
const SERVERS_NAMED = 60

const Asked = z.object({ queries: z.array(z.string().min(1).max(QUERY_CHARACTERS)).min(1).max(QUERIES_MOST) })
const inputSchema = JsonObject.parse(z.toJSONSchema(Asked))

/** A tool that can be found. */
export interface SearchedTool extends OfferedTool {
  readonly server: Pick<ServerConfig, 'id'>
}

/** The index of the tools that a turn searched last. */
export type KeptSearch = KeptToolIndex<FindableTool & SearchedTool>

/** Returns one that keeps nothing yet. */
export const keptSearch = (): KeptSearch => new KeptToolIndex()

/**
 * The search among the tools of all servers, for a model that is not offered all of them. Measured (`npm run bench -- tools`): one query
 * of a person's own words finds a third of what three of a model find.
 * @param tools all that can be called
 * @param kept spares the requests of a turn to index the same tools again
 */
export function findTools(tools: readonly SearchedTool[], kept: KeptSearch = keptSearch()): OwnTool {
  return {
    name: ownToolForModel(FIND_TOOLS),
    tool: { name: FIND_TOOLS, description: descriptionOf(tools), inputSchema, hash: OWN_HASH },
    run: async (args) => {
      const { queries } = Asked.parse(args)
      const index = await kept.of(tools.map((one) => ({ ...one, serverId: one.server.id })))
      const found = await index.find(queries, FOUND)
      return jsonResult({
        tools: found.map(({ name, tool }) => ({ name, does: told(tool.description ?? tool.title ?? '') })),
        note: found.length > 0 ? 'From your next step on you can call these.' : 'Nothing was found. Try other words, or one broad word.',
      })
    },
  }
}

function descriptionOf(tools: readonly SearchedTool[]): string {
  const servers = [...new Set(tools.map(({ server }) => server.id))]
  const named = servers.slice(0, SERVERS_NAMED).map((id) => replaceUnsafe(id))
  const more = servers.length > named.length ? [`and ${servers.length - named.length} more`] : []
  return [
    `Finds tools among the ${tools.length} of these servers: ${[...named, ...more].join(', ')}.`,
    'You see only the tools that you have found. Look for one before you say that you cannot do something, and whenever a task needs another one.',
    'Give three short queries that say in different English words what the tool does, for example "create issue", "open a ticket", "report bug".',
  ].join(' ')
}

function told(description: string): string {
  const line = replaceUnsafe(description.slice(0, 4 * TOLD_CHARACTERS))
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > TOLD_CHARACTERS ? `${line.slice(0, TOLD_CHARACTERS - 1)}…` : line
}
