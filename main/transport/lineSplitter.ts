import { StringDecoder } from 'node:string_decoder'
import { MessageMeter, type MessageExcess, type MessageLimits } from './messageMeter'

const NEWLINE = 0x0a
const RETURN = 0x0d
const MARK = '\uFEFF'
/** A longer line is decoded as it arrives, so that its end does not cause all of that work at once. */
const LONG = 256 * 1024

/** The events of a stream of lines. */
export interface LineEvents {
  /** `text` has no newline and no byte order mark. `bytes` is the length of the line on the wire. */
  readonly onLine: (text: string, bytes: number) => void
  /** Called once for each line over a limit, as soon as that is known. The rest of the line is dropped up to its newline. */
  readonly onOversized: (excess: MessageExcess) => void
}

/** Splits bytes into lines. Reads every byte a fixed number of times, so that the time grows only in proportion to the message size. */
export class LineSplitter {
  readonly #meter: MessageMeter
  readonly #events: LineEvents
  #parts: Buffer[] = []
  /** The decoded beginning of a long line. */
  #text = ''
  #decoder: StringDecoder | undefined
  #last: number | undefined
  #skipping = false

  constructor(limits: MessageLimits, events: LineEvents) {
    this.#meter = new MessageMeter(limits)
    this.#events = events
  }

  /** Whether the rest of a line over a limit is being dropped. */
  get isSkipping(): boolean {
    return this.#skipping
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
    const excess = this.#meter.add(bytes)
    if (excess) {
      this.#forget()
      this.#skipping = true
      this.#events.onOversized(excess)
      return
    }
    this.#parts.push(bytes)
    if (this.#meter.bytes > LONG) this.#decode()
  }

  #finishLine(): void {
    const skipped = this.#skipping
    const { bytes } = this.#meter
    const text = skipped ? '' : this.#wholeText()
    this.#forget()
    if (!skipped) this.#events.onLine(text, bytes)
  }

  #wholeText(): string {
    if (this.#decoder) return withoutReturn(this.#text + this.#decoder.end(), this.#last)
    const [first] = this.#parts
    const line = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts)
    return withoutMark(withoutReturn(line.toString('utf8'), line.at(-1)))
  }

  #decode(): void {
    const isFirst = this.#decoder === undefined
    this.#decoder ??= new StringDecoder('utf8')
    for (const part of this.#parts) this.#text += this.#decoder.write(part)
    if (isFirst) this.#text = withoutMark(this.#text)
    this.#last = this.#parts.at(-1)?.at(-1)
    this.#parts = []
  }

  #forget(): void {
    this.#parts = []
    this.#text = ''
    this.#decoder = undefined
    this.#meter.reset()
    this.#skipping = false
  }
}

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text
}

/** Checks the last byte, not the text: reading from a text of many parts would first join all of them. */
function withoutReturn(text: string, last: number | undefined): string {
  return last === RETURN ? text.slice(0, -1) : text
}
