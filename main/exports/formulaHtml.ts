import katex from 'katex'
import { isExpensiveFormula } from '../../shared/markdown/isExpensiveFormula'
import { countUnsafe } from '../../shared/lib/unsafeCharacters'
import { escapeHtml, markHidden } from './escapeHtml'

/**
 * Pure: a formula in TeX as MathML, which browsers draw by themselves, without a font or a style of the page. What cannot be drawn, or not
 * without holding others up, is its source.
 */
export function formulaHtml(source: string, display: boolean): string {
  const drawn = isExpensiveFormula(source) || countUnsafe(source) > 0 ? undefined : mathMl(source, display)
  const html = drawn ?? `<code>${markHidden(escapeHtml(source))}</code>`
  // It may stand in a paragraph, which a block would end.
  return display ? `<span class="formula">${html}</span>` : html
}

function mathMl(source: string, displayMode: boolean): string | undefined {
  try {
    return katex.renderToString(source, {
      output: 'mathml',
      displayMode,
      throwOnError: true,
      // No addresses, classes, identifiers or data of the text's choice.
      trust: false,
      strict: 'ignore',
      maxExpand: 1000,
      maxSize: 10,
    })
  } catch {
    // No formula, one that is nested too deeply, or a fault of KaTeX.
    return undefined
  }
}
