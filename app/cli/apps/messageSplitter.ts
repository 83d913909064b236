/** A message of the pipe, or of one that is too long only its end. */
export interface PipeMessage {
  readonly text: string
  /** In UTF-16 code units, also of what was left out. */
  readonly length: number
  readonly isWhole: boolean
}

/** What is kept of a message that is too long: the browser writes last which session it belongs to. In UTF-16 code units. */
const KEPT_END = 300

/**
 * Splits what comes over a pipe into messages, each ended by NUL. Much of it is a stranger's text, so the work is linear in its length, and no more
 * of a message is kept than the longest may have.
 */
export class MessageSplitter {
  readonly #longest: number
  #pieces: string[] = []
  #length = 0

  /** @param longest In UTF-16 code units. */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** Takes what came, and returns the messages that it ends. */
  take(chunk: string): readonly PipeMessage[] {
    const messages: PipeMessage[] = []
    let from = 0
    for (let end = chunk.indexOf('\0'); end >= 0; end = chunk.indexOf('\0', from)) {
      this.#add(chunk.slice(from, end))
      messages.push({ text: this.#pieces.join(''), length: this.#length, isWhole: this.#length <= this.#longest })
      this.#pieces = []
      this.#length = 0
      from = end + 1
    }
    this.#add(chunk.slice(from))
    return messages
  }

  #add(piece: string): void {
    if (piece === '') return
    this.#length += piece.length
    this.#pieces.push(piece)
    if (this.#length > this.#longest) this.#pieces = [this.#pieces.slice(-KEPT_END).join('').slice(-KEPT_END)]
  }
}
