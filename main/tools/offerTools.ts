import type { CallId } from '../../shared/domain/ids'
import type { Tool } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ModelFacts, ToolsForModel } from '../../shared/domain/models/modelProvider'
import { toolAddress, toolsMentioned } from '../../shared/mentions/toolMention'
import type { ToolTrace } from './toolTraces'
import { enabledTools, toolsForModel, type ModelTool, type ReadyServer } from './toolsForModel'

/** How a model gets the tools of the servers. */
export interface ToolOffer {
  /** It gets a search among them, and what it has found. Otherwise it gets all, or the first. */
  readonly searched: boolean
  /** So many in one request. 0 for a model that calls none, which gets none of Parley's own either. */
  readonly most: number
}

/** What decides how a model is offered tools. */
export interface ToolTaker {
  /** It is too small to search well: it gets a short list. */
  readonly small?: boolean
  /**
   * What is known of it: how many tokens a request and its answer may have together, and whether it calls tools. The endpoint of one that does
   * not would refuse a request that has some. Undefined when nobody says.
   */
  readonly facts?: (signal: AbortSignal) => Promise<Pick<ModelFacts, 'context' | 'tools'> | undefined>
}

/** The definitions of tools may take so much of what a request may have. */
const SHARE_OF_CONTEXT = 0.1
/** The context of a model of which nobody says it. */
const USUAL_CONTEXT = 128_000
/** In the mean, for JSON and English. */
const CHARACTERS_PER_TOKEN = 4
/** Definitions of so many tokens are listed whatever the context is: a search would cost more. */
const ALWAYS_LISTED_TOKENS = 1_000

/**
 * Decides whether a model gets all tools or a search among them: the definitions of many take the place of the conversation, and models choose
 * worse among them. A small model gets the first of them, and one that calls no tools gets none.
 * @param hasOthers beside these, there are tools of apps, Parley's own or calls of before
 */
export async function decideOffer(
  ready: readonly ReadyServer[],
  { small = false, facts }: ToolTaker,
  { toolsListed, toolsToModel }: Pick<Limits, 'toolsListed' | 'toolsToModel'>,
  signal: AbortSignal,
  hasOthers = false,
): Promise<ToolOffer> {
  const tools = enabledTools(ready)
  if ((tools.length > 0 || hasOthers) && (await facts?.(signal))?.tools === false) return { searched: false, most: 0 }
  if (small) return { searched: false, most: Math.min(toolsListed, toolsToModel) }
  const tokens = tools.reduce((sum, { tool }) => sum + definitionTokens(tool), 0)
  const fits = async (): Promise<boolean> => tokens <= SHARE_OF_CONTEXT * ((await facts?.(signal))?.context ?? USUAL_CONTEXT)
  const listed = tools.length <= toolsListed && (tokens <= ALWAYS_LISTED_TOKENS || (await fits()))
  return { searched: !listed, most: toolsToModel }
}

/** Returns the tools of the next request to a model, or those among which it searches. */
export async function viewOfOffer(
  ready: readonly ReadyServer[],
  taker: ToolTaker,
  limits: Pick<Limits, 'toolsListed' | 'toolsToModel'>,
  signal: AbortSignal,
): Promise<ToolsForModel> {
  const { searched, most } = await decideOffer(ready, taker, limits, signal)
  return searched ? { ...toolsForModel(ready, Infinity).view, limit: most, searched } : toolsForModel(ready, most).view
}

type Definition = Pick<Tool, 'name' | 'description' | 'inputSchema'>

const sizes = new WeakMap<Definition, number>()

/** About how many tokens a tool costs in each request. A definition does not change, so it is measured once. */
export function definitionTokens(tool: Definition): number {
  const known = sizes.get(tool)
  if (known !== undefined) return known
  const { name, description = '', inputSchema } = tool
  const tokens = Math.ceil((name.length + description.length + JSON.stringify(inputSchema).length) / CHARACTERS_PER_TOKEN)
  sizes.set(tool, tokens)
  return tokens
}

/**
 * Pure: the tools that have come up in a conversation: those that its person named, that a search found and that the model called. In the order
 * in which they came up, so that each request begins as the one before it and the provider's prompt cache holds. If they are too many,
 * the oldest go.
 * @param tools all that can be called, by their names for the model
 * @returns each with the search that brought it up first, where a search did
 */
export function toolsInConversation(
  traces: readonly ToolTrace[],
  tools: ReadonlyMap<string, ModelTool>,
  most: number,
): ReadonlyMap<ModelTool, CallId | undefined> {
  const byAddress = new Map(Array.from(tools.values(), (one) => [toolAddress(one.server.id, one.tool.name), one]))
  const cameUp = new Map<ModelTool, CallId | undefined>()
  const add = (one: ModelTool | undefined, by?: CallId): void => void (one && !cameUp.has(one) && cameUp.set(one, by))
  for (const trace of traces) {
    if ('found' in trace) for (const name of trace.found) add(tools.get(name), trace.by)
    else if ('called' in trace) add(tools.get(trace.called))
    else for (const address of toolsMentioned(trace.said, byAddress)) add(byAddress.get(address))
  }
  return new Map(most > 0 ? [...cameUp].slice(-most) : [])
}
