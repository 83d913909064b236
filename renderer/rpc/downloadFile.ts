import { FILE_PIECE_BYTES } from '../../shared/files/attachedFile'
import { saveFile } from '../ui/files/saveFile'
import { base64Of } from './base64Of'
import { callHost } from './callHost'

/**
 * Saves a text, or bytes, as a file where the person wants it. Resolves to whether it was saved: false when they cancelled the dialog.
 * @throws {AppError} those of the calls. Nothing is left of the file then.
 */
export async function downloadFile(name: string, content: string | Blob): Promise<boolean> {
  const started = await callHost('downloads.begin', { name })
  if (!started) return false
  if (started.to === 'page') {
    saveFile(name, content)
    return true
  }
  const { downloadId } = started
  const bytes = new Blob([content])
  try {
    for (let offset = 0; offset < bytes.size; offset += FILE_PIECE_BYTES) {
      const piece = new Uint8Array(await bytes.slice(offset, offset + FILE_PIECE_BYTES).arrayBuffer())
      await callHost('downloads.append', { downloadId, offset, data: base64Of(piece) })
    }
    await callHost('downloads.finish', { downloadId })
    return true
  } catch (thrown) {
    await callHost('downloads.cancel', { downloadId })
    throw thrown
  }
}
