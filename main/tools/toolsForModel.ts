import type { Tool } from '../../shared/domain/catalog'
import type { ToolsForModel } from '../../shared/domain/models/modelProvider'
import type { ServerConfig } from '../../shared/domain/server'
import { toolAddress, type ToolAddress } from '../../shared/mentions/toolMention'
import { schemaForModel } from './schemaForModel'
import { toolNameForModel } from './toolNameForModel'

/** One server that can be called now, with all its tools in its own order. */
export interface ReadyServer {
  readonly server: ServerConfig
  readonly tools: readonly Tool[]
}

/** What a request to the model says of one tool. */
export interface OfferedTool {
  readonly name: string
  readonly tool: Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema'>
}

/** One tool of a server in a request to the model. */
export interface ModelTool extends OfferedTool {
  readonly server: ServerConfig
  readonly tool: Tool
}

/**
 * Pure: all tools that a model may call, in the order of the servers and of each server's list. A tool for its server's own interface is none,
 * nor one of whose arguments no model can be told.
 */
export function enabledTools(ready: readonly ReadyServer[]): readonly ModelTool[] {
  return ready.flatMap(({ server, tools }) => enabledOf(server, tools).map((tool) => modelTool(server, tool)))
}

function enabledOf(server: ServerConfig, tools: readonly Tool[]): readonly Tool[] {
  return switchedOn(server, tools).filter(isTellable)
}

function switchedOn(server: ServerConfig, tools: readonly Tool[]): readonly Tool[] {
  return tools.filter((tool) => !tool.appOnly && !server.disabledTools.includes(tool.name))
}

function isTellable({ inputSchema }: Tool): boolean {
  return schemaForModel(inputSchema) !== undefined
}

function modelTool(server: ServerConfig, tool: Tool): ModelTool {
  return { name: toolNameForModel(server.id, tool.name), server, tool }
}

/**
 * Pure: returns the tools for a request to the model. They keep the order of the servers and of each server's list, so that the provider's
 * prompt cache stays valid. If there are too many, large servers lose tools first: a server with 5,000 tools does not displace the others.
 * Of its tools, those that the person names come before the others.
 */
export function toolsForModel(
  ready: readonly ReadyServer[],
  limit: number,
  named: ReadonlySet<ToolAddress> = new Set(),
): { readonly tools: readonly ModelTool[]; readonly view: ToolsForModel } {
  const enabled = ready.map(({ server, tools }) => ({ server, tools: enabledOf(server, tools) }))
  const shares = fairShares(
    enabled.map(({ tools }) => tools.length),
    limit,
  )
  const chosen = enabled.map(({ server, tools }, index) => ({
    server,
    tools: firstOf(tools, shares[index] ?? 0, ({ name }) => named.has(toolAddress(server.id, name))),
  }))
  const tools = chosen.flatMap(({ server, tools }) => tools.map((tool) => modelTool(server, tool)))
  const untold = ready.flatMap(({ server, tools }) =>
    switchedOn(server, tools).flatMap((tool) => (isTellable(tool) ? [] : [{ serverId: server.id, tool: tool.name }])),
  )
  const total = enabled.reduce((sum, { tools }) => sum + tools.length, 0)
  return {
    tools,
    view: {
      servers: chosen.map(({ server, tools }) => ({ serverId: server.id, tools: tools.map((tool) => tool.name) })),
      count: tools.length,
      leftOut: total - tools.length,
      limit,
      ...(untold.length > 0 && { untold }),
    },
  }
}

/** Returns so many tools in their order, and first of all those that come before others. */
function firstOf(tools: readonly Tool[], count: number, isFirst: (tool: Tool) => boolean): readonly Tool[] {
  if (tools.length <= count) return tools
  const kept = new Set(tools.filter(isFirst).slice(0, count))
  for (const tool of tools) if (kept.size < count) kept.add(tool)
  return tools.filter((tool) => kept.has(tool))
}

/** If the limit allows it, each server gets all its tools. Otherwise the smallest servers are served first and the rest share evenly. */
function fairShares(wishes: readonly number[], limit: number): readonly number[] {
  const shares = wishes.map(() => 0)
  const bySize = wishes.map((wish, index) => ({ wish, index })).toSorted((one, other) => one.wish - other.wish)
  let left = limit
  bySize.forEach(({ wish, index }, place) => {
    const share = Math.min(wish, Math.ceil(left / (bySize.length - place)))
    shares[index] = share
    left -= share
  })
  return shares
}
