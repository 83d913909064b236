import type { CallId } from '../../shared/domain/ids'
import { mentionedTools } from '../tools/mentionedTools'
import { toolsInConversation, type ToolOffer } from '../tools/offerTools'
import type { ToolTrace } from '../tools/toolTraces'
import { enabledTools, toolsForModel, type ModelTool, type OfferedTool, type ReadyServer } from '../tools/toolsForModel'
import { findTools, type KeptSearch } from './findTools'
import type { OwnTool } from './ownTool'

export interface RequestWanted {
  readonly ready: readonly ReadyServer[]
  readonly ofApps: readonly ReadyServer[]
  readonly offer: ToolOffer
  /** Of the messages that the request follows, the first one first. */
  readonly traces: readonly ToolTrace[]
  /** Parley's own tools for long results, where a model got only the beginning of one. */
  readonly forResults: readonly OwnTool[]
  /** Searches whose results the request carries, where its provider takes tools into the conversation there. */
  readonly loadsAt?: ReadonlySet<CallId>
  readonly kept?: KeptSearch
}

export interface ToolsOfRequest {
  /** What the request carries: tools of servers and apps, and of Parley's own. */
  readonly listed: readonly OfferedTool[]
  /** Those of servers and apps among them. */
  readonly tools: readonly ModelTool[]
  /** Those of them that the model gets at the result of the search that brought them up, and not before. */
  readonly loaded: ReadonlyMap<CallId, readonly ModelTool[]>
  /** What the model may call then, by its names for it: also what a search finds. */
  readonly callable: ReadonlyMap<string, ModelTool>
  /** The search among all, where not all are listed. */
  readonly search?: OwnTool
}

/** Pure: chooses the tools of a request: all or the first, or those that came up in the conversation and a search among the others. */
export function toolsOfRequest({
  ready,
  ofApps,
  offer: { searched, most },
  traces,
  forResults,
  loadsAt,
  kept,
}: RequestWanted): ToolsOfRequest {
  if (!searched) {
    const both = [...ready, ...ofApps]
    const { tools } = toolsForModel(both, Math.max(0, most - forResults.length), mentionedTools(traces, both))
    return { listed: [...tools, ...(most === 0 ? [] : forResults)], tools, loaded: new Map(), callable: byName(tools) }
  }
  const all = enabledTools(ready)
  const search = findTools(all, kept)
  const room = Math.max(0, most - 1 - forResults.length)
  const { tools: appsListed } = toolsForModel(ofApps, Math.ceil(room / 2))
  const cameUp = toolsInConversation(traces, byName(all), room - appsListed.length)
  const loaded = new Map<CallId, ModelTool[]>()
  const found: ModelTool[] = []
  for (const [tool, by] of cameUp) {
    if (by === undefined || !loadsAt?.has(by)) found.push(tool)
    else loaded.set(by, [...(loaded.get(by) ?? []), tool])
  }
  const later = [...loaded.values()].flat()
  // The tools of apps come and go, so they stand where they change nothing before them. Those that come later are not before anything.
  const listed = [search, ...found, ...forResults, ...appsListed, ...later]
  return { listed, tools: [...found, ...appsListed, ...later], loaded, callable: byName([...all, ...appsListed]), search }
}

function byName(tools: readonly ModelTool[]): ReadonlyMap<string, ModelTool> {
  return new Map(tools.map((one) => [one.name, one]))
}
