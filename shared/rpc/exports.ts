import * as z from 'zod'
import { exportFormats, type ExportStep, type StartedExport } from '../domain/transfer/conversationExport'
import { ConversationId, ExportId } from '../domain/ids'
import { call } from './contractKinds'

const OneExport = z.object({ exportId: ExportId })

export const exportsCalls = {
  /**
   * Begins an export: of one conversation as one file, or of all as a zip with a file for each. `to: 'file'` asks the person where to save it,
   * outside of the page, where the shell can do that; else, and with `to: 'page'`, `exports.next` returns the bytes. Ends an export that was going on.
   * Result: the export, or null when the person cancelled the dialog.
   * Errors: NOT_FOUND (no such conversation), NOT_SAVED (the file cannot be written).
   */
  'exports.begin': call<StartedExport | null>()(
    z.object({
      conversationId: ConversationId.optional(),
      to: z.enum(['file', 'page']),
      format: z.enum(exportFormats),
      calls: z.boolean(),
      reasoning: z.boolean(),
    }),
  ),
  /**
   * Writes the next part of an export, of about 256 KB. The file has its name only when all of it is written.
   * Result: how far it is, and the bytes where the page takes them.
   * Errors: NOT_FOUND (it was cancelled, or another one began), NOT_SAVED (the file cannot be written; the export ends).
   */
  'exports.next': call<ExportStep>()(OneExport),
  /**
   * Ends an export that goes on, and removes what was written of it. Succeeds also if nothing goes on.
   * Result: nothing.
   * Errors: none of its own.
   */
  'exports.cancel': call<void>()(OneExport),
  /**
   * Shows the file of the last export in its folder.
   * Result: nothing.
   * Errors: NOT_FOUND (this export has no file on this computer).
   */
  'exports.showInFolder': call<void>()(OneExport),
}
