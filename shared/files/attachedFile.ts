import type { Message } from '../i18n/message'
import type { FileHash } from '../domain/ids'

/** The most files on one message, and the bytes of one piece while a file is handed over. */
export const MOST_FILES = 20
export const FILE_PIECE_BYTES = 256 * 1024

/** What is known of a file that a person attached. Its content is kept once, however often it is attached. */
export interface AttachedFile {
  readonly sha256: FileHash
  /** As the person knows it, without folders and hidden characters. The same content may be attached under several names. */
  readonly name: string
  /** The media type, by its content. */
  readonly type: string
  readonly bytes: number
  /** Of a picture, in pixels. */
  readonly width?: number
  readonly height?: number
  /** Of a PDF. */
  readonly pages?: number
  /** Whether its text can be sent, and whether that is only the beginning of it. */
  readonly text: 'whole' | 'beginning' | 'none'
  /** Why its text could not be read, as a sentence. */
  readonly problem?: Message
}

/** How many files there are, and the bytes of all of them. */
export interface FileTotal {
  readonly count: number
  readonly bytes: number
}

/** All attached files together. */
export interface StoredFiles extends FileTotal {
  /** How many were deleted since Parley started: what is shown of files may be out of date when it changes. */
  readonly deleted: number
}

/** A piece of a file's content, in base64. */
export interface FilePiece {
  readonly data: string
  /** The size of the whole file. */
  readonly bytes: number
}
