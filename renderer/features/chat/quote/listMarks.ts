/** How the first line of a block begins, and the others. */
export interface LineMarks {
  readonly first: string
  readonly others: string
}

/** Writes the marks of lists around the blocks of one text, in Markdown, as the blocks come one after the other. */
export class ListMarks {
  readonly #within: Element
  readonly #numbers = new Map<Element, number>()
  /** Of each item that has begun, how its other lines begin. */
  readonly #begun = new Map<Element, string>()

  constructor(within: Element) {
    this.#within = within
  }

  of(block: Element): LineMarks {
    const item = block.closest('li')
    const list = item?.parentElement
    if (!item || !list || !this.#within.contains(item)) return { first: '', others: '' }
    const begun = this.#begun.get(item)
    if (begun !== undefined) return { first: begun, others: begun }
    const outer = this.#linesAround(list)
    const mark = list instanceof HTMLOListElement ? `${this.#numberOf(item, list)}. ` : '- '
    const others = outer + ' '.repeat(mark.length)
    this.#begun.set(item, others)
    return { first: outer + mark + checkOf(item), others }
  }

  /** An item around a list counts only where its own beginning is selected. */
  #linesAround(list: Element): string {
    const item = list.closest('li')
    return item ? (this.#begun.get(item) ?? (item.parentElement ? this.#linesAround(item.parentElement) : '')) : ''
  }

  /** Counts a list once, however many of its items are asked for. */
  #numberOf(item: Element, list: HTMLOListElement): number {
    if (!this.#numbers.has(item)) {
      let number = list.start
      for (const each of list.children) if (each.matches('li')) this.#numbers.set(each, number++)
    }
    return this.#numbers.get(item) ?? list.start
  }
}

function checkOf(item: Element): string {
  const box = item.querySelector(':scope > input[type="checkbox"], :scope > p:first-child > input[type="checkbox"]')
  return box instanceof HTMLInputElement ? `[${box.checked ? 'x' : ' '}] ` : ''
}
