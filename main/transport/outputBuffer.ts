import { stripVTControlCharacters } from 'node:util'
import type { ServerOutput } from '../../shared/domain/connectionState'
import { redact } from '../lib/redact'

// Everything except line breaks, tabs and printable characters.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu
// Operating system commands of a terminal (titles, links, the clipboard), also unterminated ones.
const TERMINAL_COMMANDS = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\|$)/gu

/** Keeps the last bytes that a server printed, and counts the bytes that no longer fit. */
export class OutputBuffer {
  readonly #limit: number
  #chunks: Buffer[] = []
  #held = 0
  #dropped = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  push(chunk: Buffer): void {
    // Copies, because a slice would keep the whole buffer of the pipe alive.
    const kept = Buffer.from(chunk.length > this.#limit ? chunk.subarray(chunk.length - this.#limit) : chunk)
    this.#dropped += chunk.length - kept.length
    this.#chunks.push(kept)
    this.#held += kept.length
    for (let oldest = this.#chunks[0]; oldest && this.#held > this.#limit; oldest = this.#chunks[0]) {
      const excess = this.#held - this.#limit
      if (oldest.length <= excess) this.#chunks.shift()
      else this.#chunks[0] = oldest.subarray(excess)
      const gone = Math.min(oldest.length, excess)
      this.#held -= gone
      this.#dropped += gone
    }
  }

  /** Returns the last `bytes` as text that is safe to show, without terminal commands. */
  read(bytes: number): ServerOutput {
    const all = Buffer.concat(this.#chunks)
    const shown = all.subarray(Math.max(0, all.length - bytes))
    return { text: redact(printable(shown.toString('utf8'))), dropped: this.#dropped + all.length - shown.length }
  }

  /** Returns the last lines, as evidence for a failure. */
  lastLines(count: number): readonly string[] {
    const lines = this.read(16 * 1024).text.split('\n')
    return lines.filter((line) => line.trim() !== '').slice(-count)
  }
}

function printable(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return stripVTControlCharacters(lines.replaceAll(TERMINAL_COMMANDS, '')).replaceAll(CONTROLS, '')
}
