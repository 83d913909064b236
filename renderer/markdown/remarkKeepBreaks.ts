/** The part of a Markdown tree node (mdast) that this plugin reads. */
interface Node {
  readonly type: string
  readonly value?: string
  readonly position?: { readonly start: { readonly line: number } } | undefined
  children?: Node[]
}

export interface KeepBreaksOptions {
  /** Whether only those breaks are kept that no wrapping made. */
  readonly notWrapped?: boolean
}

/** Text that somebody wrapped at a width has lines about as long as it: 72 characters or more. */
const SHORTEST_WRAPPED = 60

/**
 * Keeps line breaks of prose: all of them, as a person typed them, or those after a line that is too short for wrapped text, such
 * as in verse, addresses and listings of a model. Markdown itself joins the lines of a paragraph. Each break is decided by the line before it
 * alone, so none of them changes while more is written.
 */
export function remarkKeepBreaks({ notWrapped = false }: KeepBreaksOptions = {}): (tree: Node, file: { toString(): string }) => void {
  return (tree, file) => {
    const lines = notWrapped ? file.toString().split('\n') : []
    keep(tree, (line) => !notWrapped || (line !== undefined && isNotWrapped(lines[line - 1] ?? '')))
  }
}

/** @param isKept whether the break after a line, by its number from 1, is kept. Some texts do not know their line. */
function keep(node: Node, isKept: (line: number | undefined) => boolean): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text' || child.value?.includes('\n') !== true) {
      keep(child, isKept)
      return [child]
    }
    const first = child.position?.start.line
    const parts: Node[] = []
    let text = ''
    for (const [index, value] of child.value.split('\n').entries()) {
      if (index > 0 && isKept(first === undefined ? undefined : first + index - 1)) {
        parts.push({ type: 'text', value: text }, { type: 'break' })
        text = value
      } else text = index === 0 ? value : `${text}\n${value}`
    }
    return [...parts, { type: 'text', value: text }]
  })
}

function isNotWrapped(line: string): boolean {
  return line.trim().length < SHORTEST_WRAPPED
}
