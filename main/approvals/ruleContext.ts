import type { Tool } from '../../shared/domain/catalog'
import type { DataFlowFinding } from '../../shared/domain/dataFlow'
import type { ConversationId } from '../../shared/domain/ids'
import type { DialogReason } from '../../shared/domain/question'
import type { ServerConfig } from '../../shared/domain/server'
import type { JsonObject } from '../../shared/lib/json'

/**
 * A tool's relation to what the user accepted: `added` appeared after the server was accepted, `changed` differs from the accepted
 * definition.
 */
export type Standing = 'accepted' | 'added' | 'changed'

/**
 * Real paths on this computer after following links, by the original text. Paths that could not be resolved are missing. The map is absent
 * if the server runs elsewhere and nothing was resolved.
 */
export type RealPaths = ReadonlyMap<string, readonly string[]>

/** Everything known about a call when it is decided. */
export interface RuleContext {
  readonly server: Pick<ServerConfig, 'id' | 'trusted'>
  readonly tool: Pick<Tool, 'name' | 'hash' | 'annotations'>
  readonly standing: Standing
  /** Since when the tool is accepted as it is now, in milliseconds since 1970. Absent where that is not known. */
  readonly acceptedAt?: number
  /** What speaks against believing that the call only reads. It is looked up only where a rule would believe it. */
  readonly readingSign?: () => DialogReason | undefined
  /** Absent in a simulation. */
  readonly conversationId?: ConversationId
  readonly arguments: JsonObject
  readonly realPaths?: RealPaths
  /** The id of the model that requests it; absent in a simulation. */
  readonly model?: string
  readonly now: number
  /** Set if private data, text from outside and a way out would come together. */
  readonly dataFlow?: DataFlowFinding
}
