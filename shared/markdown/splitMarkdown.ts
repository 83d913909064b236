import { formulaEnd, formulaStart, type FormulaStart } from './formulaBlock'
import { GrowingTable, type TableSource } from './growingTable'
import { endsTable, tableColumns } from './tableSyntax'

/** A piece of a Markdown text that can be rendered on its own. */
export interface MarkdownBlock {
  readonly kind: 'plain' | 'fence' | 'formula' | 'details' | 'footnote' | 'table'
  /** The Markdown of the block. For a fence and a formula, only its content; for details, what is inside of them; for a table, its head. */
  readonly text: string
  /** True for a formula that has not ended: its text begins with its opening mark. */
  readonly unclosed?: true
  /** What a footnote is referred to by. */
  readonly label?: string
  /** The word after the opening fence. */
  readonly language?: string
  readonly table?: TableSource
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
  /** The finished footnotes so far, by label, in the order of their definitions. A new map whenever one was added. */
  readonly footnotes: ReadonlyMap<string, string>
}

interface OpenFormula {
  readonly start: FormulaStart
  /** Its first line, as written. */
  readonly opening: string
  characters: number
}

type Kind = 'paragraph' | 'list' | 'indented' | 'footnote'

const FENCE = /^( {0,3})(`{3,}|~{3,})([^\n]*)/
const NESTED_FENCE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const ITEM_AFTER_TEXT = /^ {0,3}(?:[-*+]|1[.)])\s+\S/
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/
const DEFINITION = /^ {0,3}\[(?!\^)([^\]\n]{1,999})\]:\s*\S/
const FOOTNOTE = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]?/
const DETAILS = /^ {0,3}<details>/i
const ENCLOSING = /^ {0,3}[<>]/
const DETAILS_END = '</details>'
const ITEMS_PER_BLOCK = 40
/** What goes on for longer than this without an end is no formula, and shown as it is written. */
const FORMULA_LINES = 100
const FORMULA_CHARACTERS = 10_000
/** The limit is necessary because every definition is searched for in every block, and a new footnote renders what refers to it again. */
const DEFINITIONS = 300
/** A longer label is none (CommonMark, "Link reference definitions"). */
const LABEL_CHARACTERS = 999

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
  #formula: OpenFormula | undefined
  #table: GrowingTable | undefined
  /** Whether a line of a paragraph may begin a quote, a list or a tag, in which what follows is no table of its own. */
  #isEnclosed = false
  /** How many `<details>` are open. */
  #details = 0
  #footnotes: ReadonlyMap<string, string> = new Map()
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
    // A line that is no row ends the table before it is whole, so that the table stays as it was drawn.
    const ended = this.#table && this.#rest !== '' && this.#isNoRow(this.#rest, false) ? this.#table : undefined
    const tail = ended || !this.#table ? this.#tail() : tableOf(this.#table.source(this.#rest))
    return {
      blocks: ended ? [...this.#blocks, tableOf(ended.source())] : this.#blocks,
      ...(tail && { tail }),
      definitions: this.#definitions,
      footnotes: this.#footnotes,
    }
  }

  /** Includes the unfinished line. */
  #tail(): MarkdownBlock | undefined {
    if (this.#fence) {
      const lines = this.#rest ? [...this.#lines, this.#rest] : this.#lines
      return { kind: 'fence', text: lines.join('\n'), ...(this.#fence.language && { language: this.#fence.language }) }
    }
    if (this.#formula) {
      return { kind: 'formula', text: [this.#formula.opening, ...this.#lines, this.#rest].join('\n').trimEnd(), unclosed: true }
    }
    if (this.#details > 0) return { kind: 'details', text: [...this.#lines, this.#rest].join('\n') }
    if (this.#kind === 'footnote' && this.#lines.length > 0) return footnoteOf([...this.#lines, ...(this.#blank ? [''] : []), this.#rest])
    const opening = this.#lines.length === 0 ? FENCE.exec(this.#rest) : null
    // A fence gets its frame as soon as its first line starts.
    if (opening?.[3] !== undefined) return { kind: 'fence', text: '', language: firstWord(opening[3]) }
    const text = [...this.#lines, ...(this.#blank ? [''] : []), this.#rest].join('\n')
    return text.trim() ? { kind: 'plain', text, ...this.#whetherContinued() } : undefined
  }

  /** `isText` is for lines that looked like the beginning of a formula and are none. */
  #line(line: string, isText = false): void {
    if (this.#fence) return this.#inFence(line, this.#fence.mark)
    if (this.#formula) return this.#inFormula(line, this.#formula)
    if (this.#details > 0) return this.#inDetails(line)
    if (this.#table) {
      if (!this.#isNoRow(line, isText)) return this.#addRow(line, this.#table)
      this.#blocks.push(tableOf(this.#table.source()))
      this.#reset()
    }
    if (this.#nestedFence !== undefined) {
      this.#lines.push(line)
      if (line.trim().startsWith(this.#nestedFence)) this.#nestedFence = undefined
      return
    }
    if (line.trim() === '') return this.#blankLine()
    if (!isText && this.#startTable(line)) return
    if (this.#startsBlock(line, isText)) this.#finish()
    if (this.#lines.length === 0 && !isText) {
      const formula = formulaStart(line)
      if (formula) return this.#startFormula(line, formula)
      const details = DETAILS.exec(line)
      if (details) return this.#startDetails(line.slice(details[0].length))
    }
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

  #startFormula(opening: string, start: FormulaStart): void {
    if (start.ended) this.#blocks.push({ kind: 'formula', text: start.source })
    else this.#formula = { start, opening, characters: 0 }
  }

  #inFormula(line: string, formula: OpenFormula): void {
    const { start, opening } = formula
    const last = formulaEnd(line, start.close)
    if (last !== undefined) {
      this.#blocks.push({ kind: 'formula', text: [start.source, ...this.#lines, last].join('\n').trim() })
      this.#reset()
      return
    }
    if (line.includes(start.close) || (line.trim() === '' && start.source !== '')) {
      // It was no formula: its lines are read as text, once.
      const lines = [opening, ...this.#lines]
      this.#reset()
      for (const text of lines) this.#line(text, true)
      this.#line(line)
      return
    }
    this.#lines.push(line)
    formula.characters += line.length
    if (this.#lines.length < FORMULA_LINES && formula.characters < FORMULA_CHARACTERS) return
    this.#blocks.push({ kind: 'formula', text: [opening, ...this.#lines].join('\n'), unclosed: true })
    this.#reset()
  }

  /** Takes the last line of a paragraph as the head of a table, if this line makes it one. */
  #startTable(line: string): boolean {
    if (this.#kind !== 'paragraph' || this.#isEnclosed) return false
    const head = this.#lines.at(-1) ?? ''
    const columns = tableColumns(head, line)
    if (columns === undefined) return false
    this.#lines.pop()
    if (this.#lines.length > 0) this.#finish()
    this.#reset()
    this.#table = new GrowingTable(`${head}\n${line}`, columns)
    return true
  }

  #isNoRow(line: string, isText: boolean): boolean {
    return endsTable(line) || FOOTNOTE.test(line) || (!isText && (DETAILS.test(line) || formulaStart(line) !== undefined))
  }

  #addRow(line: string, table: GrowingTable): void {
    this.#define(line)
    table.add(line)
  }

  #startDetails(rest: string): void {
    this.#details = 1
    this.#inDetails(rest)
  }

  #inDetails(line: string): void {
    const text = line.trimEnd()
    if (DETAILS.test(line)) this.#details += 1
    if (text.toLowerCase().endsWith(DETAILS_END)) this.#details -= 1
    if (this.#details > 0) {
      this.#lines.push(line)
      return
    }
    this.#lines.push(text.slice(0, -DETAILS_END.length))
    this.#blocks.push({ kind: 'details', text: this.#lines.join('\n') })
    this.#reset()
  }

  #blankLine(): void {
    if (this.#lines.length === 0) return
    if (this.#kind === 'paragraph') this.#finish()
    else this.#blank = true
  }

  #add(line: string): void {
    if (this.#lines.length === 0) this.#kind = kindOf(line)
    if (this.#blank) this.#lines.push('')
    this.#blank = false
    if (this.#kind === 'list' && ITEM.test(line)) this.#items += 1
    if (this.#kind === 'list') this.#nestedFence = NESTED_FENCE.exec(line)?.[1]
    if (ENCLOSING.test(line) || ITEM.test(line)) this.#isEnclosed = true
    this.#define(line)
    this.#lines.push(line)
  }

  #define(line: string): void {
    const definition = DEFINITION.exec(line)
    if (definition?.[1] && this.#definitions.size < DEFINITIONS)
      this.#definitions = new Map([...this.#definitions, [definition[1].toLowerCase(), line]])
  }

  #startsBlock(line: string, isText: boolean): boolean {
    if (this.#lines.length === 0) return false
    if (FOOTNOTE.test(line) && this.#kind !== 'indented') return true
    if (!isText && (DETAILS.test(line) || formulaStart(line)) && (this.#kind === 'paragraph' || !/^\s/.test(line))) return true
    if (this.#kind === 'footnote') return !/^\s/.test(line) && (this.#blank || FENCE.test(line) || HEADING.test(line) || ITEM.test(line))
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
    const footnote = this.#kind === 'footnote' ? footnoteOf(this.#lines) : undefined
    if (footnote?.label !== undefined && this.#footnotes.size < DEFINITIONS && !this.#footnotes.has(footnote.label))
      this.#footnotes = new Map([...this.#footnotes, [footnote.label, footnote.text]])
    else this.#blocks.push({ kind: 'plain', text: this.#lines.join('\n'), ...this.#whetherContinued() })
    this.#reset()
    this.#continued = again
  }

  /** What follows a long list may be something else. */
  #whetherContinued(): { readonly continued?: true } {
    return this.#continued && this.#kind === 'list' ? { continued: true } : {}
  }

  #reset(): void {
    this.#lines = []
    this.#kind = 'paragraph'
    this.#blank = false
    this.#items = 0
    this.#continued = false
    this.#fence = undefined
    this.#nestedFence = undefined
    this.#formula = undefined
    this.#table = undefined
    this.#isEnclosed = false
    this.#details = 0
  }
}

function tableOf(table: TableSource): MarkdownBlock {
  return { kind: 'table', text: table.head, table }
}

/** Returns a block as it was written, but for the marks around it. */
export function writtenText({ text, table }: MarkdownBlock): string {
  return table ? [text, ...table.parts].join('\n') : text
}

function kindOf(line: string): Kind {
  if (FOOTNOTE.test(line)) return 'footnote'
  if (ITEM.test(line)) return 'list'
  return /^( {4}|\t)/.test(line) ? 'indented' : 'paragraph'
}

/** Returns the content of a footnote: without its label, and its further lines without their indent. */
function footnoteOf(lines: readonly string[]): MarkdownBlock {
  const [first = '', ...more] = lines
  const [mark = '', label = ''] = FOOTNOTE.exec(first) ?? []
  return {
    kind: 'footnote',
    label,
    text: [first.slice(mark.length), ...more.map((line) => line.replace(/^(?: {4}|\t)/, ''))].join('\n').trim(),
  }
}

/** Returns the definitions that a block refers to, as Markdown to append to it. Linear in the length of the block, however many definitions there are. */
export function definitionsFor(text: string, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0 || !text.includes('[')) return ''
  const lines = [...labelsIn(text)].flatMap((label) => definitions.get(label) ?? [])
  return lines.filter((line) => !text.includes(line)).join('\n')
}

/** What stands in brackets, in lower case. */
function labelsIn(text: string): ReadonlySet<string> {
  const labels = new Set<string>()
  const lower = text.toLowerCase()
  let end = -1
  for (let at = lower.length - 1; at >= 0; at--) {
    if (lower[at] === ']') end = at
    else if (lower[at] === '[' && end - at > 1 && end - at <= LABEL_CHARACTERS + 1) labels.add(lower.slice(at + 1, end))
  }
  return labels
}

function firstWord(text: string): string {
  return text.trim().split(/[\s{,]/)[0] ?? ''
}
