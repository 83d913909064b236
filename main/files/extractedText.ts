import { isUtf8 } from 'node:buffer'
import { truncateBytes } from '../lib/truncateBytes'
import { utf16Of } from './isText'

/** What limits the work on one file, in bytes, pages and bytes. */
export interface ExtractionLimits {
  readonly textBytes: number
  readonly pages: number
  readonly unpackedBytes: number
}

/**
 * Why the text of a file is not there: it is locked by a password, damaged, too large when it is unpacked, took too long, or has none, like
 * a scanned page.
 */
export const extractionProblems = ['locked', 'damaged', 'tooLarge', 'tooSlow', 'noText'] as const
export type ExtractionProblem = (typeof extractionProblems)[number]

/** What the thread found in a file. */
export interface Extraction {
  readonly text?: string
  readonly cut?: boolean
  readonly pages?: number
  readonly problem?: ExtractionProblem
}

/** What the thread says of a PDF before it reads its text. */
export interface PagesCounted {
  readonly counted: number
}

/** Thrown where a file needs more than the limits. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** Collects text up to a number of bytes in UTF-8. */
export class LimitedText {
  readonly #pieces: string[] = []
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  get isFull(): boolean {
    return this.#left <= 0
  }

  add(text: string): void {
    if (this.isFull || text === '') return
    const bytes = Buffer.byteLength(text)
    this.#pieces.push(bytes <= this.#left ? text : truncateBytes(text, this.#left))
    this.#left -= bytes
  }

  /** The text, and whether something did not fit. */
  end(): { readonly text: string; readonly cut: boolean } {
    return { text: this.#pieces.join(''), cut: this.#left < 0 }
  }
}

/** Pure: reads text as UTF-8, as the UTF-16 that it says to be, or else as Western European text of one byte a letter. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  return new TextDecoder(encoding).decode(bytes)
}
