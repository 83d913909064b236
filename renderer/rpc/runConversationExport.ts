import type { StartedExport } from '../../shared/domain/transfer/conversationExport'
import type { InputOf } from '../../shared/rpc/contract'
import { callHost } from './callHost'

export interface FinishedExport extends StartedExport {
  /** The content, where the page takes it. Absent when the host wrote a file. */
  readonly content?: Blob
}

export interface ExportWatcher {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, conversations: number) => void
}

/**
 * Exports conversations to the end. Null when the person cancelled the dialog that asks where to save the file.
 * @throws {AppError} CANCELLED when the signal aborts, and those of the calls. Nothing is left of the file then.
 */
export async function runConversationExport(
  request: InputOf<'exports.begin'>,
  { signal, onProgress }: ExportWatcher,
): Promise<FinishedExport | null> {
  const started = await callHost('exports.begin', request)
  if (!started) return null
  const { exportId, conversations } = started
  const content: BlobPart[] = []
  try {
    for (;;) {
      const { done, ended, bytes } = await callHost('exports.next', { exportId }, signal)
      if (bytes !== undefined) content.push(bytesOf(bytes))
      if (ended) return { ...started, ...(bytes !== undefined && { content: new Blob(content) }) }
      onProgress(done, conversations)
    }
  } catch (thrown) {
    await callHost('exports.cancel', { exportId })
    throw thrown
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}
