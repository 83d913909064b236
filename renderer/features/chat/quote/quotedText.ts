import { ListMarks } from './listMarks'
import { quotedCode } from './quotedCode'

/** More is cut off. */
const MOST_CHARACTERS = 20_000

/** What can be quoted: the texts of messages, not their calls, apps and buttons. */
export const QUOTABLE = '[data-quotable]'

/** Inside of a text, what is no part of it: heads of code with its buttons, pictures of formulas (their source stands beside them), folded details. */
const LEFT_OUT =
  'figcaption, iframe, .sr-only, .formula-picture, [aria-hidden="true"]:not(.formula-source), details:not([open]) > :not(summary)'
const BLOCK = 'p, li, td, th, pre, div, h1, h2, h3, h4, h5, h6, blockquote, summary'
/** Between the blocks of these is no blank line. */
const TIGHT = 'ul, ol, table'

/** Returns the texts of the messages in a range as Markdown, with their lines, at most 20,000 characters. Empty: there is none. */
export function quotedText(list: Element, range: Range): string {
  const texts: string[] = []
  let room = MOST_CHARACTERS
  for (const element of list.querySelectorAll(QUOTABLE)) {
    if (room <= 0) break
    if (!range.intersectsNode(element)) continue
    const text = textIn(element, range, room)
    if (text === '') continue
    texts.push(text)
    room -= text.length
  }
  const whole = texts.join('\n\n')
  return whole.length <= MOST_CHARACTERS ? whole : cutOff(whole)
}

/** Half of a character at the cut goes too, and code that is cut still ends. */
function cutOff(text: string): string {
  const begun = text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')
  let fence: string | undefined
  for (const [, mark = ''] of begun.matchAll(/^ *(`{3,})/gm)) {
    if (fence === undefined) fence = mark
    else if (mark.length >= fence.length) fence = undefined
  }
  return fence === undefined ? begun : `${begun}\n${fence}`
}

/** Pure: a text as a quote in Markdown, with a blank line after it, so that what is typed next is no part of it. */
export function asQuote(text: string): string {
  const lines = text.split('\n').map((line) => (line === '' ? '>' : `> ${line}`))
  return `${lines.join('\n')}\n\n`
}

interface QuotedBlock {
  readonly block: Element
  text: string
}

/** The text of an element in a range as it is on the screen, or at least `most` characters of it. Code and lists are marked as such. */
function textIn(element: Element, range: Range, most: number): string {
  const blocks = blocksIn(element, range, most)
  const marks = new ListMarks(element)
  let before: Element | undefined
  const pieces = blocks.flatMap(({ block, text }) => {
    // A part of one item alone is no list.
    const { first, others } = blocks.length > 1 ? marks.of(block) : { first: '', others: '' }
    const between = before ? separator(before, block) : ''
    before = block
    return [between, first + text.replaceAll('\n', `\n${others}`)]
  })
  const lines = pieces.join('').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/** What is selected of the blocks of an element, without those of which it is nothing. */
function blocksIn(element: Element, range: Range, most: number): readonly QuotedBlock[] {
  const blocks: QuotedBlock[] = []
  let length = 0
  let code: Element | undefined
  for (const node of nodesIn(element, range)) {
    if (length > most) break
    const parent = node.parentElement
    if (!parent || parent.closest(LEFT_OUT) || isInButton(parent)) continue
    const last = blocks.at(-1)
    if (node instanceof Element) {
      if (node.matches('br') && last) last.text += '\n'
      continue
    }
    const inCode = parent.closest('pre') ?? parent.closest('code')
    // It came with its first text.
    if (inCode && inCode === code) continue
    code = inCode ?? undefined
    const block = (inCode ?? parent).closest(BLOCK) ?? element
    const words = inCode ? quotedCode(inCode, range, most) : wordsOf(node, parent, range)
    const isFirst = block !== last?.block
    // What stands between two blocks in the source.
    if (isFirst && words.trim() === '') continue
    length += words.length
    if (isFirst) blocks.push({ block, text: words })
    else if (last) last.text += last.text.endsWith('\n') ? words.trimStart() : words
  }
  return blocks
}

function wordsOf(node: Text, parent: Element, range: Range): string {
  const data = selectedData(node, range)
  return parent.closest('.formula-source') ? data : data.replace(/\s+/g, ' ')
}

/** The texts and elements of an element from the beginning of a range to its end. */
function* nodesIn(element: Element, range: Range): Generator<Element | Text> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  if (element.contains(range.startContainer)) walker.currentNode = range.startContainer
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (range.comparePoint(node, 0) > 0) return
    if (node !== element && (node instanceof Element || node instanceof Text) && range.intersectsNode(node)) yield node
  }
}

function selectedData(node: Text, { startContainer, startOffset, endContainer, endOffset }: Range): string {
  return node.data.slice(node === startContainer ? startOffset : 0, node === endContainer ? endOffset : undefined)
}

/** A link is a button too, and so is the head of a column. */
function isInButton(element: Element): boolean {
  const button = element.closest('button')
  return button !== null && button.getAttribute('role') !== 'link' && button.closest('th') === null
}

function separator(before: Element, block: Element): string {
  const row = block.closest('tr')
  if (row && row === before.closest('tr')) return ' | '
  const [one, other] = [before.closest(TIGHT), block.closest(TIGHT)]
  return one && other && (one.contains(other) || other.contains(one)) ? '\n' : '\n\n'
}
