import remarkMath from 'remark-math'
import { addSyntax } from '../addSyntax'

type Code = number | null
type State = (code: Code) => State | undefined

/** The part of micromark's tokenizer that is used here. */
interface Effects {
  enter(type: string): { type: string }
  exit(type: string): unknown
  consume(code: Code): void
}

/** The part of a Markdown tree node (mdast) that is used here. */
interface Node {
  readonly type: string
  readonly children?: readonly Node[]
  readonly position?: { readonly start: { readonly offset?: number } }
  data?: { readonly hProperties?: { className?: readonly string[] } }
}

const [BACKSLASH, ROUND, SQUARE] = [92, 40, 91]
/** A longer formula is not drawn, and looking for its end over and over would hold the page up. */
const LONGEST = 2_500

/**
 * Formulas inside of text: `$$…$$`, `\(…\)` and `\[…\]`. One dollar sign is a price. An unclosed formula is text. Each becomes a `code`
 * element with the class `math-inline` or, when it stands alone, `math-display`. Formulas with lines of their own are found by `splitMarkdown`.
 */
export function remarkFormulas(this: { data(): object }): (tree: Node, file: unknown) => void {
  Reflect.apply(remarkMath, this, [{ singleDollarTextMath: false }])
  // A formula over several lines would swallow all that follows while it is not closed.
  addSyntax(this, { disable: { null: ['mathFlow'] }, text: { [BACKSLASH]: { name: 'bracketFormula', tokenize } } })
  return (tree, file) => markDisplayed(tree, String(file))
}

/** The closing marks that a text does not have any more, by its tokenizer: each is looked for once. */
const missing = new WeakMap<object, Set<Code>>()

/** Reads `\(…\)` and `\[…\]` with the same tokens as `$$…$$`. */
function tokenize(this: object, effects: Effects, ok: State, nok: State): State {
  let close: Code = null
  let size = 0
  let isBlank = true
  let mark: { type: string } = { type: '' }
  const absent = missing.get(this) ?? new Set<Code>()
  missing.set(this, absent)
  return (code) => {
    effects.enter('mathText')
    effects.enter('mathTextSequence')
    effects.consume(code)
    return opening
  }
  function opening(code: Code): State | undefined {
    if (code !== ROUND && code !== SQUARE) return nok(code)
    close = code === ROUND ? 41 : 93
    if (absent.has(close)) return nok(code)
    effects.consume(code)
    effects.exit('mathTextSequence')
    return between
  }
  function between(code: Code): State | undefined {
    if (code === null) absent.add(close)
    if (code === null || size > LONGEST) return nok(code)
    size += 1
    if (isLineEnding(code)) {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return between
    }
    if (code === BACKSLASH) {
      mark = effects.enter('mathTextSequence')
      effects.consume(code)
      return afterBackslash
    }
    effects.enter('mathTextData')
    return inside(code)
  }
  function inside(code: Code): State | undefined {
    if (code === null || code === BACKSLASH || isLineEnding(code) || size > LONGEST) {
      effects.exit('mathTextData')
      return between(code)
    }
    size += 1
    if (code !== 32) isBlank = false
    effects.consume(code)
    return inside
  }
  function afterBackslash(code: Code): State | undefined {
    if (code === close) {
      if (isBlank) return nok(code)
      effects.consume(code)
      effects.exit('mathTextSequence')
      effects.exit('mathText')
      return afterClose
    }
    // A command of the formula, such as `\alpha` or `\\`.
    mark.type = 'mathTextData'
    isBlank = false
    if (code === null || isLineEnding(code)) return inside(code)
    effects.consume(code)
    return inside
  }
  /** `\[words\](address)` are brackets of a text. */
  function afterClose(code: Code): State | undefined {
    return close === 93 && code === ROUND ? nok(code) : ok(code)
  }
}

function isLineEnding(code: number): boolean {
  return code < -2
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
