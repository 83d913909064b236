import { AttachmentReader } from './chat/attachmentReader'
import { ConversationBrancher } from './chat/conversationBrancher'
import { ConversationCommands } from './chat/conversationCommands'
import type { ConversationList } from './chat/conversationList'
import type { ConversationStore } from './chat/conversationStore'
import { ConversationWriter } from './chat/conversationWriter'
import type { ActiveConversations } from './chat/activeConversations'
import { TurnRunner } from './chat/turnRunner'
import { TurnTools } from './chat/turnTools'
import { withDecisionTelemetry } from './tools/withDecisionTelemetry'
import type { Telemetry } from './telemetry/telemetry'
import type { ConnectionPool } from './connections/connectionPool'
import type { createServerFeatures } from './createServerFeatures'
import type { Storage } from './createStorage'
import type { PinnedDefinitionStore } from './definitions/pinnedDefinitionStore'
import type { ModelRegistry } from './models/modelRegistry'
import type { HostPorts } from './ports'
import type { QuestionStore } from './questions/questionStore'
import type { SchemaChecker } from './schemas/schemaChecker'
import type { ApprovalBroker } from './approvals/approvalBroker'
import type { ServerRegistry } from './servers/serverRegistry'
import type { TaskTable } from './tasks/taskTable'
import type { SuspendedCallTable } from './suspendedCalls/suspendedCallTable'

export interface ChatParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly store: ConversationStore
  readonly list: ConversationList
  readonly activeConversations: ActiveConversations
  readonly registry: ServerRegistry
  readonly pool: ConnectionPool
  readonly definitions: PinnedDefinitionStore
  readonly contents: Pick<ReturnType<typeof createServerFeatures>, 'reader' | 'skills'>
  readonly approvals: ApprovalBroker
  readonly questions: QuestionStore
  readonly models: ModelRegistry
  readonly checker: SchemaChecker
  readonly taskStore: TaskTable
  readonly suspendedCalls: SuspendedCallTable
  readonly telemetry: Telemetry
}

/** Creates the owners of conversations and of the turns that run in them. */
export function createChat(parts: ChatParts, opened: AsyncDisposableStack) {
  const { store, list, activeConversations, pool, definitions, models, questions } = parts
  const { reader, skills } = parts.contents
  const { clock } = parts.ports
  const limits = () => parts.storage.settings.limits()
  const attachments = new AttachmentReader({
    readResource: (serverId, { uri, accountId }, signal) => reader.read(serverId, uri, { whole: true, accountId }, signal),
    readSkill: (serverId, ask, signal) => skills.read(serverId, ask, signal),
    catalog: (serverId, accountId) => pool.catalog(serverId, accountId),
    limits,
    clock,
  })
  const tools = new TurnTools(parts.registry, pool, definitions)
  const writer = new ConversationWriter({ store, list, clock })
  const turns = opened.use(
    new TurnRunner({
      ...parts,
      approvals: withDecisionTelemetry(parts.approvals, parts.telemetry),
      suspendedCalls: parts.suspendedCalls,
      tools,
      writer,
      clock,
      limits,
      onCallEnded: (callId) => questions.callEnded(callId),
      resolveModel: (choice) => models.resolve(choice),
      openModel: (ref, signal) => models.open(ref, signal),
    }),
  )
  const stop = (conversationId: Parameters<typeof turns.stop>[0]) => turns.stop(conversationId)
  const conversationCommands = new ConversationCommands({ store, list, activeConversations, writer, tools, limits, stop })
  const conversationBrancher = new ConversationBrancher({ store, list, activeConversations, clock })
  return { attachments, turns, conversationCommands, conversationBrancher }
}
