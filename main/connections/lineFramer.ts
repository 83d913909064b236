const NEWLINE = 0x0a
const RETURN = 0x0d
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** What comes out of a stream of lines. `line` has neither its newline nor a byte order mark. */
export interface LineEvents {
  readonly onLine: (line: Buffer) => void
  /** Once per line that is too long, as soon as that is known; the rest of the line is dropped up to its newline. */
  readonly onOversized: () => void
}

/** Splits bytes into lines and looks at every byte once, so that a message of any size costs time in proportion to its size. */
export class LineFramer {
  readonly #limit: number
  readonly #events: LineEvents
  #parts: Buffer[] = []
  #held = 0
  #skipping = false

  constructor(limit: number, events: LineEvents) {
    this.#limit = limit
    this.#events = events
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#hold(chunk.subarray(start, end))
      this.#finishLine()
      start = end + 1
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start))
  }

  #hold(bytes: Buffer): void {
    if (this.#skipping || bytes.length === 0) return
    this.#held += bytes.length
    if (this.#held <= this.#limit) {
      this.#parts.push(bytes)
      return
    }
    this.#skipping = true
    this.#parts = []
    this.#events.onOversized()
  }

  #finishLine(): void {
    const [first] = this.#parts
    const line = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts)
    const skipped = this.#skipping
    this.#parts = []
    this.#held = 0
    this.#skipping = false
    if (!skipped) this.#events.onLine(trimmed(line))
  }
}

function trimmed(line: Buffer): Buffer {
  const start = line.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0
  const end = line.at(-1) === RETURN ? line.length - 1 : line.length
  return line.subarray(start, Math.max(start, end))
}
