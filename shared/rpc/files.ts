import * as z from 'zod'
import { MOST_FILES, FILE_PIECE_BYTES, type AttachedFile, type FilePiece, type FileTotal, type StoredFiles } from '../files/attachedFile'
import { ConversationId, FileHash, UploadId } from '../domain/ids'
import type { DataSizes } from '../files/dataSizes'
import { call, topic } from './contractKinds'

const OneUpload = z.object({ uploadId: UploadId })
/** A file that was handed over, under the name that it has here. */
const FileReference = z.object({ sha256: FileHash, name: z.string().max(10_000) })
export type FileReference = z.infer<typeof FileReference>
export const FileReferences = z.array(FileReference).max(MOST_FILES)

export const filesCalls = {
  /**
   * Begins to hand over a file that a person attached. `files.append` brings its content, and `files.finish` ends it.
   * Result: the id for that. Parley forgets it when nothing comes for two minutes, and when Parley quits.
   * Errors: INVALID_INPUT (empty, or larger than `limits.fileBytes`), CONFLICT (too many at once).
   */
  'files.begin': call<{ uploadId: UploadId }>()(z.object({ name: z.string().max(10_000), bytes: z.int().min(0) })),
  /**
   * Adds the next piece of a file, at most 256 KB in base64. `offset` is where it begins, in bytes.
   * Result: nothing, as soon as it is written.
   * Errors: NOT_FOUND (no such upload), INVALID_INPUT (another piece is next, or more than was announced).
   */
  'files.append': call<void>()(
    OneUpload.extend({
      offset: z.int().min(0),
      data: z
        .string()
        .max((FILE_PIECE_BYTES / 3) * 4 + 4)
        .regex(/^[A-Za-z0-9+/]*={0,2}$/),
    }),
  ),
  /**
   * Ends the handing over of a file: finds out by its content what it is, and takes out its text.
   * Result: what is known of the file. It stays as long as a message, a draft or a project has it.
   * Errors: NOT_FOUND (no such upload), INVALID_INPUT (bytes are missing, or a kind of file that no model can get), UNTRUSTED_CONTENT (it would take too
   * much memory or time to open it).
   */
  'files.finish': call<AttachedFile>()(OneUpload),
  /**
   * Forgets a file that is being handed over.
   * Result: nothing. Succeeds also if there is none.
   * Errors: none of its own.
   */
  'files.cancel': call<void>()(OneUpload),
  /**
   * Returns a piece of the content of an attached file, of at most 256 KB.
   * Result: the piece, and the size of the whole.
   * Errors: NOT_FOUND (it was deleted).
   */
  'files.read': call<FilePiece>()(z.object({ sha256: FileHash, offset: z.int().min(0) })),
  /**
   * Returns the beginning of the text that a model gets of an attached file, at most 64,000 characters.
   * Result: the text, and whether there is more. Empty without text.
   * Errors: NOT_FOUND (it was deleted).
   */
  'files.text': call<{ text: string; more: boolean }>()(z.object({ sha256: FileHash })),
  /**
   * Sets which files the unsent message of a conversation has. They stay over a restart.
   * Result: nothing. Succeeds also if the conversation no longer exists. A file that is gone is left out.
   * Errors: none of its own.
   */
  'files.saveDraft': call<void>()(z.object({ conversationId: ConversationId, files: FileReferences })),
  /**
   * Lists the files of the unsent message of a conversation.
   * Result: the files in their order.
   * Errors: none of its own.
   */
  'files.ofDraft': call<readonly AttachedFile[]>()(z.object({ conversationId: ConversationId })),
  /**
   * Lists the files that messages have, in any conversation.
   * Result: the 500 that came last, the last one at the top.
   * Errors: none of its own.
   */
  'files.inMessages': call<readonly AttachedFile[]>()(z.object({})),
  /**
   * Makes a file of a conversation: what was said in the versions in front, without results of calls and without secrets that Parley knows. Of a
   * long conversation it has the newest messages. Parley remembers which servers had brought something into it.
   * Result: what is known of the file. It stays as long as a message, a draft or a project has it.
   * Errors: NOT_FOUND, INVALID_INPUT (nothing was said in it).
   */
  'files.fromConversation': call<AttachedFile>()(z.object({ conversationId: ConversationId })),
  /**
   * Says whether the content of an attached file is there.
   * Result: false when it was deleted.
   * Errors: none of its own.
   */
  'files.exists': call<boolean>()(z.object({ sha256: FileHash })),
  /**
   * Counts the files that were attached last before a time, in milliseconds. Those of unsent and queued messages and of projects are not among them.
   * Result: how many there are, and their bytes.
   * Errors: none of its own.
   */
  'files.totalBefore': call<FileTotal>()(z.object({ before: z.number() })),
  /**
   * Deletes the files that `files.totalBefore` counts. Messages stay, and name them.
   * Result: how many were deleted, and their bytes.
   * Errors: NOT_SAVED (one could not be deleted; those before it are gone).
   */
  'files.deleteBefore': call<FileTotal>()(z.object({ before: z.number() })),
  /**
   * Measures the data folder, without attached files.
   * Result: the bytes of each part.
   * Errors: none of its own.
   */
  'files.dataSizes': call<DataSizes>()(z.object({})),
}

export const filesTopics = {
  /** How much attached files take together. */
  'files.stored': topic<StoredFiles>(),
}
