import type { Tool } from '../../shared/domain/catalog'
import type { DataFlowFinding } from '../../shared/domain/dataFlow'
import type { ConversationId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import type { JsonObject } from '../../shared/lib/json'

/** How a tool stands to what the user accepted: `added` came after the server was accepted, `changed` is another one than was accepted. */
export type Standing = 'accepted' | 'added' | 'changed'

/**
 * Where paths lead on this computer once links are followed, by their text. A path that could not be looked up is not in it; the whole
 * is absent where nobody looked, because the server runs elsewhere.
 */
export type RealPaths = ReadonlyMap<string, readonly string[]>

/** What is known of a call when it is decided about. */
export interface RuleContext {
  readonly server: Pick<ServerDefinition, 'id' | 'trusted'>
  readonly tool: Pick<Tool, 'name' | 'hash' | 'annotations'>
  readonly standing: Standing
  /** Absent when rules are tried out. */
  readonly conversationId?: ConversationId
  readonly arguments: JsonObject
  readonly realPaths?: RealPaths
  /** The model that wants it, by its id; absent when rules are tried out. */
  readonly model?: string
  readonly now: number
  /** Set when private data, text from outside and a way out would meet. */
  readonly dataFlow?: DataFlowFinding
}
