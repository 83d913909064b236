import { mentionedTools } from '../tools/mentionedTools'
import { toolsInConversation, type ToolOffer } from '../tools/offerTools'
import type { ToolTrace } from '../tools/toolTraces'
import { enabledTools, toolsForModel, type ModelTool, type OfferedTool, type ReadyServer } from '../tools/toolsForModel'
import { findTools } from './findTools'
import type { OwnTool } from './ownTool'

export interface RequestWanted {
  readonly ready: readonly ReadyServer[]
  readonly ofApps: readonly ReadyServer[]
  readonly offer: ToolOffer
  /** Of the messages that the request follows, the first one first. */
  readonly traces: readonly ToolTrace[]
  /** Parley's own tools for long results, where a model got only the beginning of one. */
  readonly forResults: readonly OwnTool[]
}

export interface ToolsOfRequest {
  /** What the request carries: tools of servers and apps, and of Parley's own. */
  readonly listed: readonly OfferedTool[]
  /** Those of servers and apps among them. */
  readonly tools: readonly ModelTool[]
  /** What the model may call then, by its names for it: also what a search finds. */
  readonly callable: ReadonlyMap<string, ModelTool>
  /** The search among all, where not all are listed. */
  readonly search?: OwnTool
}

/** Pure: chooses the tools of a request: all or the first, or those that came up in the conversation and a search among the others. */
export function toolsOfRequest({ ready, ofApps, offer: { searched, most }, traces, forResults }: RequestWanted): ToolsOfRequest {
  if (!searched) {
    const both = [...ready, ...ofApps]
    const { tools } = toolsForModel(both, Math.max(0, most - forResults.length), mentionedTools(traces, both))
    return { listed: [...tools, ...forResults], tools, callable: byName(tools) }
  }
  const all = enabledTools(ready)
  const search = findTools(all)
  const room = Math.max(0, most - 1 - forResults.length)
  const { tools: appsListed } = toolsForModel(ofApps, Math.ceil(room / 2))
  const found = toolsInConversation(traces, byName(all), room - appsListed.length)
  // The tools of apps come and go, so they stand where they change nothing before them.
  const listed = [search, ...found, ...forResults, ...appsListed]
  return { listed, tools: [...found, ...appsListed], callable: byName([...all, ...appsListed]), search }
}

function byName(tools: readonly ModelTool[]): ReadonlyMap<string, ModelTool> {
  return new Map(tools.map((one) => [one.name, one]))
}
