import { memo, useLayoutEffect, useRef, useState } from 'react'
import { splitUnsafe } from '../../../shared/lib/unsafeCharacters'
import { t } from '../../i18n/t'
import { SafeText } from '../../ui/SafeText'
import { classNames } from '../../ui/classNames'
import { drawFormula, type FormulaToDraw } from './drawFormula'
import { isExpensiveFormula } from '../../../shared/markdown/isExpensiveFormula'
import './formula.css'

/** A formula in TeX. What cannot be drawn, or not without holding the page up, is shown as it is written. */
export const Formula = memo(function Formula({ source, display }: FormulaToDraw) {
  const [undrawn, setUndrawn] = useState<string>()
  if (undrawn === source || isExpensiveFormula(source)) return <FormulaSource source={source} display={display} isRefused />
  if (splitUnsafe(source).some(({ kind }) => kind !== 'text')) return <FormulaSource source={source} display={display} isRefused />
  return <DrawnFormula key={`${display} ${source}`} source={source} display={display} onUndrawn={setUndrawn} />
})

interface DrawnFormulaProps extends FormulaToDraw {
  readonly onUndrawn: (source: string) => void
}

function DrawnFormula({ source, display, onUndrawn }: DrawnFormulaProps) {
  const picture = useRef<HTMLSpanElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useLayoutEffect(
    () =>
      picture.current
        ? drawFormula(picture.current, { source, display }, (drawn) => (drawn ? setDrawn(true) : onUndrawn(source)))
        : undefined,
    [source, display, onUndrawn],
  )
  return (
    <span
      className={classNames('formula', display && 'formula-display')}
      // Scrolls sideways when it is wide, so it can take the focus.
      {...(display && { tabIndex: 0, role: 'group', 'aria-label': t('markdown.formula') })}
    >
      {isDrawn ? (
        // What is selected and copied, and what a search in the conversation finds.
        <span className="formula-source" aria-hidden="true">
          {display ? `$$\n${source.trim()}\n$$` : `$$${source}$$`}
        </span>
      ) : (
        <FormulaSource source={source} display={display} />
      )}
      <span ref={picture} className="formula-picture" translate="no" hidden={!isDrawn} />
    </span>
  )
}

interface FormulaSourceProps extends FormulaToDraw {
  readonly isRefused?: boolean
}

function FormulaSource({ source, display, isRefused = false }: FormulaSourceProps) {
  return (
    <span className={classNames(display && 'block')}>
      <code className={classNames(display && 'breakable block whitespace-pre-wrap')}>
        <SafeText text={source} />
      </code>
      {isRefused && <span className="text-12 text-text-3"> {t('markdown.formulaNotDrawn')}</span>}
    </span>
  )
}
