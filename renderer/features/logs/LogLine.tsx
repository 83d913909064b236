import { t, translator } from '../../i18n/t'
import type { LogEntry, LogLevel } from '../../../shared/domain/logEntry'
import { classNames } from '../../ui/classNames'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { formatTime, isoTime } from '../../ui/format/formatTime'

const colours: Record<LogLevel, string> = {
  debug: 'text-text-3',
  info: 'text-text-2',
  notice: 'text-text',
  warning: 'text-ask-text',
  error: 'text-danger-text',
  critical: 'text-danger-text font-title',
  alert: 'text-danger-text font-title',
  emergency: 'text-danger-text font-title',
}

/**
 * One entry: its time, its level as word and colour, and on the server's paper its words, the logger and the text. The text is never markup.
 * Of a message that Parley does not know: in the place of the level what became of it, the method, and the parameters.
 */
export function LogLine({ entry }: { readonly entry: LogEntry }) {
  return (
    <div role="listitem" className="border-b border-line px-3 py-1">
      {entry.dropped !== undefined && entry.dropped > 0 && (
        <div className="num pb-1 text-12 text-ask-text">{t('logs.dropped', { count: entry.dropped })}</div>
      )}
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 medium:flex-nowrap">
        <time translate="no" className="mono num min-w-15 shrink-0 text-12 text-text-3" dateTime={isoTime(entry.at)}>
          {isToday(entry.at) ? '' : `${translator().date(entry.at, { day: 'numeric', month: 'short' })} `}
          {formatTime(entry.at)}
        </time>
        {entry.unknown === undefined ? (
          <span className={classNames('w-17 shrink-0 text-12', colours[entry.level])}>{t(`logs.level.${entry.level}`)}</span>
        ) : (
          <span className="shrink-0 text-12 text-ask-text">{t(`logs.unknown.${entry.unknown}`)}</span>
        )}
        <div className="min-w-0 basis-full medium:basis-auto">
          <ServerQuoteLine whole data lead={entry.logger} text={entry.text} />
        </div>
      </div>
    </div>
  )
}

function isToday(at: number): boolean {
  return new Date(at).toDateString() === new Date().toDateString()
}
