import * as z from 'zod'
import { DownloadId } from '../domain/ids'
import type { StartedDownload } from '../domain/transfer/download'
import { FILE_PIECE_BYTES } from '../files/attachedFile'
import { call } from './contractKinds'

const OneDownload = z.object({ downloadId: DownloadId })

export const downloadsCalls = {
  /**
   * Begins to save a file. Asks the person where, outside of the page, where the shell can do that. `name` is suggested, as far as it is safe. Ends a
   * download that was not finished.
   * Result: the download, `to: 'page'` when the browser saves it, or null when the person cancelled the dialog.
   * Errors: NOT_SAVED (the file cannot be written).
   */
  'downloads.begin': call<StartedDownload | null>()(z.object({ name: z.string().max(10_000) })),
  /**
   * Writes the next piece of the file, at most 256 KB in base64. `offset` is where it begins, in bytes.
   * Result: nothing, as soon as it is written.
   * Errors: NOT_FOUND (it ended), INVALID_INPUT (another piece is next), NOT_SAVED (the file cannot be written; the download ends).
   */
  'downloads.append': call<void>()(
    OneDownload.extend({
      offset: z.int().min(0),
      data: z
        .string()
        .max((FILE_PIECE_BYTES / 3) * 4 + 4)
        .regex(/^[A-Za-z0-9+/]*={0,2}$/),
    }),
  ),
  /**
   * Gives the file its name, because all of it is written.
   * Result: nothing.
   * Errors: NOT_FOUND (it ended), NOT_SAVED.
   */
  'downloads.finish': call<void>()(OneDownload),
  /**
   * Ends a download, and removes what was written of it. Succeeds also if it has ended.
   * Result: nothing.
   * Errors: none of its own.
   */
  'downloads.cancel': call<void>()(OneDownload),
}
