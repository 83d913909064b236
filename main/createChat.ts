import type { ModelChoice } from '../shared/domain/chat'
import type { ConversationId } from '../shared/domain/ids'
import { isAppTool } from '../shared/domain/apps/appTool'
import type { AppTools } from './appTools/appTools'
import type { CallInputs } from './appTools/callInputs'
import { AnswerRetries } from './chat/answerRetries'
import { fileTaker } from '../shared/files/howSent'
import { AttachmentReader } from './chat/attachments/attachmentReader'
import { ConversationArrangement } from './chat/list/conversationArrangement'
import { TitleWriter } from './chat/list/titleWriter'
import { SummaryWriter } from './chat/summaries/summaryWriter'
import { ConversationBrancher } from './chat/conversationBrancher'
import { ConversationCommands } from './chat/conversationCommands'
import type { ConversationList } from './chat/conversationList'
import type { FileSource } from './chat/attachments/filesForModel'
import type { FileStore } from './files/fileStore'
import type { ConversationStore } from './chat/conversationStore'
import { ConversationSettings } from './chat/ownSettings/conversationSettings'
import { ConversationWriter } from './chat/conversationWriter'
import type { ActiveConversations } from './chat/activeConversations'
import { QueueCommands } from './chat/queue/queueCommands'
import { TurnRunner } from './chat/turnRunner'
import { requestInstructions } from './chat/ownSettings/requestInstructions'
import { TurnTools } from './chat/turnTools'
import type { ToolTaker } from './tools/offerTools'
import { ContextMeter } from './context/contextMeter'
import { withDecisionTelemetry } from './tools/withDecisionTelemetry'
import type { Telemetry } from './telemetry/telemetry'
import type { ConnectionPool } from './connections/connectionPool'
import type { createServerFeatures } from './createServerFeatures'
import type { Storage } from './createStorage'
import type { PinnedDefinitionStore } from './definitions/pinnedDefinitionStore'
import type { GenerationRequest } from './models/generateOnce'
import type { ModelRegistry } from './models/modelRegistry'
import type { HostPorts } from './ports'
import type { ProjectStore } from './projects/projectStore'
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
  readonly appTools: AppTools
  readonly callInputs: CallInputs
  readonly definitions: PinnedDefinitionStore
  readonly contents: Pick<ReturnType<typeof createServerFeatures>, 'reader' | 'skills'>
  readonly approvals: ApprovalBroker
  readonly questions: QuestionStore
  readonly models: ModelRegistry
  readonly checker: SchemaChecker
  readonly taskStore: Pick<TaskTable, 'find' | 'forget'>
  readonly suspendedCalls: Pick<SuspendedCallTable, 'find'>
  readonly telemetry: Telemetry
  readonly projects: ProjectStore
  readonly files: FileSource & Pick<FileStore, 'require' | 'addToDraft'>
  /** These conversations leave nothing on disk. */
  readonly isTemporary?: true
}

/** Creates the owners of conversations and of the turns that run in them. */
export function createChat(parts: ChatParts, opened: AsyncDisposableStack) {
  const { store, list, activeConversations, pool, definitions, models, questions, projects, files } = parts
  const { reader, skills } = parts.contents
  const { clock } = parts.ports
  const limits = () => parts.storage.settings.limits()
  const attachments = new AttachmentReader({
    readResource: (serverId, { uri, accountId }, signal) => reader.read(serverId, uri, { whole: true, accountId }, signal),
    readSkill: (serverId, ask, signal) => skills.read(serverId, ask, signal),
    catalog: (serverId, accountId) => pool.catalog(serverId, accountId),
    requireFiles: (files) => parts.files.require(files),
    limits,
    clock,
  })
  const settings = new ConversationSettings({ store, activeConversations, list, projects, clock })
  projects.changes.subscribe(() => list.tell())
  const tools = new TurnTools(parts.registry, pool, definitions)
  const contextMeter = new ContextMeter({
    conversations: store,
    settings: (place) => settings.next(place),
    ready: (scope) => tools.ready(scope),
    ofApps: (conversationId) => parts.appTools.offeredIn(conversationId),
    taker: (ref) => models.toolTaker(ref),
    instructions: (counting, offer) => requestInstructions(tools, counting, limits(), offer),
    copyForModel: (call) => store.results.copyForModel(call, limits()),
    files: parts.files,
    fileTaker: (ref) => {
      const provider = models.models().providers.find(({ id }) => ref.startsWith(`${id}/`))
      return provider && fileTaker(provider.kind, ref.slice(provider.id.length + 1))
    },
    limits,
  })
  const writer = new ConversationWriter({ store, list, clock })
  const retries = opened.use(new AnswerRetries({ clock, leaf: (id) => store.leaf(id), retry: (id) => turns.retry(id) }))
  const complete = (request: GenerationRequest, signal: AbortSignal) =>
    models.complete({ ...request, ...(parts.isTemporary && { temporary: true }) }, signal)
  const titles = opened.use(
    new TitleWriter({
      store,
      activeConversations,
      writer,
      titleModel: () => models.models().titles,
      complete,
    }),
  )
  const summaryWriter = opened.use(
    new SummaryWriter({
      store,
      activeConversations,
      modelOf: (conversation) => models.resolve(settings.of(conversation).model),
      plan: (id, model, signal) => contextMeter.planSummary(id, model, signal),
      budget: (conversationId, model, signal) => contextMeter.budget({ conversationId, model }, signal),
      longestAnswer: (id) => settings.effective(id).parameters.maxOutputTokens,
      isAutomatic: () => parts.storage.settings.settings().automaticSummaries,
      windowOf: async (model, signal) => (await models.toolTaker(model).facts?.(signal))?.context,
      copyForModel: (call) => store.results.copyForModel(call, limits()),
      textOfFile: ({ sha256 }) => files.text(sha256),
      complete,
      clock,
    }),
  )
  const arrangement = new ConversationArrangement({ database: parts.storage.database, list, clock })
  const turns = opened.use(
    new TurnRunner({
      ...parts,
      retries,
      approvals: withDecisionTelemetry(parts.approvals, parts.telemetry),
      suspendedCalls: parts.suspendedCalls,
      settings,
      tools,
      pool: {
        callTool: (call, signal) => (isAppTool(call.tool) ? parts.appTools : pool).callTool(call, signal),
        resumeTask: (call, signal) => pool.resumeTask(call, signal),
        resumeSuspendedCall: (call, signal) => pool.resumeSuspendedCall(call, signal),
      },
      writer,
      clock,
      limits,
      onTurnEnded: (conversationId, messageId) => {
        arrangement.turnEnded(conversationId, messageId)
        titles.turnEnded(conversationId)
      },
      onCallEnded: (callId) => questions.callEnded(callId),
      resolveModel: (choice) => models.resolve(choice),
      openModel: (ref, signal) => models.open(ref, signal),
      priceOf: (ref) => models.priceOf(ref),
      makeRoom: (...request) => summaryWriter.makeRoom(...request),
      requestBegins: (...request) => contextMeter.requestBegins(...request),
    }),
  )
  const toolTaker = (choice: ModelChoice): ToolTaker => {
    const model = models.resolve(choice)
    return model === undefined || model === 'none' ? {} : models.toolTaker(model)
  }
  const stop = async (conversationId: ConversationId): Promise<void> => {
    await Promise.all([turns.stop(conversationId), summaryWriter.stop(conversationId)])
  }
  const conversationCommands = new ConversationCommands({
    store,
    list,
    activeConversations,
    writer,
    settings,
    projects,
    files,
    tools,
    limits,
    toolTaker,
    stop,
  })
  const conversationBrancher = new ConversationBrancher({ store, list, activeConversations, clock })
  const queueCommands = new QueueCommands({ store, activeConversations, turns, files, clock })
  return {
    attachments,
    contextMeter,
    summaryWriter,
    stop,
    turns,
    retries,
    arrangement,
    conversationCommands,
    conversationSettings: settings,
    conversationBrancher,
    queueCommands,
  }
}
