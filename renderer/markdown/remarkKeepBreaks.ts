/** The part of a Markdown tree node (mdast) that this plugin reads. */
interface Node {
  readonly type: string
  readonly value?: string
  children?: Node[]
}

/** Keeps the line breaks of prose, as a person typed them. Markdown itself joins the lines of a paragraph. */
export function remarkKeepBreaks(): (tree: Node) => void {
  return keep
}

function keep(node: Node): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value?.includes('\n')) {
      return child.value.split('\n').flatMap((value, index): Node[] => [...(index > 0 ? [{ type: 'break' }] : []), { type: 'text', value }])
    }
    keep(child)
    return [child]
  })
}
