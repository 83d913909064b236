/** How the first line of a block begins, and the others. */
export interface LineMarks {
  readonly first: string
  readonly others: string
}

/** The marks of lists around a block, in Markdown. `isFirst` is false where a block of the same item stands before it. */
export function listMarks(block: Element, within: Element, isFirst: boolean): LineMarks {
  const item = block.closest('li')
  if (!item || !within.contains(item)) return { first: '', others: '' }
  const list = item.parentElement
  const outer = list ? listMarks(list, within, false).others : ''
  const mark = markOf(item, list)
  const others = outer + ' '.repeat(mark.length)
  return { first: isFirst ? outer + mark + checkOf(item) : others, others }
}

function markOf(item: Element, list: Element | null): string {
  if (!(list instanceof HTMLOListElement)) return '- '
  const before = [...list.querySelectorAll(':scope > li')].indexOf(item)
  return `${list.start + before}. `
}

function checkOf(item: Element): string {
  const box = item.querySelector(':scope > input[type="checkbox"], :scope > p:first-child > input[type="checkbox"]')
  return box instanceof HTMLInputElement ? `[${box.checked ? 'x' : ' '}] ` : ''
}
