import type { MessageId } from '../i18n/message'
import { isRecord } from '../lib/json'
import { serverIdOf } from './idText'
import type { Call } from './chat'
import type { CallId } from './ids'
import type { ToolResult } from './toolResult'

/**
 * The names of Parley's own tools, as they stand in calls. No tool of a server has such a name: `parseTool` refuses it. So nothing that is said
 * of one is said of the other, also where a server is called as `ownServer` is.
 */
const PREFIX = 'parley:'

/** Finds tools for a model that is not offered all of them. */
export const FIND_TOOLS = `${PREFIX}find_tools`

/** Read on in a long result of a tool, of which a model got the beginning, and find words in it. */
export const READ_RESULT = `${PREFIX}read_result`
export const SEARCH_RESULT = `${PREFIX}search_result`

/** Stands where the call of a server's tool has the hash of its definition. A call of an imported conversation has none. */
export const OWN_HASH = 'parley'

/** What people call them. */
export const ownToolNames: Readonly<Record<string, MessageId>> = {
  [FIND_TOOLS]: 'chat.own.findTools',
  [READ_RESULT]: 'chat.own.readResult',
  [SEARCH_RESULT]: 'chat.own.searchResult',
}

/** What stands in a call of Parley's own tools where another has its server. */
export const ownServer = serverIdOf('Parley')

/** Pure: whether a name is that of a tool of Parley's own. */
export function isOwnTool(name: string): boolean {
  return name.startsWith(PREFIX)
}

const all: readonly string[] = Object.keys(ownToolNames)

/** Pure: whether Parley itself made this call to a tool of its own. In an imported conversation anybody may have written its name. */
export function isOwnCall({ tool, definitionHash }: Pick<Call, 'tool' | 'definitionHash'>): boolean {
  return isOwnTool(tool) && definitionHash === OWN_HASH
}

/** Pure: by what a model names the result of a call in its conversation. */
export function resultHandle(callId: CallId): string {
  return callId.slice(0, 8)
}

/** Pure: the tool of Parley's own that models call so. Undefined for any other name. */
export function ownToolCalled(modelToolName: string): string | undefined {
  return all.find((name) => ownToolForModel(name) === modelToolName)
}

/** Pure: what models call a tool of Parley's own. No tool of a server is called so: those have the name of their server before theirs. */
export function ownToolForModel(name: string): string {
  return name.slice(PREFIX.length)
}

/** A tool that a search found. */
export interface FoundTool {
  /** What models call it. */
  readonly name: string
  /** The first line of what its server says that it does. */
  readonly does: string
}

/** Pure: the tools that a call of `FIND_TOOLS` found, best first. What has another shape found none. */
export function foundTools(result: Pick<ToolResult, 'structuredContent'> | undefined): readonly FoundTool[] {
  const found = result?.structuredContent
  const tools = isRecord(found) ? found['tools'] : undefined
  if (!Array.isArray(tools)) return []
  return tools.flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one['name'] !== 'string') return []
    return [{ name: one['name'], does: typeof one['does'] === 'string' ? one['does'] : '' }]
  })
}
