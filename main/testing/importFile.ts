import type { ImportId } from '../../shared/domain/ids'
import type { ImportProgress } from '../../shared/domain/transfer/conversationImport'
import { FILE_PIECE_BYTES } from '../../shared/files/attachedFile'
import type { TestHost } from './testHost'

/** Hands a file over, as a page does. What is neither bytes nor text becomes JSON. */
export async function handOver(host: TestHost, name: string, content: unknown): Promise<ImportId> {
  const bytes =
    content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  const { importId } = await host.call('imports.begin', { name, bytes: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += FILE_PIECE_BYTES)
    await host.call('imports.append', { importId, offset, data: bytes.subarray(offset, offset + FILE_PIECE_BYTES).toString('base64') })
  return importId
}

/** Reads a file that was handed over to its end. */
export async function toTheEnd(host: TestHost, importId: ImportId): Promise<ImportProgress> {
  for (;;) {
    const progress = await host.call('imports.next', { importId })
    if (progress.ended) return progress
  }
}

/** Imports a file as a whole. */
export const imported = async (host: TestHost, name: string, content: unknown): Promise<ImportProgress> =>
  toTheEnd(host, await handOver(host, name, content))
