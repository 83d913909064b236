const CHARACTERS = 2_000
/** Braces, brackets and environments in each other. The work for some accents grows fast with the depth. */
const DEPTH = 20
/** A formula of a hundred characters can define one of millions. */
const DEFINES = /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|global|long)(?![a-zA-Z])/

/** Pure: whether drawing this TeX source could hold the page up. It is then shown as it is written. */
export function isExpensiveFormula(source: string): boolean {
  return source.length > CHARACTERS || DEFINES.test(source) || depthOf(source) > DEPTH
}

function depthOf(source: string): number {
  let depth = 0
  let deepest = 0
  for (const [word] of source.matchAll(/\\(?:left|begin|right|end)(?![a-zA-Z])|\\[\s\S]|[{}[\]]/g)) {
    if (word === '{' || word === '[' || word === '\\left' || word === '\\begin') depth += 1
    else if ((word === '}' || word === ']' || word === '\\right' || word === '\\end') && depth > 0) depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
