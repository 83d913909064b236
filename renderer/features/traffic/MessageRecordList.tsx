import { useLayoutEffect, useRef } from 'react'
import { Virtualizer } from 'virtua'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'
import { messageRecordColumns, MessageRecordRow } from './MessageRecordRow'
import type { RecordLine } from './pairMessageRecords'

const wholeUpTo = 200

export interface MessageRecordListProps {
  readonly lines: readonly RecordLine[]
  readonly chosenId: number | undefined
  readonly onChoose: (id: number) => void
  readonly hasOlder: boolean
  readonly older: boolean
  readonly onOlder: () => void
}

/** Messages as rows, oldest first. The list starts scrolled to its end, where the newest ones are. */
export function MessageRecordList({ lines, chosenId, onChoose, hasOlder, older, onOlder }: MessageRecordListProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [])
  const row = (line: RecordLine) => (
    <MessageRecordRow key={line.record.id} line={line} chosen={line.record.id === chosenId} onChoose={() => onChoose(line.record.id)} />
  )
  return (
    <div className="@container overflow-hidden rounded-3 border border-line bg-raised">
      <div
        aria-hidden="true"
        className={classNames(messageRecordColumns, 'h-7 border-b border-line bg-sunk text-11 font-label text-text-2')}
      >
        <span>{t('traffic.time')}</span>
        <span />
        <span>{t('traffic.message')}</span>
        <span className="text-end @max-[30rem]:hidden">{t('traffic.id')}</span>
        <span className="text-end">{t('traffic.size')}</span>
        <span className="text-end @max-[30rem]:hidden">{t('traffic.took')}</span>
      </div>
      <div ref={box} className="max-h-[55vh] overflow-y-auto">
        {hasOlder && (
          <div className="flex justify-center border-b border-line py-1.5">
            <Button size="small" busy={older} onClick={onOlder}>
              {t('traffic.showOlder')}
            </Button>
          </div>
        )}
        <div role="list" aria-label={t('traffic.name')} className="-mb-px">
          {lines.length <= wholeUpTo ? (
            lines.map(row)
          ) : (
            <Virtualizer data={lines} scrollRef={box} itemSize={29} startMargin={hasOlder ? 37 : 0}>
              {row}
            </Virtualizer>
          )}
        </div>
      </div>
    </div>
  )
}
