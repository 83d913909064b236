import type { TextMark } from '../../../../shared/results/resultAnswers'
import { SafeText } from '../../../ui/SafeText'

export interface MarkedTextProps {
  readonly text: string
  readonly marks: readonly TextMark[]
  /** Where the mark begins that the person is at. */
  readonly front?: number | undefined
  /** Called with the mark in front when it is drawn. */
  readonly onFront?: (mark: HTMLElement | null) => void
}

/** A server's text, with what was found in it marked. */
export function MarkedText({ text, marks, front, onFront }: MarkedTextProps) {
  if (marks.length === 0) return <SafeText text={text} />
  return marks.map(([from, to], index) => (
    <span key={from}>
      <SafeText text={text.slice(marks[index - 1]?.[1] ?? 0, from)} />
      <mark ref={from === front ? onFront : undefined} className={from === front ? 'found-in-result-front' : 'found-in-result'}>
        <SafeText text={text.slice(from, to)} />
      </mark>
      {index === marks.length - 1 && <SafeText text={text.slice(to)} />}
    </span>
  ))
}
