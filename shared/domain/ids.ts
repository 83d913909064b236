import * as z from 'zod'
import { MODEL_REF, MODEL_REF_CHARACTERS, SERVER_ID_CHARACTERS } from './idText'

/** The key of a server in `servers.json`. The user chooses it. */
export const ServerId = z.string().min(1).max(SERVER_ID_CHARACTERS).brand<'ServerId'>()
export type ServerId = z.infer<typeof ServerId>

export const ConversationId = z.uuid().brand<'ConversationId'>()
export type ConversationId = z.infer<typeof ConversationId>

export const MessageId = z.uuid().brand<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>

/** A message that waits. When it goes out, its message has the same id; when it steers, its part has it. So it never goes out twice. */
export const QueuedId = z.uuid().brand<'QueuedId'>()
export type QueuedId = z.infer<typeof QueuedId>

export const PartId = z.uuid().brand<'PartId'>()
export type PartId = z.infer<typeof PartId>

export const CallId = z.uuid().brand<'CallId'>()
export type CallId = z.infer<typeof CallId>

/** A folder in the list of conversations. */
export const ConversationFolderId = z.uuid().brand<'ConversationFolderId'>()
export type ConversationFolderId = z.infer<typeof ConversationFolderId>

/** What conversations start from: see `Project`. */
export const ProjectId = z.uuid().brand<'ProjectId'>()
export type ProjectId = z.infer<typeof ProjectId>

export const QuestionId = z.uuid().brand<'QuestionId'>()
export type QuestionId = z.infer<typeof QuestionId>

export const RuleId = z.uuid().brand<'RuleId'>()
export type RuleId = z.infer<typeof RuleId>

/** One connection. A server gets a new id each time it starts. */
export const ConnectionId = z.uuid().brand<'ConnectionId'>()
export type ConnectionId = z.infer<typeof ConnectionId>

/** One account at one server. */
export const AccountId = z.uuid().brand<'AccountId'>()
export type AccountId = z.infer<typeof AccountId>

/** One sign-in, from its preparation to its end. */
export const AttemptId = z.uuid().brand<'AttemptId'>()
export type AttemptId = z.infer<typeof AttemptId>

export const UndoId = z.uuid().brand<'UndoId'>()
export type UndoId = z.infer<typeof UndoId>

/** `provider/model`. The part before the first slash is the provider's id in `settings.json`. */
export const ModelRef = z.string().regex(MODEL_REF).max(MODEL_REF_CHARACTERS).brand<'ModelRef'>()
export type ModelRef = z.infer<typeof ModelRef>

/** A prompt preview. The host keeps it until it is sent. */
export const PreviewId = z.uuid().brand<'PreviewId'>()
export type PreviewId = z.infer<typeof PreviewId>

/** An export of conversations, until it has ended or was cancelled. */
export const ExportId = z.uuid().brand<'ExportId'>()
export type ExportId = z.infer<typeof ExportId>

/** One file that a page saves. */
export const DownloadId = z.uuid().brand<'DownloadId'>()
export type DownloadId = z.infer<typeof DownloadId>

/** One import of conversations from a file. */
export const ImportId = z.uuid().brand<'ImportId'>()
export type ImportId = z.infer<typeof ImportId>

/** The content of an attached file: its SHA-256 in hexadecimal. */
export const FileHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'FileHash'>()
export type FileHash = z.infer<typeof FileHash>

/** A file that is being handed over, piece by piece. */
export const UploadId = z.uuid().brand<'UploadId'>()
export type UploadId = z.infer<typeof UploadId>

/** The ids that are UUIDs. */
export type UuidId =
  | ConversationId
  | MessageId
  | QueuedId
  | PartId
  | CallId
  | ConversationFolderId
  | ProjectId
  | QuestionId
  | RuleId
  | ConnectionId
  | AccountId
  | AttemptId
  | UndoId
  | PreviewId
  | ExportId
  | DownloadId
  | ImportId
  | UploadId
