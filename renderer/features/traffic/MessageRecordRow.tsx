import { ArrowLeft, ArrowRight } from 'lucide-react'
import { t } from '../../i18n/t'
import { classNames } from '../../ui/classNames'
import { SafeText } from '../../ui/SafeText'
import { formatDuration } from '../../ui/format/formatDuration'
import { formatTime, isoTime } from '../../ui/format/formatTime'
import { formatBytes } from '../../ui/format/formatBytes'
import { describeRecord, type RecordLine } from './pairMessageRecords'

/** The columns of the list of messages: time, direction, message, id, size, and the time until the answer. */
export const messageRecordColumns =
  'grid grid-cols-[5.5rem_1rem_minmax(0,1fr)_3.5rem] @min-[30rem]:grid-cols-[5.5rem_1rem_minmax(0,1fr)_2.25rem_3.5rem_3.25rem] gap-x-2 items-center px-3'

export interface MessageRecordRowProps {
  readonly line: RecordLine
  readonly chosen: boolean
  readonly onChoose: () => void
}

/** One message. A click shows all of it. */
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
          'h-7 w-full text-start text-12 text-text-2 -outline-offset-2',
          chosen ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <time translate="no" className="mono num text-text-3" dateTime={isoTime(record.at)}>
          {formatTime(record.at, true)}
        </time>
        <span>
          <Arrow size={13} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
          <span className="sr-only">{t(`traffic.direction.${record.direction}`)}</span>
        </span>
        <span translate="no" className={classNames('mono cut', line.kind === 'error' ? 'text-danger-text' : 'text-text')}>
          <SafeText text={describeRecord(line)} />
        </span>
        <span translate="no" className="mono num cut text-end text-text-3 @max-[30rem]:hidden">
          {line.messageId !== undefined && <SafeText text={line.messageId} />}
        </span>
        <span translate="no" className="num text-end">
          {formatBytes(record.bytes)}
        </span>
        <span translate="no" className="num text-end @max-[30rem]:hidden">
          {line.ms !== undefined && formatDuration(line.ms)}
        </span>
      </button>
    </div>
  )
}
