import * as z from 'zod'
import type { ImportProgress, ImportSummary } from '../domain/transfer/conversationImport'
import { ImportId, type UndoId } from '../domain/ids'
import { FILE_PIECE_BYTES } from '../files/attachedFile'
import { call } from './contractKinds'

const OneImport = z.object({ importId: ImportId })

export const importsCalls = {
  /**
   * Begins to hand over a file of conversations: an export of ChatGPT, Claude or Parley, as JSON or as a zip. `imports.append` brings its content.
   * Result: the id for that. Parley forgets it when nothing comes for two minutes, and when Parley quits.
   * Errors: INVALID_INPUT (empty, or larger than 4 GB), CONFLICT (too many at once), NOT_SAVED.
   */
  'imports.begin': call<{ importId: ImportId }>()(z.object({ name: z.string().max(10_000), bytes: z.int().min(0) })),
  /**
   * Adds the next piece of the file, at most 256 KB in base64. `offset` is where it begins, in bytes.
   * Result: nothing, as soon as it is written.
   * Errors: NOT_FOUND (no such import), INVALID_INPUT (another piece is next, or more than was announced), NOT_SAVED.
   */
  'imports.append': call<void>()(
    OneImport.extend({
      offset: z.int().min(0),
      data: z
        .string()
        .max((FILE_PIECE_BYTES / 3) * 4 + 4)
        .regex(/^[A-Za-z0-9+/]*={0,2}$/),
    }),
  ),
  /**
   * Imports the next conversations of the file, for about 200 ms. The first call ends the handing over. A conversation is in the list when all of
   * it is written. What is here already is skipped, and nothing in the file runs. Another import that goes on ends.
   * Result: what was done so far, and what was left out and why.
   * Errors: NOT_FOUND (no such import), INVALID_INPUT (bytes of the file are missing), NOT_SAVED (the import ends, and what it brought stays).
   */
  'imports.next': call<ImportProgress>()(OneImport),
  /**
   * Ends an import. What it brought until now stays.
   * Result: what was done, or null when nothing was read yet.
   * Errors: none of its own.
   */
  'imports.cancel': call<ImportProgress | null>()(OneImport),
  /**
   * Lists the last 100 imports of which conversations are still there, the latest first.
   * Result: the imports.
   * Errors: none of its own.
   */
  'imports.list': call<readonly ImportSummary[]>()(z.object({})),
  /**
   * Removes the conversations that an import brought, with what was written in them since.
   * Result: an id for `chat.restore`, valid until Parley quits.
   * Errors: NOT_FOUND (nothing of it is there).
   */
  'imports.undo': call<{ undoId: UndoId }>()(OneImport),
}
