import { ArrowLeft, ArrowRight } from 'lucide-react'
import { classNames } from '../../ui/classNames'
import { SafeText } from '../../ui/SafeText'
import { formatDuration, formatBytes, formatTime } from '../../ui/format/relativeTime'
import type { RecordLine } from './recordLines'

/** The columns of the list of frames: time, direction, message, id, size, and how long the answer took. */
export const messageRecordColumns =
  'grid grid-cols-[5.5rem_1rem_minmax(0,1fr)_3.5rem] @min-[30rem]:grid-cols-[5.5rem_1rem_minmax(0,1fr)_2.25rem_3.5rem_3.25rem] gap-x-2 items-center px-3'

export interface MessageRecordRowProps {
  readonly line: RecordLine
  readonly chosen: boolean
  readonly onChoose: () => void
}

/** One frame; pressed, it shows the whole of it. */
export function MessageRecordRow({ line, chosen, onChoose }: MessageRecordRowProps) {
  const { record } = line
  const Arrow = record.direction === 'sent' ? ArrowRight : ArrowLeft
  return (
    <div role="listitem" className="border-b border-line">
      <button
        type="button"
        data-list-item
        aria-pressed={chosen}
        onClick={onChoose}
        className={classNames(
          messageRecordColumns,
          'h-7 w-full text-left text-12 text-text-2 -outline-offset-2',
          chosen ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <time className="mono num text-text-3" dateTime={new Date(record.at).toISOString()}>
          {formatTime(record.at, true)}
        </time>
        <span>
          <Arrow size={13} strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">{record.direction}</span>
        </span>
        <span className={classNames('mono cut', line.kind === 'error' ? 'text-danger-text' : 'text-text')}>
          <SafeText text={line.words} />
        </span>
        <span className="mono num cut text-right text-text-3 @max-[30rem]:hidden">
          {line.messageId !== undefined && <SafeText text={line.messageId} />}
        </span>
        <span className="num text-right">{formatBytes(record.bytes)}</span>
        <span className="num text-right @max-[30rem]:hidden">{line.ms !== undefined && formatDuration(line.ms)}</span>
      </button>
    </div>
  )
}
