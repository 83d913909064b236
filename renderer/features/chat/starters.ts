import { toolHints } from '../../../shared/domain/toolHints'
import type { Tool } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { toolTouchesPrivateData } from '../../../shared/secrets/toolTouchesPrivateData'
import type { ServerCatalog } from '../../rpc/useCatalogs'

/** A sentence for the composer that has the model use a tool of a ready server. Its words are Parley's; only the names come from outside. */
export type Starter =
  /** Asks what the server is good for. */
  | { readonly kind: 'explore'; readonly serverId: ServerId }
  /** Runs a tool that needs nothing. */
  | { readonly kind: 'run'; readonly serverId: ServerId; readonly tool: string }
  /** Has the model ask for what the tool needs. */
  | { readonly kind: 'askMe'; readonly serverId: ServerId; readonly tool: string }

/** A name that can stand in a person's sentence: what MCP allows (2025-11-25, server/tools, "Tool Names"), and short. */
const PLAIN_NAME = /^[\w.-]{1,48}$/

/**
 * Pure: up to three starters. It prefers tools that say that they only read, and a server that is not named yet. What shows signs of private
 * data, such as environment variables or files, is never offered to run at once, and never first. The servers come in their own order, so the
 * sentences stay the same from one new chat to the next.
 */
export function starters(
  catalogs: readonly ServerCatalog[],
  isDisabled: (serverId: ServerId, tool: string) => boolean,
): readonly Starter[] {
  const servers = catalogs
    .map(({ serverId, catalog }) => ({
      serverId,
      tools: catalog.tools.filter(({ name, appOnly }) => appOnly !== true && PLAIN_NAME.test(name) && !isDisabled(serverId, name)),
    }))
    .filter(({ tools }) => tools.length > 0)
  const chosen: Extract<Starter, { readonly tool: string }>[] = []
  const add = (find: (tools: readonly Tool[]) => Tool | undefined, kind: 'run' | 'askMe'): void => {
    const named = new Set(chosen.map(({ serverId }) => serverId))
    const found = servers.flatMap(({ serverId, tools }) => {
      const tool = find(tools)
      return tool ? [{ kind, serverId, tool: tool.name }] : []
    })
    const next = found.find(({ serverId }) => !named.has(serverId)) ?? found[0]
    if (next) chosen.push(next)
  }
  add((tools) => tools.find((tool) => onlyReads(tool) && !needsArguments(tool) && !toolTouchesPrivateData(tool)), 'run')
  add((tools) => {
    const asking = tools.filter(needsArguments)
    const harmless = asking.filter((tool) => !toolTouchesPrivateData(tool))
    return harmless.find(onlyReads) ?? harmless[0] ?? asking.find(onlyReads) ?? asking[0]
  }, 'askMe')
  const named = new Set(chosen.map(({ serverId }) => serverId))
  const explored = servers.find(({ serverId }) => !named.has(serverId)) ?? servers[0]
  if (!explored) return chosen
  const explore = { kind: 'explore', serverId: explored.serverId } as const
  const touchesPrivateData = ({ serverId, tool }: (typeof chosen)[number]): boolean =>
    servers.some((server) => server.serverId === serverId && server.tools.some((one) => one.name === tool && toolTouchesPrivateData(one)))
  return chosen[0] && touchesPrivateData(chosen[0]) ? [explore, ...chosen] : [...chosen, explore]
}

const onlyReads = ({ annotations }: Tool): boolean => toolHints(annotations).readOnly

function needsArguments({ inputSchema }: Tool): boolean {
  const { required } = inputSchema
  return Array.isArray(required) && required.length > 0
}
