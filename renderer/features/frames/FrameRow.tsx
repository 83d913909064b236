import { ArrowLeft, ArrowRight } from 'lucide-react'
import { cx } from '../../ui/cx'
import { SafeText } from '../../ui/SafeText'
import { durationWords, sizeWords, timeWords } from '../../ui/words'
import type { FrameLine } from './frameLines'

/** The columns of the list of frames: time, direction, message, id, size, and how long the answer took. */
export const frameColumns =
  'grid grid-cols-[5.5rem_1rem_minmax(0,1fr)_3.5rem] @min-[30rem]:grid-cols-[5.5rem_1rem_minmax(0,1fr)_2.25rem_3.5rem_3.25rem] gap-x-2 items-center px-3'

export interface FrameRowProps {
  readonly line: FrameLine
  readonly chosen: boolean
  readonly onChoose: () => void
}

/** One frame; pressed, it shows the whole of it. */
export function FrameRow({ line, chosen, onChoose }: FrameRowProps) {
  const { frame } = line
  const Arrow = frame.direction === 'sent' ? ArrowRight : ArrowLeft
  return (
    <div role="listitem" className="border-b border-line">
      <button
        type="button"
        data-list-item
        aria-pressed={chosen}
        onClick={onChoose}
        className={cx(
          frameColumns,
          'h-7 w-full text-left text-12 text-text-2 -outline-offset-2',
          chosen ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <time className="mono num text-text-3" dateTime={new Date(frame.at).toISOString()}>
          {timeWords(frame.at, true)}
        </time>
        <span>
          <Arrow size={13} strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">{frame.direction}</span>
        </span>
        <span className={cx('mono cut', line.kind === 'error' ? 'text-danger-text' : 'text-text')}>
          <SafeText text={line.words} />
        </span>
        <span className="mono num cut text-right text-text-3 @max-[30rem]:hidden">
          {line.messageId !== undefined && <SafeText text={line.messageId} />}
        </span>
        <span className="num text-right">{sizeWords(frame.bytes)}</span>
        <span className="num text-right @max-[30rem]:hidden">{line.ms !== undefined && durationWords(line.ms)}</span>
      </button>
    </div>
  )
}
