/** A piece of a Markdown text that can be rendered on its own. */
export interface MarkdownBlock {
  readonly kind: 'plain' | 'fence'
  /** The Markdown of the block. For a fence, only its content. */
  readonly text: string
  /** The word after the opening fence. */
  readonly language?: string
  /** True for the later parts of a list that was too long for one block. */
  readonly continued?: true
}

/** The parts of a text so far. */
export interface SplitMarkdown {
  /** Blocks that no longer change. */
  readonly blocks: readonly MarkdownBlock[]
  /** The block that may still change. */
  readonly tail?: MarkdownBlock
  /** The link definitions so far, by label in lower case. A new map whenever one was added. */
  readonly definitions: ReadonlyMap<string, string>
}

type Kind = 'paragraph' | 'list' | 'indented' | 'fence'

const FENCE = /^( {0,3})(`{3,}|~{3,})([^\n]*)/
const NESTED_FENCE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const ITEM_AFTER_TEXT = /^ {0,3}(?:[-*+]|1[.)])\s+\S/
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/
const DEFINITION = /^ {0,3}\[(?!\^)([^\]\n]{1,999})\]:\s*\S/
const ITEMS_PER_BLOCK = 40
/** The limit is necessary because every definition is searched for in every block. */
const DEFINITIONS = 300

/**
 * Splits a growing text into blocks. Each block is finished once and never read again, so the work is linear in the text's length. Code
 * fences and long lists would stay open for the whole answer, so they are split line by line.
 */
export class MarkdownSplitter {
  readonly #blocks: MarkdownBlock[] = []
  #definitions: ReadonlyMap<string, string> = new Map()
  #taken = 0
  #lines: string[] = []
  #kind: Kind = 'paragraph'
  #blank = false
  #items = 0
  #continued = false
  #fence: { readonly mark: string; readonly language: string } | undefined
  #nestedFence: string | undefined
  #rest = ''

  /** Takes the whole text so far. It must start with the text of the previous call. */
  push(text: string): SplitMarkdown {
    let start = this.#taken
    for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
      this.#line(text.slice(start, end))
      start = end + 1
    }
    this.#taken = start
    this.#rest = text.slice(start)
    const tail = this.#tail()
    return { blocks: this.#blocks, ...(tail && { tail }), definitions: this.#definitions }
  }

  /** Includes the unfinished line. */
  #tail(): MarkdownBlock | undefined {
    if (this.#fence) {
      const lines = this.#rest ? [...this.#lines, this.#rest] : this.#lines
      return { kind: 'fence', text: lines.join('\n'), ...(this.#fence.language && { language: this.#fence.language }) }
    }
    const opening = this.#lines.length === 0 ? FENCE.exec(this.#rest) : null
    // A fence gets its frame as soon as its first line starts.
    if (opening?.[3] !== undefined) return { kind: 'fence', text: '', language: firstWord(opening[3]) }
    const text = [...this.#lines, ...(this.#blank ? [''] : []), this.#rest].join('\n')
    return text.trim() ? { kind: 'plain', text, ...(this.#continued && { continued: true as const }) } : undefined
  }

  #line(line: string): void {
    if (this.#fence) return this.#inFence(line, this.#fence.mark)
    if (this.#nestedFence !== undefined) {
      this.#lines.push(line)
      if (line.trim().startsWith(this.#nestedFence)) this.#nestedFence = undefined
      return
    }
    if (line.trim() === '') return this.#blankLine()
    if (this.#startsBlock(line)) this.#finish()
    const fence = FENCE.exec(line)
    if (fence && this.#lines.length === 0 && !(fence[2]?.startsWith('`') && fence[3]?.includes('`'))) {
      this.#fence = { mark: fence[2] ?? '', language: firstWord(fence[3] ?? '') }
      return
    }
    this.#add(line)
    if (HEADING.test(line) && this.#lines.length === 1) this.#finish()
  }

  #inFence(line: string, mark: string): void {
    const closing = line.trim()
    if (closing.startsWith(mark) && closing === mark.charAt(0).repeat(closing.length)) {
      this.#blocks.push({ kind: 'fence', text: this.#lines.join('\n'), ...(this.#fence?.language && { language: this.#fence.language }) })
      this.#reset()
      return
    }
    this.#lines.push(line)
  }

  #blankLine(): void {
    if (this.#lines.length === 0) return
    if (this.#kind === 'paragraph') this.#finish()
    else this.#blank = true
  }

  #add(line: string): void {
    if (this.#lines.length === 0) this.#kind = ITEM.test(line) ? 'list' : /^( {4}|\t)/.test(line) ? 'indented' : 'paragraph'
    if (this.#blank) this.#lines.push('')
    this.#blank = false
    if (this.#kind === 'list' && ITEM.test(line)) this.#items += 1
    if (this.#kind === 'list') this.#nestedFence = NESTED_FENCE.exec(line)?.[1]
    const definition = DEFINITION.exec(line)
    if (definition?.[1] && this.#definitions.size < DEFINITIONS)
      this.#definitions = new Map([...this.#definitions, [definition[1].toLowerCase(), line]])
    this.#lines.push(line)
  }

  #startsBlock(line: string): boolean {
    if (this.#lines.length === 0) return false
    if (this.#kind === 'list') {
      if (ITEM.test(line)) return this.#items >= ITEMS_PER_BLOCK
      // An indented line belongs to the item.
      return !/^\s/.test(line) && (this.#blank || FENCE.test(line) || HEADING.test(line))
    }
    if (this.#kind === 'indented') return this.#blank && !/^( {4}|\t)/.test(line)
    return FENCE.test(line) || HEADING.test(line) || ITEM_AFTER_TEXT.test(line)
  }

  #finish(): void {
    const again = this.#kind === 'list' && this.#items >= ITEMS_PER_BLOCK
    this.#blocks.push({ kind: 'plain', text: this.#lines.join('\n'), ...(this.#continued && { continued: true as const }) })
    this.#reset()
    this.#continued = again
  }

  #reset(): void {
    this.#lines = []
    this.#kind = 'paragraph'
    this.#blank = false
    this.#items = 0
    this.#continued = false
    this.#fence = undefined
    this.#nestedFence = undefined
  }
}

/** Returns the definitions that a block refers to, as Markdown to append to it. */
export function definitionsFor(text: string, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0 || !text.includes('[')) return ''
  const lower = text.toLowerCase()
  return [...definitions].flatMap(([label, line]) => (lower.includes(`[${label}]`) && !text.includes(line) ? [line] : [])).join('\n')
}

function firstWord(text: string): string {
  return text.trim().split(/[\s{,]/)[0] ?? ''
}
