import { splitUnsafe } from '../../shared/lib/unsafeCharacters'

/** The part of an HTML tree node (hast) that this plugin reads. */
interface Node {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly properties?: object
  children?: Node[]
}

/** Wraps characters that hide or reorder others in a `mark` element with their code. Code blocks do this themselves. */
export function rehypeHiddenCharacters(): (tree: Node) => void {
  return mark
}

function mark(node: Node): void {
  if (!node.children || node.tagName === 'code') return
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text' || child.value === undefined) {
      mark(child)
      return [child]
    }
    const pieces = splitUnsafe(child.value)
    if (pieces.every(({ kind }) => kind === 'text')) return [child]
    return pieces.map((piece): Node => {
      if (piece.kind === 'text') return { type: 'text', value: piece.text }
      return { type: 'element', tagName: 'mark', properties: {}, children: [{ type: 'text', value: piece.code }] }
    })
  })
}
