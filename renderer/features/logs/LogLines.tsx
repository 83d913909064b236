import { ArrowDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import { t } from '../../i18n/t'
import type { LogEntry } from '../../../shared/domain/logEntry'
import { Button } from '../../ui/Button'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { LogLine } from './LogLine'

const wholeUpTo = 100
/** Within this distance, the list counts as scrolled to its end. */
const nearEndPx = 24

export interface LogLinesProps {
  readonly entries: readonly LogEntry[]
  readonly hasMore: boolean
  readonly onOlder: () => Promise<void>
}

/** The entries, oldest first. The list follows new entries until the person scrolls up to read. */
export function LogLines({ entries, hasMore, onOlder }: LogLinesProps) {
  const box = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const [loadedOlder, setLoadedOlder] = useState(false)
  const older = useAsyncAction()
  const last = entries.at(-1)?.id
  useLayoutEffect(() => {
    if (atEnd && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [atEnd, last])
  const onScroll = (): void => {
    if (!box.current) return
    const { scrollTop, scrollHeight, clientHeight } = box.current
    setAtEnd(scrollHeight - clientHeight - scrollTop < nearEndPx)
  }
  const row = (entry: LogEntry) => <LogLine key={entry.id} entry={entry} />
  return (
    <div className="relative">
      <div
        ref={box}
        role="region"
        aria-label={t('logs.entries')}
        tabIndex={0}
        onScroll={onScroll}
        className="max-h-[60vh] min-h-40 overflow-y-auto rounded-3 border border-line bg-raised [overflow-anchor:none]"
      >
        {hasMore && (
          <div className="flex justify-center border-b border-line py-1.5">
            <Button
              size="small"
              busy={older.busy}
              onClick={() => {
                setLoadedOlder(true)
                setAtEnd(false)
                older.run(onOlder)
              }}
            >
              {t('logs.showOlder')}
            </Button>
          </div>
        )}
        <div role="list" aria-label={t('logs.log')} aria-live={atEnd ? 'polite' : 'off'}>
          {entries.length <= wholeUpTo ? (
            entries.map(row)
          ) : (
            <Virtualizer data={entries} scrollRef={box} shift={loadedOlder && !atEnd} itemSize={29} startMargin={hasMore ? 37 : 0}>
              {row}
            </Virtualizer>
          )}
        </div>
      </div>
      {!atEnd && (
        <div className="absolute end-4 bottom-3">
          <Button size="small" className="shadow-menu" onClick={() => setAtEnd(true)}>
            <ArrowDown size={13} strokeWidth={1.75} aria-hidden="true" />
            {t('logs.jumpToLatest')}
          </Button>
        </div>
      )}
    </div>
  )
}
