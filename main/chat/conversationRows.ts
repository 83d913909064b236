import * as z from 'zod'
import {
  turnStates,
  type Call,
  type CallInterface,
  type ChosenAccounts,
  type ConversationSummary,
  type ModelChoice,
  type Part,
  type Why,
} from '../../shared/domain/chat'
import type { ChatSettings } from '../../shared/domain/projects/project'
import type { ImportOrigin } from '../../shared/domain/transfer/conversationImport'
import type {
  CallId,
  ConversationFolderId,
  ConversationId,
  MessageId,
  ModelRef,
  PartId,
  ProjectId,
  ServerId,
} from '../../shared/domain/ids'
import type { CallTask } from '../../shared/domain/task'
import type { ToolResult } from '../../shared/domain/toolResult'
import type { AppErrorData } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import { isRecord, type JsonObject } from '../../shared/lib/json'
import { json, ownObject, ownText } from '../storage/columnSchemas'

const callStates = ['queued', 'waitingApproval', 'running', 'waitingAnswer', 'done', 'failed', 'denied', 'stopped', 'cutOff'] as const
const modelChoice = ownText<ModelChoice>()
const chosenAccounts = json(ownObject<ChosenAccounts>())

export const SummaryRow = z.object({
  id: ownText<ConversationId>(),
  title: z.string(),
  created: z.number(),
  updated: z.number(),
  chosenAccounts,
  turn: z.enum(turnStates).nullable(),
  needsKey: z.number(),
  pinned: z.number(),
  archived: z.number(),
  unread: z.number(),
  folder: ownText<ConversationFolderId>().nullable(),
  project: ownText<ProjectId>().nullable(),
})

export const ConversationIdRow = z.object({ id: ownText<ConversationId>() })

/** One that was removed, which can be undone, is none. */
export const projectColumn = '(SELECT id FROM project WHERE id = conversation.project AND removed IS NULL) AS project'

/** The columns of `ConversationRow`. */
export const conversationColumns = `title, created, model, draft, chosen_accounts AS chosenAccounts, settings, ${projectColumn}, leaf,
  (SELECT json_object('source', source, 'at', at) FROM imported_conversation JOIN import ON import.id = import
     WHERE imported_conversation.conversation = conversation.id) AS imported`

export const ConversationRow = z.object({
  title: z.string(),
  created: z.number(),
  model: modelChoice,
  draft: z.string(),
  chosenAccounts,
  settings: json(ownObject<ChatSettings>()),
  project: ownText<ProjectId>().nullable(),
  leaf: ownText<MessageId>().nullable(),
  imported: json(ownObject<ImportOrigin>()).nullable(),
})

export const DraftRow = ConversationRow.pick({ draft: true })

/** What a conversation says itself of what its project says too. */
export const OwnSettingsRow = ConversationRow.pick({ model: true, chosenAccounts: true, settings: true, project: true })

export const ChosenModelRow = z.object({ model: ownText<ModelRef>() })

export const LeafRow = z.object({ leaf: ownText<MessageId>().nullable() })

/** The columns of a message that say where it stands in the tree (`MessageTree`). */
export const NodeRow = z.object({ id: ownText<MessageId>(), parent: ownText<MessageId>().nullable() })

export const OpenTurnRow = z.object({ conversationId: ownText<ConversationId>(), messageId: ownText<MessageId>() })

export const ResultRow = z.object({ json: json(ownObject<ToolResult>()) })

export const MessageRow = z.object({
  id: ownText<MessageId>(),
  parent: ownText<MessageId>().nullable(),
  role: z.enum(['user', 'assistant']),
  state: z.enum(turnStates),
  model: ownText<ModelRef>().nullable(),
  created: z.number(),
})

export const PartRow = z.object({
  id: ownText<PartId>(),
  message: ownText<MessageId>(),
  kind: z.enum(['text', 'reasoning', 'call', 'attachment', 'file', 'steering', 'notice']),
  json: json(ownObject<object>()),
})

export const CallRow = z.object({
  id: ownText<CallId>(),
  part: ownText<PartId>(),
  server: ownText<ServerId>(),
  tool: z.string(),
  title: z.string().nullable(),
  definition_hash: z.string(),
  started_by: z.enum(['model', 'person']),
  ui: json(ownObject<CallInterface>()).nullable(),
  asked: json(ownObject<JsonObject>()),
  asked_text: z.string().nullable(),
  approved: json(ownObject<JsonObject>()).nullable(),
  why: json(ownObject<Why>()),
  state: z.enum(callStates),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  task: json(ownObject<CallTask>()).nullable(),
  result: json(ownObject<ToolResult>()).nullable(),
  error: json(ownObject<AppErrorData>()).nullable(),
})

export function summaryOf(row: z.infer<typeof SummaryRow>): ConversationSummary {
  const { turn, needsKey, pinned, archived, unread, folder, project, ...summary } = row
  return {
    ...summary,
    ...(turn !== null && { turn }),
    ...(needsKey === 1 && { needsKey: true }),
    ...(pinned !== 0 && { pinned: true }),
    ...(archived !== 0 && { archived: true }),
    ...(unread !== 0 && { unread: true }),
    ...(folder !== null && { folder }),
    ...(project !== null && { project }),
  }
}

/** Returns the fields of a part for its `json` column. A call is stored in its own table, so that it can be found by server and tool. */
export function partJson(part: Part): object {
  switch (part.kind) {
    case 'call': {
      const { id: _id, kind: _kind, call: _call, ...rest } = part
      return rest
    }
    case 'text':
    case 'reasoning':
    case 'attachment':
    case 'steering':
    case 'file':
    case 'notice': {
      const { id: _id, kind: _kind, ...rest } = part
      return rest
    }
    default:
      return assertNever(part)
  }
}

/** A part with all fields of its kind. For a call, only the presence of `call` is checked. */
const isPart = z.custom<Part>((value) => isRecord(value) && hasOwnFields(value))

function hasOwnFields({ kind, text, call, content, attached, file, error }: Readonly<Record<string, unknown>>): boolean {
  switch (kind) {
    case 'text':
    case 'reasoning':
      return typeof text === 'string'
    case 'call':
      return isRecord(call)
    case 'attachment':
      return Array.isArray(content)
    case 'steering':
      return typeof text === 'string' && Array.isArray(attached)
    case 'file':
      return isRecord(file)
    default:
      return kind === 'notice' && isRecord(error)
  }
}

/** Returns undefined when the row of a call is missing. */
export function partOf(row: z.infer<typeof PartRow>, call: Call | undefined): Part | undefined {
  if (row.kind === 'call' && !call) return undefined
  return isPart.parse({ id: row.id, kind: row.kind, ...row.json, ...(row.kind === 'call' && { call }) })
}

export function callOf(row: z.infer<typeof CallRow>): Call {
  return {
    id: row.id,
    serverId: row.server,
    tool: row.tool,
    definitionHash: row.definition_hash,
    startedBy: row.started_by,
    asked: row.asked,
    why: row.why,
    state: row.state,
    startedAt: row.started_at,
    ...(row.title !== null && { title: row.title }),
    ...(row.ui !== null && { ui: row.ui }),
    ...(row.asked_text !== null && { askedText: row.asked_text }),
    ...(row.approved !== null && { approved: row.approved }),
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
    ...(row.task !== null && { task: row.task }),
    ...(row.result !== null && { result: row.result }),
    ...(row.error !== null && { error: row.error }),
  }
}

export function jsonOrNull(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
