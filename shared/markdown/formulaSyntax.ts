type Code = number | null
type State = (code: Code) => State | undefined

/** The part of micromark's tokenizer that is used here. */
interface Effects {
  enter(type: string): { type: string }
  exit(type: string): unknown
  consume(code: Code): void
}

/** What begins a formula inside of a line: `\(` and `\[`, or two dollar signs. */
export const formulaMarks = { backslash: 92, dollar: 36 } as const

/** A construct of micromark's texts. */
export interface FormulaConstruct {
  readonly name: string
  tokenize(this: object, effects: Effects, ok: State, nok: State): State
}

const [DOLLAR, ROUND, SQUARE] = [36, 40, 91]
/** A longer formula is not drawn, and looking for its end over and over would hold the page up. */
const LONGEST = 2_500

/** The closing marks that a text does not have any more, by its tokenizer: each is looked for once. */
const missing = new WeakMap<object, Set<Code>>()

/**
 * Pure: the syntax of formulas inside of a line: `\(…\)` and `\[…\]`, or `$$…$$`.
 * @param mark the character that begins and ends one
 * @param token what a formula becomes: `mathText`, or `codeText`, which any compiler of micromark knows
 */
export function formulaSyntax(mark: number, token: 'mathText' | 'codeText'): FormulaConstruct {
  return {
    name: mark === DOLLAR ? 'dollarFormula' : 'bracketFormula',
    tokenize(effects, ok, nok) {
      return tokenize({ effects, ok, nok, mark, token, absent: absentIn(this) })
    },
  }
}

function absentIn(tokenizer: object): Set<Code> {
  const absent = missing.get(tokenizer) ?? new Set<Code>()
  missing.set(tokenizer, absent)
  return absent
}

interface FormulaReading {
  readonly effects: Effects
  readonly ok: State
  readonly nok: State
  readonly mark: number
  readonly token: string
  readonly absent: Set<Code>
}

function tokenize({ effects, ok, nok, mark, token, absent }: FormulaReading): State {
  let close: Code = null
  let size = 0
  let isBlank = true
  let last: { type: string } = { type: '' }
  return (code) => {
    effects.enter(token)
    effects.enter(`${token}Sequence`)
    effects.consume(code)
    return opening
  }
  function opening(code: Code): State | undefined {
    close = closingMark(mark, code)
    if (close === null) return nok(code)
    if (absent.has(close)) return nok(code)
    effects.consume(code)
    effects.exit(`${token}Sequence`)
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
    if (code === mark) {
      last = effects.enter(`${token}Sequence`)
      effects.consume(code)
      return afterMark
    }
    effects.enter(`${token}Data`)
    return inside(code)
  }
  function inside(code: Code): State | undefined {
    if (code === null || code === mark || isLineEnding(code) || size > LONGEST) {
      effects.exit(`${token}Data`)
      return between(code)
    }
    size += 1
    if (code !== 32) isBlank = false
    effects.consume(code)
    return inside
  }
  function afterMark(code: Code): State | undefined {
    if (code === close) {
      if (isBlank) return nok(code)
      effects.consume(code)
      effects.exit(`${token}Sequence`)
      effects.exit(token)
      return afterClose
    }
    // A command of the formula, such as `\alpha` or `\\`, or one dollar sign.
    last.type = `${token}Data`
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

/** The second character of the closing mark, or null where this begins no formula. */
function closingMark(mark: number, second: Code): Code {
  if (mark === DOLLAR) return second === DOLLAR ? DOLLAR : null
  return second === ROUND ? 41 : second === SQUARE ? 93 : null
}

function isLineEnding(code: number): boolean {
  return code < -2
}
