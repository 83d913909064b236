import { stripVTControlCharacters } from 'node:util'
import type { ServerOutput } from '../../shared/domain/connectionState'
import { redact } from '../lib/redact'

// Everything except line breaks, tabs and printable characters.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu
// Operating system commands of a terminal (titles, links, the clipboard), also unterminated ones.
const TERMINAL_COMMANDS = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\|$)/gu

const FIRST_SIZE = 1024
/** The first lines often say what is missing, before a usage text or a stack of calls. */
const FIRST_BYTES = 4 * 1024
const LAST_BYTES = 16 * 1024
const LAST_LINE_BYTES = 1_000

/** Keeps the first and the last bytes that a server printed, and counts the bytes that no longer fit. A ring, so that each byte costs the same. */
export class OutputBuffer {
  readonly #limit: number
  #first = Buffer.alloc(0)
  /** Grows up to the limit. From then on new bytes overwrite the oldest. */
  #ring = Buffer.alloc(0)
  /** Where the next byte goes. */
  #next = 0
  #held = 0
  #dropped = 0

  /** @param limit The most bytes to keep. */
  constructor(limit: number) {
    this.#limit = limit
  }

  push(chunk: Buffer): void {
    if (this.#first.length < FIRST_BYTES) this.#first = Buffer.concat([this.#first, chunk.subarray(0, FIRST_BYTES - this.#first.length)])
    const kept = chunk.subarray(Math.max(0, chunk.length - this.#limit))
    this.#grow(Math.min(this.#limit, this.#held + kept.length))
    const beforeWrap = Math.min(kept.length, this.#ring.length - this.#next)
    kept.copy(this.#ring, this.#next, 0, beforeWrap)
    kept.copy(this.#ring, 0, beforeWrap)
    this.#next = this.#ring.length === 0 ? 0 : (this.#next + kept.length) % this.#ring.length
    const all = this.#held + chunk.length
    this.#held = Math.min(this.#ring.length, this.#held + kept.length)
    this.#dropped += all - this.#held
  }

  /** Returns the last `bytes` as text that is safe to show, without terminal commands. */
  read(bytes: number): ServerOutput {
    const all = this.#inOrder()
    const shown = all.subarray(Math.max(0, all.length - bytes))
    return { text: redact(printable(shown.toString('utf8'))), dropped: this.#dropped + all.length - shown.length }
  }

  /** Returns the last line that is not empty, or the part of it that was printed so far. */
  lastLine(): string | undefined {
    return linesOf(this.read(LAST_LINE_BYTES).text).at(-1)?.trim()
  }

  /** Returns lines as evidence for a failure: all, or half of `count` from the beginning (`first`) and half from the end. */
  firstAndLastLines(count: number): { readonly first?: readonly string[]; readonly lines: readonly string[] } {
    const { text, dropped } = this.read(LAST_BYTES)
    const last = linesOf(text)
    if (dropped === 0 && last.length <= count) return { lines: last }
    // A line that may have been cut is left out: half a secret in it would not be recognised.
    const first =
      dropped === 0 ? last : linesOf(redact(printable(this.#first.subarray(0, this.#first.lastIndexOf('\n') + 1).toString('utf8'))))
    return { first: first.slice(0, count / 2), lines: last.slice(-count / 2) }
  }

  #grow(size: number): void {
    if (size <= this.#ring.length) return
    const larger = Buffer.alloc(Math.min(this.#limit, Math.max(size, FIRST_SIZE, 2 * this.#ring.length)))
    this.#inOrder().copy(larger)
    this.#ring = larger
    this.#next = this.#held
  }

  #inOrder(): Buffer {
    const start = this.#next - this.#held
    if (start >= 0) return this.#ring.subarray(start, this.#next)
    return Buffer.concat([this.#ring.subarray(this.#ring.length + start), this.#ring.subarray(0, this.#next)])
  }
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function printable(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return stripVTControlCharacters(lines.replaceAll(TERMINAL_COMMANDS, '')).replaceAll(CONTROLS, '')
}
