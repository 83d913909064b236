import type { AttachedFile } from '../../../shared/files/attachedFile'
import { FILE_PIECE_BYTES } from '../../../shared/files/attachedFile'
import { callHost } from '../../rpc/callHost'

/**
 * Hands a file over to the host, one piece after the other, and resolves to what the host found out about it.
 * @throws {AppError} that of the host, or CANCELLED; the host forgets the file then
 */
export async function uploadFile(file: File, signal: AbortSignal, onProgress: (part: number) => void): Promise<AttachedFile> {
  const { uploadId } = await callHost('files.begin', { name: file.name, bytes: file.size }, signal)
  try {
    for (let offset = 0; offset < file.size; offset += FILE_PIECE_BYTES) {
      const data = await base64Of(file.slice(offset, offset + FILE_PIECE_BYTES))
      await callHost('files.append', { uploadId, offset, data }, signal)
      onProgress(Math.min(1, (offset + FILE_PIECE_BYTES) / file.size))
    }
    return await callHost('files.finish', { uploadId }, signal)
  } catch (thrown) {
    callHost('files.cancel', { uploadId }).catch(() => undefined)
    throw thrown
  }
}

function base64Of(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () =>
    resolve(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : ''),
  )
  // The file was moved or changed while it was read.
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
  reader.readAsDataURL(blob)
  return promise
}
