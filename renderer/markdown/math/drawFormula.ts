import { FrameBudget } from './frameBudget'

interface Katex {
  draw(element: HTMLElement, formula: FormulaToDraw): boolean
}

export interface FormulaToDraw {
  readonly source: string
  /** On a line of its own, with large signs. */
  readonly display: boolean
}

let katex: Katex | undefined
let loading: Promise<Katex> | undefined
const budget = new FrameBudget()

/**
 * Draws a formula into an element, at once when that holds nothing up, otherwise a little later. KaTeX is loaded with the first formula.
 * Returns a function that takes the wish back. `done` hears whether the source could be read as a formula.
 */
export function drawFormula(element: HTMLElement, formula: FormulaToDraw, done: (drawn: boolean) => void): () => void {
  let isWanted = true
  const draw = (library: Katex): void => {
    if (isWanted) done(library.draw(element, formula))
  }
  if (katex && budget.tryRun(() => katex && draw(katex))) return () => undefined
  // Where the file of the library cannot be read, the formula stays as it is written.
  const refuse: Katex = { draw: () => false }
  void loadKatex()
    .catch(() => refuse)
    .then((library) => budget.runLater(() => draw(library)))
  return () => {
    isWanted = false
  }
}

async function loadKatex(): Promise<Katex> {
  loading ??= import('./katex')
  try {
    return (katex = await loading)
  } catch (error) {
    // The next formula tries again.
    loading = undefined
    throw error
  }
}
