import type { AttachedFile } from '../../../shared/files/attachedFile'
import { callHost } from '../../rpc/callHost'

/**
 * Reads the whole content of an attached file, piece by piece.
 * @throws {AppError} NOT_FOUND if it was deleted
 */
export async function readFileBlob({ sha256, type }: Pick<AttachedFile, 'sha256' | 'type'>, signal?: AbortSignal): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let offset = 0, bytes = Infinity; offset < bytes;) {
    const piece = await callHost('files.read', { sha256, offset }, signal)
    const data = Uint8Array.from(atob(piece.data), (letter) => letter.charCodeAt(0))
    if (data.length === 0) break
    pieces.push(data)
    offset += data.length
    bytes = piece.bytes
  }
  return new Blob(pieces, { type })
}
