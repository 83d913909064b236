import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { formulaMarks, formulaSyntax } from '../../shared/markdown/formulaSyntax'
import { MOST_COLUMNS, rowsPerPart, type TableSource } from '../../shared/markdown/growingTable'
import { isExpensiveMarkdown } from '../../shared/markdown/isExpensiveMarkdown'
import { definitionsFor, MarkdownSplitter, writtenText, type MarkdownBlock } from '../../shared/markdown/splitMarkdown'
import { splitSummary } from '../../shared/markdown/splitSummary'
import { countUnsafe } from '../../shared/lib/unsafeCharacters'
import type { Translator } from '../../shared/i18n/translator'
import { escapeHtml, markHidden, textAsWritten } from './escapeHtml'
import { finishHtml } from './finishHtml'
import { formulaHtml } from './formulaHtml'

export interface MarkdownHtmlOptions {
  readonly translator: Pick<Translator, 't'>
  /** Keeps all line breaks, as a person typed them. */
  readonly keepsBreaks?: boolean
  /** Makes a number that no other text of the page has: the identifiers of its footnotes begin with it. */
  readonly nextNumber: () => number
}

/** A longer text is not taken apart: that would hold others up. In UTF-16 units. */
const LONGEST = 1_000_000
/** The bounds of the app: what comes after so many blocks, below so many cells, or deeper, is shown as it is written. */
const BLOCKS = 1_000
const CELLS = 40_000
const DEPTH = 3
/** A parser writes an address again for each link that refers to it: so many characters of such lines, times brackets, in one text. */
const REFERENCE_WORK = 2_000_000
/** Definitions from elsewhere that are read for one block, in UTF-16 units. */
const DEFINITIONS = 10_000
/** In code with more of them, they stay as they are. */
const HIDDEN_CHARACTERS = 500

const LINE_BREAK = /^<br ?\/?>$/i
const SMALL_MARK = /^<(?:br ?\/?|\/?(?:sub|sup|kbd))>$/i

/**
 * Pure: Markdown of strangers as HTML, block by block, as the app draws it. Raw HTML is text but for a few tags without attributes, pictures are
 * named and never loaded, and what would take the parser too long is shown as it is written. Each piece is some milliseconds of work.
 */
export function* markdownHtml(text: string, options: MarkdownHtmlOptions): Generator<string> {
  if (text.length > LONGEST) return yield* textAsWritten(text)
  yield '<div class="prose" dir="auto">\n'
  yield* blocksHtml(text.replaceAll(/\r\n?/g, '\n'), options, 0, { cells: CELLS, referenceWork: REFERENCE_WORK })
  yield '</div>\n'
}

interface Scope {
  readonly options: MarkdownHtmlOptions
  readonly definitions: ReadonlyMap<string, string>
  /** The numbers of the footnotes, by label. */
  readonly notes: ReadonlyMap<string, number>
  readonly prefix: string
  /** In how many details it is. */
  readonly depth: number
  readonly left: Left
}

/** What of the bounds of one text is left, details included. */
interface Left {
  cells: number
  referenceWork: number
}

function* blocksHtml(text: string, options: MarkdownHtmlOptions, depth: number, left: Left): Generator<string> {
  const { blocks: finished, tail, definitions, footnotes } = new MarkdownSplitter().push(`${text}\n`)
  const isNote = tail?.kind === 'footnote' && tail.label !== undefined && !footnotes.has(tail.label)
  const blocks = tail && !isNote ? [...finished, writtenAgain(tail)] : finished
  const last = isNote && tail.label !== undefined ? [[tail.label, tail.text] as const] : []
  const noteTexts = [...footnotes, ...last]
  const notes = new Map(noteTexts.map(([label], index) => [label, index + 1]))
  const scope: Scope = { options, definitions, notes, prefix: `note-${options.nextNumber()}`, depth, left }
  for (const block of blocks.slice(0, BLOCKS)) yield* blockHtml(block, scope)
  if (blocks.length > BLOCKS) yield* textAsWritten(blocks.slice(BLOCKS).map(writtenText).join('\n\n'))
  if (noteTexts.length === 0) return
  yield `<section class="notes" aria-label="${escapeHtml(options.translator.t('markdown.footnotes'))}">\n<ol>\n`
  for (const [index, [, note]] of noteTexts.entries()) {
    yield `<li id="${scope.prefix}-${index + 1}">`
    yield* sourceHtml(note, scope)
    yield '</li>\n'
  }
  yield '</ol>\n</section>\n'
}

/** A second footnote of a name is no footnote. Its words are not lost. */
function writtenAgain(tail: MarkdownBlock): MarkdownBlock {
  return tail.kind === 'footnote' ? { kind: 'plain', text: `\\[^${tail.label ?? ''}]: ${tail.text}` } : tail
}

function* blockHtml(block: MarkdownBlock, scope: Scope): Generator<string> {
  const { kind, text, language, table } = block
  if (kind === 'fence') yield language === 'math' ? formulaHtml(text, true) : codeHtml(text, language)
  else if (kind === 'formula' && !block.unclosed) yield formulaHtml(text, true)
  else if (kind === 'details' && scope.depth < DEPTH) {
    const { summary, rest } = splitSummary(text)
    yield `<details>\n<summary>${markHidden(escapeHtml(summary ?? scope.options.translator.t('markdown.details')))}</summary>\n`
    yield* blocksHtml(rest, scope.options, scope.depth + 1, scope.left)
    yield '</details>\n'
  } else if (table) yield* tableHtml(table, scope)
  else if (kind === 'plain') yield* sourceHtml(text, scope)
  else yield* textAsWritten(text)
}

function codeHtml(code: string, language = ''): string {
  const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`
  const escaped = escapeHtml(code)
  return `<pre dir="ltr"><code${name}>${countUnsafe(code) > HIDDEN_CHARACTERS ? escaped : markHidden(escaped)}\n</code></pre>\n`
}

function* sourceHtml(source: string, scope: Scope): Generator<string> {
  const html = isExpensiveMarkdown(source) ? undefined : parsed(source, scope)
  if (html === undefined) yield* textAsWritten(source)
  else yield html
}

/** A long table is parsed in parts, each with the head. */
function* tableHtml({ head, columns, parts }: TableSource, scope: Scope): Generator<string> {
  const headHtml =
    columns > MOST_COLUMNS || scope.left.cells === 0 || isExpensiveMarkdown(head) ? undefined : between(parsed(head, scope) ?? '', 'thead')
  if (headHtml === undefined) return yield* textAsWritten([head, ...parts].join('\n'))
  const cells = columns * rowsPerPart(columns)
  const most = Math.ceil(scope.left.cells / cells)
  scope.left.cells = Math.max(0, scope.left.cells - Math.min(most, parts.length) * cells)
  yield `<div class="wide" tabindex="0"><table>\n${headHtml}\n`
  for (const rows of parts.slice(0, most)) {
    const source = `${head}\n${rows}`
    const body = isExpensiveMarkdown(source) ? undefined : between(parsed(source, scope) ?? '', 'tbody')
    if (body !== undefined) yield `${body}\n`
    else {
      yield `<tbody><tr><td colspan="${columns}">`
      yield* textAsWritten(rows)
      yield '</td></tr></tbody>\n'
    }
  }
  yield '</table></div>\n'
  if (parts.length > most) yield* textAsWritten(parts.slice(most).join('\n'))
}

/** An element that stands once in what the parser wrote, with its tags. Undefined where the parser found something else. */
function between(html: string, name: string): string | undefined {
  const from = html.indexOf(`<${name}>`)
  const to = html.indexOf(`</${name}>`)
  return from === -1 || to < from ? undefined : html.slice(from, to + name.length + 3)
}

type Extension = NonNullable<Options['extensions']>[number]
type HtmlExtension = NonNullable<Options['htmlExtensions']>[number]

/** Footnotes are taken out by `MarkdownSplitter`. A formula is read as code that does not begin with a tick. */
const syntax: Extension = {
  disable: { null: ['gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall'] },
  text: {
    [formulaMarks.backslash]: formulaSyntax(formulaMarks.backslash, 'codeText'),
    [formulaMarks.dollar]: formulaSyntax(formulaMarks.dollar, 'codeText'),
  },
}

/** What differs from the compiler of the library. `finishHtml` knows these elements. */
const html: HtmlExtension = {
  enter: {
    codeText(token) {
      const isFormula = !this.sliceSerialize(token).startsWith('`')
      if (isFormula) this.buffer()
      else {
        this.setData('inCodeText', true)
        this.tag('<code>')
      }
    },
    htmlFlow() {
      this.lineEndingIfNeeded()
      this.setData('slurpAllLineEndings')
      this.buffer()
    },
    htmlText() {
      this.buffer()
    },
  },
  exit: {
    codeText(token) {
      const written = this.sliceSerialize(token)
      if (written.startsWith('`')) {
        this.setData('inCodeText')
        this.tag('</code>')
        return
      }
      this.resume()
      this.tag('<code class="formula">')
      this.raw(this.encode(written))
      this.tag('</code>')
    },
    htmlFlow(token) {
      const escaped = this.resume()
      if (LINE_BREAK.test(this.sliceSerialize(token).trim())) this.tag('<br>')
      else {
        this.tag('<p class="source">')
        this.raw(escaped)
        this.tag('</p>')
      }
    },
    htmlText(token) {
      this.resume()
      const written = this.sliceSerialize(token)
      if (SMALL_MARK.test(written)) this.tag(written.toLowerCase())
      else this.raw(this.encode(written))
    },
  },
}

const compiling: Options = { extensions: [gfm(), syntax], htmlExtensions: [gfmHtml(), html] }

/** Undefined where the links of a block would make far more of it than stands there. */
function parsed(source: string, { options, definitions, notes, prefix, left }: Scope): string | undefined {
  const more = definitionsFor(source, definitions)
  const work = more === '' && !source.includes(']:') ? 0 : longestLine(`${source}\n${more}`) * (source.split('[').length - 1)
  if (more.length > DEFINITIONS || work > left.referenceWork) return undefined
  left.referenceWork -= work
  const written = micromark(more === '' ? source : `${source}\n\n${more}`, compiling)
  return `${finishHtml(written, { translator: options.translator, keepsBreaks: options.keepsBreaks ?? false, notes, prefix })}\n`
}

function longestLine(text: string): number {
  let [longest, from] = [0, 0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
    longest = Math.max(longest, at - from)
    from = at + 1
  }
  return Math.max(longest, text.length - from)
}
