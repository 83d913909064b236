/** The part of an HTML tree node (hast) that this plugin reads. */
interface Node {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly properties?: object
  children?: Node[]
}

const TAG = /^<(\/?)(br|sub|sup|kbd)\s?\/?>$/i
/** Marks that nest deeper stay text. */
const DEPTH = 8

/**
 * Makes elements of `<br>`, and of `<sub>`, `<sup>` and `<kbd>` with their end tag. A tag with any attribute, every other tag and one
 * without its partner stay text.
 */
export function rehypeInlineHtml(): (tree: Node) => void {
  return (tree) => replaceIn(tree)
}

function replaceIn(node: Node): void {
  if (!node.children) return
  if (node.children.some(({ type }) => type === 'raw')) node.children = nest(node.children)
  for (const child of node.children) replaceIn(child)
}

interface Open {
  readonly name: string
  readonly raw: Node
  readonly children: Node[]
}

/** Goes through siblings once, with the tags that are open. */
function nest(siblings: readonly Node[]): Node[] {
  const result: Node[] = []
  const stack: Open[] = []
  const into = (): Node[] => stack.at(-1)?.children ?? result
  const reopen = (): void => {
    const open = stack.pop()
    if (open) into().push(open.raw, ...open.children)
  }
  for (const node of siblings) {
    const tag = node.type === 'raw' ? TAG.exec(node.value ?? '') : null
    const name = tag?.[2]?.toLowerCase() ?? ''
    if (!tag) into().push(node)
    else if (name === 'br') into().push(element('br', []))
    else if (tag[1] === '' && stack.length < DEPTH) stack.push({ name, raw: node, children: [] })
    else if (tag[1] === '/' && stack.some((open) => open.name === name)) {
      // What was opened inside of it and not closed is text.
      while (stack.at(-1)?.name !== name) reopen()
      const closed = stack.pop()
      if (closed) into().push(element(closed.name, closed.children))
    } else into().push(node)
  }
  while (stack.length > 0) reopen()
  return result
}

function element(tagName: string, children: Node[]): Node {
  return { type: 'element', tagName, properties: {}, children }
}
