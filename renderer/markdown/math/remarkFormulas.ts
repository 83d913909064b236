import remarkMath from 'remark-math'
import { formulaMarks, formulaSyntax } from '../../../shared/markdown/formulaSyntax'
import { addSyntax } from '../addSyntax'

/** The part of a Markdown tree node (mdast) that is used here. */
interface Node {
  readonly type: string
  readonly children?: readonly Node[]
  readonly position?: { readonly start: { readonly offset?: number } }
  data?: { readonly hProperties?: { className?: readonly string[] } }
}

/**
 * Formulas inside of text: `$$…$$`, `\(…\)` and `\[…\]`. One dollar sign is a price. An unclosed formula is text. Each becomes a `code`
 * element with the class `math-inline` or, when it stands alone, `math-display`. Formulas with lines of their own are found by `splitMarkdown`.
 */
export function remarkFormulas(this: { data(): object }): (tree: Node, file: unknown) => void {
  Reflect.apply(remarkMath, this, [{ singleDollarTextMath: false }])
  // A formula over several lines would swallow all that follows while it is not closed.
  addSyntax(this, {
    disable: { null: ['mathFlow'] },
    text: { [formulaMarks.backslash]: formulaSyntax(formulaMarks.backslash, 'mathText') },
  })
  return (tree, file) => markDisplayed(tree, String(file))
}

/** Display is for a formula in square brackets and for one that is alone in its paragraph. */
function markDisplayed(node: Node, source: string): void {
  for (const child of node.children ?? []) {
    if (child.type !== 'inlineMath') markDisplayed(child, source)
    else if (isAlone(child, node) || source.startsWith('\\[', child.position?.start.offset ?? 0)) {
      if (child.data?.hProperties) child.data.hProperties.className = ['language-math', 'math-display']
    }
  }
}

function isAlone(node: Node, parent: Node): boolean {
  return parent.type === 'paragraph' && parent.children?.length === 1 && parent.children[0] === node
}
