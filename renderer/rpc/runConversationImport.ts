import type { ImportId } from '../../shared/domain/ids'
import type { ImportProgress } from '../../shared/domain/transfer/conversationImport'
import { FILE_PIECE_BYTES } from '../../shared/files/attachedFile'
import { base64Of } from './base64Of'
import { callHost } from './callHost'

export interface ImportWatcher {
  readonly signal: AbortSignal
  /** @param part How much is done, from 0 to 1. `progress` is missing while the file is handed over. */
  readonly onProgress: (part: number, progress?: ImportProgress) => void
}

export interface FinishedImport {
  readonly importId: ImportId
  readonly file: string
  readonly progress: ImportProgress
}

/** Handing over takes about as long as reading. */
const HANDED_OVER = 0.5

/**
 * Imports the conversations of a file, to its end or until the signal aborts: what was imported until then stays. Null when nothing was read by then.
 * @throws {AppError} those of the calls.
 */
export async function runConversationImport(file: File, { signal, onProgress }: ImportWatcher): Promise<FinishedImport | null> {
  const { importId } = await callHost('imports.begin', { name: file.name, bytes: file.size })
  const finished = (progress: ImportProgress): FinishedImport => ({ importId, file: file.name, progress })
  try {
    for (let offset = 0; offset < file.size && !signal.aborted; offset += FILE_PIECE_BYTES) {
      const piece = new Uint8Array(await file.slice(offset, offset + FILE_PIECE_BYTES).arrayBuffer())
      await callHost('imports.append', { importId, offset, data: base64Of(piece) })
      onProgress((HANDED_OVER * offset) / file.size)
    }
    while (!signal.aborted) {
      const progress = await callHost('imports.next', { importId })
      if (progress.ended) return finished(progress)
      onProgress(HANDED_OVER + ((1 - HANDED_OVER) * progress.read) / progress.bytes, progress)
    }
  } catch (thrown) {
    await callHost('imports.cancel', { importId })
    throw thrown
  }
  const progress = await callHost('imports.cancel', { importId })
  return progress && finished(progress)
}
