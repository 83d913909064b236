import { markdownLink } from '../../shared/markdown/markdownLink'
import type { Translator } from '../../shared/i18n/translator'
import { escapeHtml, markHidden, unescapeHtml } from './escapeHtml'
import { formulaHtml } from './formulaHtml'

export interface FinishOptions {
  readonly translator: Pick<Translator, 't'>
  /** Keeps all line breaks of paragraphs, as a person typed them. Otherwise those are kept that no wrapping made. */
  readonly keepsBreaks: boolean
  /** The numbers of the footnotes, by label. */
  readonly notes: ReadonlyMap<string, number>
  /** Begins the identifiers of the footnotes. */
  readonly prefix: string
}

/** Wrapped text has lines that are longer than this. */
const SHORTEST_WRAPPED = 60
/** The others of one block are shown as they are written. */
const MOST_FORMULAS = 100
const NOTE = /\[\^([^\]\s]{1,100})\]/g
const INLINE = /^<\/?(?:a|em|strong|del|code|img|input|sub|sup|kbd)\b/
const NAME = /^<(\/?)([a-z]+[1-6]?)/
/** Elements that become what they are. What a parser writes beside these and those of `#element` is text. */
const kept = new Set(['p', 'em', 'strong', 'del', 'blockquote', 'ol', 'ul', 'li', 'hr', 'pre', 'code', 'thead', 'tbody', 'tr', 'th', 'td'])

/**
 * Makes what the parser of Markdown wrote fit for a page of strangers' words: a link leads only to an absolute address and says where, no
 * picture is loaded, headings stand below those of the page, and characters that hide or reorder others are written out. Linear.
 * @param html what the parser wrote: what is no element of its own is escaped in it
 */
export function finishHtml(html: string, options: FinishOptions): string {
  return new Finisher(html, options).finish()
}

interface OpenLink {
  /** Where its tag stands in what is written. */
  readonly at: number
  readonly address: string
  text: string
}

class Finisher {
  readonly #options: FinishOptions
  /** Texts at even places, tags at odd ones. */
  readonly #tokens: readonly string[]
  readonly #out: string[] = []
  #link: OpenLink | undefined
  #isCode = false
  /** Within HTML as it was written, whose lines stay. */
  #isSource = false
  #small: string | undefined
  /** How long the line is that is being read. */
  #line = 0
  #formulas = 0

  constructor(html: string, options: FinishOptions) {
    this.#tokens = tokensOf(html)
    this.#options = options
  }

  finish(): string {
    for (let index = 0; index < this.#tokens.length; index++) {
      const token = this.#tokens[index] ?? ''
      if (index % 2 === 0) this.#text(token, index)
      else if (token === '<code class="formula">') index = this.#formula(index)
      else this.#tag(token, index)
    }
    return this.#out.join('')
  }

  /** Returns the place of its end tag. */
  #formula(index: number): number {
    const written = unescapeHtml(this.#tokens[index + 1] ?? '')
    const source = written.slice(2, -2)
    const isDrawn = this.#formulas++ < MOST_FORMULAS
    this.#out.push(isDrawn ? formulaHtml(source, written.startsWith('\\[')) : `<code>${markHidden(escapeHtml(source))}</code>`)
    if (this.#link) this.#link.text += source
    this.#line += written.length
    return index + 2
  }

  #text(text: string, index: number): void {
    if (text === '') return
    if (this.#isCode || this.#isSource) {
      this.#out.push(markHidden(text))
      if (this.#link) this.#link.text += unescapeHtml(text)
      return
    }
    if (this.#link) this.#link.text += unescapeHtml(text)
    const lines = text.split('\n')
    for (const [at, line] of lines.entries()) {
      if (at > 0) {
        const isBetweenBlocks =
          (at === 1 && lines[0] === '' && endsLine(this.#tokens[index - 1])) ||
          (at === lines.length - 1 && line === '' && endsLine(this.#tokens[index + 1]))
        const isKept = !isBetweenBlocks && (this.#options.keepsBreaks || this.#line < SHORTEST_WRAPPED)
        this.#out.push(isKept ? '<br>\n' : '\n')
        this.#line = 0
      }
      this.#line += line.length
      this.#out.push(this.#words(line))
    }
  }

  #words(text: string): string {
    if (this.#link || !text.includes('[^')) return markHidden(text)
    const { notes, prefix, translator } = this.#options
    let [out, from] = ['', 0]
    for (const { 0: whole, 1: label = '', index } of text.matchAll(NOTE)) {
      const number = notes.get(unescapeHtml(label))
      if (number === undefined) continue
      const name = escapeHtml(translator.t('markdown.footnote', { number }))
      out += `${markHidden(text.slice(from, index))}<sup><a href="#${prefix}-${number}" aria-label="${name}">${number}</a></sup>`
      from = index + whole.length
    }
    return out + markHidden(text.slice(from))
  }

  #tag(tag: string, index: number): void {
    const [, slash = '', name = ''] = NAME.exec(tag) ?? []
    if (!INLINE.test(tag)) this.#line = 0
    if (name === 'a') return slash === '' ? this.#openLink(tag) : this.#closeLink()
    if (name === 'pre' || name === 'code') this.#isCode = slash === '' || (name === 'code' && this.#tokens[index + 2] === '</pre>')
    if (name === 'p') this.#isSource = tag === '<p class="source">'
    this.#out.push(kept.has(name) ? withoutOddClass(tag) : this.#element(tag, slash, name, index))
  }

  #element(tag: string, slash: string, name: string, index: number): string {
    const { t } = this.#options.translator
    switch (name) {
      case 'br':
        return '<br>'
      case 'img':
        return this.#imageName(tag)
      case 'input': {
        const isDone = tag.includes('checked=')
        return `<input type="checkbox" disabled${isDone ? ' checked' : ''} aria-label="${escapeHtml(t(isDone ? 'markdown.done' : 'markdown.toDo'))}">`
      }
      case 'table':
        return slash === '' ? '<div class="wide" tabindex="0"><table>' : '</table></div>'
      case 'sub':
      case 'sup':
      case 'kbd':
        return this.#smallMark(tag, slash, name, index)
      default: {
        const level = /^h([1-6])$/.exec(name)?.[1]
        // The title of the page and the author of the message stand above.
        return level === undefined ? escapeHtml(tag) : `<${slash}h${Math.min(6, Number(level) + 2)}>`
      }
    }
  }

  /** A mark without its end, or with others in it, is text. */
  #smallMark(tag: string, slash: string, name: string, index: number): string {
    if (slash === '' && this.#tokens[index + 2] === `</${name}>`) {
      this.#small = name
      return `<${name}>`
    }
    if (slash === '' || this.#small !== name) return escapeHtml(tag)
    this.#small = undefined
    return `</${name}>`
  }

  #openLink(tag: string): void {
    if (this.#link) return
    this.#link = { at: this.#out.length, address: unescapeHtml(/^<a href="([^"]*)"/.exec(tag)?.[1] ?? ''), text: '' }
    this.#out.push('')
  }

  #closeLink(): void {
    const open = this.#link
    if (!open) return
    this.#link = undefined
    const link = markdownLink(open.address, open.text)
    if (!link) {
      if (open.address !== '' && open.address !== open.text)
        this.#out.push(` <span class="quiet">(${markHidden(escapeHtml(open.address))})</span>`)
      return
    }
    this.#out[open.at] = linkTag(link.url)
    this.#out.push('</a>')
    if (link.misleading) {
      const { t } = this.#options.translator
      this.#out.push(` <span class="quiet">${escapeHtml(t('markdown.leadsTo', { host: link.host }))}</span>`)
    }
  }

  /** The picture is not loaded: that would tell its host that somebody reads this page. A link leads to it. */
  #imageName(tag: string): string {
    const [, source = '', alt = ''] = /^<img src="([^"]*)" alt="([^"]*)"/.exec(tag) ?? []
    const { t } = this.#options.translator
    const name = alt === '' ? t('markdown.image') : t('markdown.imageNamed', { alt: unescapeHtml(alt).replaceAll(/\s+/g, ' ') })
    const shown = `<span class="picture">${escapeHtml(name)}</span>`
    const link = markdownLink(unescapeHtml(source), '')
    // What it is called may say that the link around it leads elsewhere.
    if (this.#link) this.#link.text += ` ${unescapeHtml(alt)}`
    if (!link) return shown
    const host = escapeHtml(t('markdown.notLoaded', { host: link.host }))
    return this.#link
      ? `${shown} <span class="quiet">(${host})</span>`
      : `${shown} <span class="quiet">(${linkTag(link.url)}${host}</a>)</span>`
  }
}

/** The language of code is one word. With a blank in it, it would be several classes, such as those of the page. */
function withoutOddClass(tag: string): string {
  return tag.startsWith('<code ') && !/^<code class="language-[^\s"]+">$/.test(tag) ? '<code>' : tag
}

function linkTag(url: string): string {
  return `<a href="${escapeHtml(url)}" rel="noreferrer noopener">`
}

/** Whether no text of the same line stands at the other side of this tag. */
function endsLine(tag: string | undefined): boolean {
  return tag === undefined || !INLINE.test(tag)
}

function tokensOf(html: string): readonly string[] {
  const tokens: string[] = []
  let from = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', from)) {
    const end = html.indexOf('>', at)
    if (end === -1) break
    tokens.push(html.slice(from, at), html.slice(at, end + 1))
    from = end + 1
  }
  // What is not closed is none of the parser's tags.
  return [...tokens, html.slice(from).replaceAll('<', '&lt;')]
}
