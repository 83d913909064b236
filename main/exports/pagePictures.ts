import type { Part } from '../../shared/domain/chat'
import type { FileHash } from '../../shared/domain/ids'
import type { ContentBlock } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import type { AttachedFile } from '../../shared/files/attachedFile'
import { imageHeader, type ImageHeader } from '../../shared/lib/imageHeader'

/** Reads what was attached. */
export interface FileContents {
  /** @throws {AppError} NOT_FOUND when it was deleted */
  content(sha256: FileHash): Promise<Uint8Array>
}

/** Above these, a page is too large to be sent, or to be opened. */
const MOST_BYTES = 5_000_000
const MOST_BYTES_TOGETHER = 50_000_000
/** A decoded pixel takes four bytes in the browser of whoever reads the page. This is the size of a large photograph. */
const MOST_PIXELS = 40_000_000

/** A picture that a page can show, with its type by its own bytes. */
export interface PagePicture {
  readonly type: ImageHeader['type']
  readonly bytes: Buffer
}

/** Base64 is yielded in pieces of so many bytes, which three divides, so that the pieces together are the whole. */
const PIECE_BYTES = 96 * 1024

/** Reads the pictures of one page as long as they fit in. */
export class PagePictures {
  readonly #files: FileContents | undefined
  #left = MOST_BYTES_TOGETHER

  constructor(files: FileContents | undefined) {
    this.#files = files
  }

  /** Undefined for what is no PNG, JPEG, GIF or WebP, is too large, or is gone. */
  async ofFile({ sha256, bytes, type }: Pick<AttachedFile, 'sha256' | 'bytes' | 'type'>): Promise<PagePicture | undefined> {
    if (!this.#files || !type.startsWith('image/') || bytes > MOST_BYTES || bytes > this.#left) return undefined
    const content = await contentIfThere(this.#files, sha256)
    return content && this.#take(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
  }

  /** The picture of a block of content, as `ofFile`. */
  ofBlock(block: ContentBlock): PagePicture | undefined {
    const data = pictureData(block)
    // Before it is decoded: four letters are three bytes.
    if (data === undefined || data.length / 4 > MOST_BYTES / 3) return undefined
    return this.#take(Buffer.from(data, 'base64'))
  }

  #take(bytes: Buffer): PagePicture | undefined {
    if (bytes.length > MOST_BYTES || bytes.length > this.#left) return undefined
    const header = imageHeader(bytes)
    if (!header || header.pixels > MOST_PIXELS) return undefined
    this.#left -= bytes.length
    return { type: header.type, bytes }
  }
}

/**
 * Returns whether a page of these parts shows a picture: its policy says so before the first of them. Yields an empty text after each one that
 * is refused, because that takes milliseconds, and others have their turn in between.
 */
export async function* hasPicture(parts: Iterable<Part>, files: FileContents | undefined): AsyncGenerator<'', boolean> {
  for (const part of parts) {
    if (part.kind === 'steering' && (yield* hasPicture(part.attached, files))) return true
    if (part.kind === 'file') {
      // Each as if it was alone: the first that fits is in the page.
      if (await new PagePictures(files).ofFile(part.file)) return true
      yield ''
    }
    for (const block of contentOf(part)) {
      if (pictureData(block) === undefined) continue
      if (new PagePictures(files).ofBlock(block)) return true
      yield ''
    }
  }
  return false
}

/** Pure: what a server sent in a part. */
export function contentOf(part: Part): readonly ContentBlock[] {
  if (part.kind === 'call') return part.call.result?.content ?? []
  return part.kind === 'attachment' ? part.content : []
}

/** Pure: how large a picture of a server is, in bytes. Undefined for another block. */
export function pictureBytes(block: ContentBlock): number | undefined {
  const data = pictureData(block)
  return data === undefined ? undefined : Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0)
}

/** Pure: a picture as the value of `src`, in pieces. */
export function* dataUrl({ type, bytes }: PagePicture): Generator<string> {
  yield `data:${type};base64,`
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.toString('base64', at, at + PIECE_BYTES)
}

function pictureData(block: ContentBlock): string | undefined {
  if (block.type === 'image') return block.data
  return block.type === 'resource' && block.mimeType?.startsWith('image/') === true ? block.blob : undefined
}

async function contentIfThere(files: FileContents, sha256: FileHash): Promise<Uint8Array | undefined> {
  try {
    return await files.content(sha256)
  } catch (thrown) {
    if (AppError.from(thrown).code === 'NOT_FOUND') return undefined
    throw thrown
  }
}
