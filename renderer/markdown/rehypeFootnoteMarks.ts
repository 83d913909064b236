/** The part of an HTML tree node (hast) that this plugin reads. */
interface Node {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly properties?: object
  children?: Node[]
}

const MARK = /\[\^([^\]\s]{1,100})\]/g

/** Makes an `a` element with the property `dataFootnote` of each `[^label]` in prose. A text cannot set this property otherwise. */
export function rehypeFootnoteMarks(): (tree: Node) => void {
  return mark
}

function mark(node: Node): void {
  if (!node.children || node.tagName === 'code' || node.tagName === 'a') return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value?.includes('[^')) return split(child.value)
    mark(child)
    return [child]
  })
}

function split(text: string): Node[] {
  const nodes: Node[] = []
  let from = 0
  for (const { 0: whole, 1: label = '', index } of text.matchAll(MARK)) {
    if (index > from) nodes.push({ type: 'text', value: text.slice(from, index) })
    nodes.push({
      type: 'element',
      tagName: 'a',
      properties: { dataFootnote: label },
      children: [{ type: 'text', value: whole }],
    })
    from = index + whole.length
  }
  if (from < text.length) nodes.push({ type: 'text', value: text.slice(from) })
  return nodes
}
