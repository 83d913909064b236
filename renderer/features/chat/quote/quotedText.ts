/** More is cut off. */
const MOST_CHARACTERS = 20_000

/** What can be quoted: the texts of messages, not their calls, apps and buttons. */
export const QUOTABLE = '[data-quotable]'

/** Inside of a text, what is no part of it: heads of code with its buttons, pictures of formulas (their source stands beside them), folded details. */
const LEFT_OUT =
  'figcaption, iframe, .sr-only, .formula-picture, [aria-hidden="true"]:not(.formula-source), details:not([open]) > :not(summary)'
const BLOCK = 'p, li, td, th, pre, div, h1, h2, h3, h4, h5, h6, blockquote, summary'
/** Between the blocks of these is no blank line. */
const TIGHT = 'ul, ol, table, pre'

/** Returns the texts of the messages in a range, with their lines, at most 20,000 characters. Empty: there is none. */
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
  // Half of a character at the cut goes too.
  return texts
    .join('\n\n')
    .slice(0, MOST_CHARACTERS)
    .replace(/[\uD800-\uDBFF]$/, '')
}

/** Pure: a text as a quote in Markdown, with a blank line after it, so that what is typed next is no part of it. */
export function asQuote(text: string): string {
  const lines = text.split('\n').map((line) => (line === '' ? '>' : `> ${line}`))
  return `${lines.join('\n')}\n\n`
}

/** The text of an element in a range as it is on the screen, or at least `most` characters of it. */
function textIn(element: Element, range: Range, most: number): string {
  const pieces: string[] = []
  let length = 0
  let before: Element | undefined
  const add = (piece: string): void => {
    pieces.push(piece)
    length += piece.length
  }
  for (const node of nodesIn(element, range)) {
    if (length > most) break
    const parent = node.parentElement
    if (!parent || parent.closest(LEFT_OUT) || isInButton(parent)) continue
    if (node instanceof Element) {
      if (node.matches('br')) add('\n')
      continue
    }
    const block = parent.closest(BLOCK) ?? element
    const data = selectedData(node, range)
    const isFirst = block !== before
    const words = parent.closest('pre, .formula-source') ? data : data.replace(/\s+/g, ' ')
    // What stands between two blocks in the source.
    if (isFirst && words.trim() === '') continue
    if (isFirst && before) add(separator(before, block))
    before = block
    add(pieces.at(-1)?.endsWith('\n') === true && !parent.closest('pre') ? words.trimStart() : words)
  }
  const lines = pieces.join('').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
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
