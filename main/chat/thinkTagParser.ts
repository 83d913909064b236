/** A piece of an answer: what the model says, or what it thinks. */
export interface AnswerPiece {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
}

const OPENS = '<think>'
const CLOSES = '</think>'
/** More white space than this before a tag makes it a part of the text. */
const SPACE_LENGTH = 64

/**
 * Takes `<think>…</think>` at the beginning of a model's text as reasoning, as many local models send it. Anywhere else the tag is text,
 * because a person may ask about it; the library's own `extractReasoningMiddleware` would take it there too, and knows no nesting. A tag may
 * come in pieces; one that never closes makes all that follows reasoning. The work is linear in the text.
 */
export class ThinkTagParser {
  #state: 'beginning' | 'thinking' | 'answering' = 'beginning'
  #thought = false
  #depth = 0
  /** The end of what came: white space at the beginning, or what may become a tag. */
  #held = ''

  /** Whether a part of the text was reasoning. */
  get thought(): boolean {
    return this.#thought
  }

  /** Returns what is certain of the answer so far, after this. */
  push(text: string): readonly AnswerPiece[] {
    const came = this.#held + text
    this.#held = ''
    const pieces: AnswerPiece[] = []
    let at = 0
    while (at < came.length) {
      if (this.#state === 'beginning') at = this.#begin(came, at)
      else if (this.#state === 'thinking') at = this.#think(came, at, pieces)
      else {
        pieces.push({ kind: 'text', text: came.slice(at) })
        at = came.length
      }
    }
    return pieces
  }

  /** Returns what was held back. */
  end(): readonly AnswerPiece[] {
    const held = this.#held
    this.#held = ''
    return held === '' ? [] : [{ kind: this.#state === 'thinking' ? 'reasoning' : 'text', text: held }]
  }

  /** Decides whether the text goes on with a tag or is the answer. Returns how far it read. */
  #begin(came: string, from: number): number {
    let at = from
    while (at < came.length && at - from <= SPACE_LENGTH && came.charAt(at).trim() === '') at++
    const near = at - from <= SPACE_LENGTH
    if (near && came.startsWith(OPENS, at)) {
      this.#state = 'thinking'
      this.#thought = true
      this.#depth = 1
      return at + OPENS.length
    }
    if (near && came.length - at < OPENS.length && OPENS.startsWith(came.slice(at))) {
      this.#held = came.slice(from)
      return came.length
    }
    this.#state = 'answering'
    // The white space between a thought and the answer belongs to neither.
    return this.#thought ? at : from
  }

  /** Reads up to the end of the thought, or of what came. Returns how far it read. */
  #think(came: string, from: number, pieces: AnswerPiece[]): number {
    let thought = ''
    let at = from
    while (at < came.length && this.#depth > 0 && this.#held === '') {
      const tag = came.indexOf('<', at)
      const end = tag === -1 ? came.length : tag
      thought += came.slice(at, end)
      at = end
      if (at === came.length) break
      if (came.startsWith(OPENS, at)) {
        this.#depth++
        at += OPENS.length
      } else if (came.startsWith(CLOSES, at)) {
        this.#depth--
        at += CLOSES.length
      } else if (came.length - at < CLOSES.length && mayBecomeTag(came.slice(at))) {
        this.#held = came.slice(at)
        at = came.length
      } else {
        thought += '<'
        at++
      }
    }
    if (thought !== '') pieces.push({ kind: 'reasoning', text: thought })
    if (this.#depth === 0) this.#state = 'beginning'
    return at
  }
}

function mayBecomeTag(end: string): boolean {
  return OPENS.startsWith(end) || CLOSES.startsWith(end)
}
