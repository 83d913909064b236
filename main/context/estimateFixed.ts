import { estimateTokens } from '../../shared/context/estimateTokens'
import type { ServerId } from '../../shared/domain/ids'
import { ownServer } from '../../shared/domain/ownTool'
import { schemaForModel } from '../tools/schemaForModel'
import type { ModelTool, OfferedTool } from '../tools/toolsForModel'

/** A tool object never changes: a server that changes its tools brings others. */
const known = new WeakMap<OfferedTool['tool'], number>()

/** Estimates what a tool takes in each request, in tokens: its name, its description and the schema of its arguments. */
export function estimateTool({ name, tool }: OfferedTool, descriptionBytes: number): number {
  const before = known.get(tool)
  if (before !== undefined) return before
  const description = (tool.description ?? tool.title ?? tool.name).slice(0, descriptionBytes)
  const tokens = estimateTokens(JSON.stringify({ name, description, input_schema: schemaForModel(tool.inputSchema)?.schema }))
  known.set(tool, tokens)
  return tokens
}

/** Pure: sums up what the tools of each server take, in the order of the servers. */
export function toolsByServer(
  tools: readonly (OfferedTool | ModelTool)[],
  tokensOf: (tool: OfferedTool) => number,
): readonly { readonly serverId: ServerId; readonly tokens: number }[] {
  const sums = new Map<ServerId, number>()
  for (const tool of tools) {
    const id = 'server' in tool ? tool.server.id : ownServer
    sums.set(id, (sums.get(id) ?? 0) + tokensOf(tool))
  }
  return Array.from(sums, ([serverId, tokens]) => ({ serverId, tokens }))
}
