import katex from 'katex'
import 'katex/dist/katex.min.css'
import { copyFormulasAsSource } from './copyFormulas'
import type { FormulaToDraw } from './drawFormula'

copyFormulasAsSource()

/**
 * Draws a formula into an element, for eyes and as MathML for screen readers. Returns false when the source is no formula. KaTeX makes
 * elements and sets their styles one by one, which the page's policy allows; its HTML as text would lose them.
 */
export function draw(element: HTMLElement, { source, display }: FormulaToDraw): boolean {
  try {
    katex.render(source, element, {
      displayMode: display,
      throwOnError: false,
      // No addresses, classes, identifiers or data of the text's choice.
      trust: false,
      strict: 'ignore',
      maxExpand: 1000,
      maxSize: 10,
      errorColor: 'var(--text-3)',
    })
  } catch {
    // Nested too deeply, or a fault of KaTeX.
    return false
  }
  return element.firstElementChild?.className !== 'katex-error'
}
