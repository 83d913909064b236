import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState, type CSSProperties } from 'react'
import { Virtualizer } from 'virtua'
import type { TableArrangement, TableCell, TableColumn, TableOrder } from '../../../../shared/results/resultAnswers'
import { t, translator } from '../../../i18n/t'
import { nextSort } from '../../../markdown/tables/sortRows'
import { classNames } from '../../../ui/classNames'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'
import { SafeText } from '../../../ui/SafeText'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { columnWidths } from './columnWidths'
import { WordsField } from './FindField'
import { MarkedText } from './MarkedText'
import { ResultBox, RESULT_SCROLLER } from './ResultBox'
import { CopyPart, SavePart } from './ResultButtons'
import type { ResultViewProps } from './resultViewProps'
import { useDocumentAnswer, type ShownDocument } from './shownDocument'
import { useColumnDrag } from './useColumnDrag'

/** In pixels. */
const ROW_HEIGHT = 29
const HEAD_HEIGHT = 29
/** Rows that are asked for together. */
const TOGETHER = 100
/** A browser draws nothing higher than about so many rows. */
const MOST_DRAWN = 1_000_000

/** A list of objects as a table that is filtered and ordered. Only the rows in sight are drawn. */
export function TableView({ shown, server, choice }: ResultViewProps) {
  const { columns, rows: rowCount } = shown.facts.table ?? { columns: [], rows: 0 }
  const [order, setOrder] = useState<TableOrder>()
  const [typed, setTyped] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const filter = useDebouncedValue(typed)
  const arrangement: TableArrangement = { ...(order && { order }), filter, language: translator().lang }
  const { answer, error } = useDocumentAnswer(shown, 'table', { arrangement, from: 0, count: TOGETHER })
  // The widths stay when other rows are on top.
  const [firstRows, setFirstRows] = useState(answer?.rows)
  if (!firstRows && answer) setFirstRows(answer.rows)
  const { template, minWidth, startDrag, fit } = useColumnDrag(columnWidths(columns, firstRows ?? []))
  const total = answer?.total ?? 0
  const tracks: CSSProperties = { gridTemplateColumns: template }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <WordsField label={t('chat.results.filter')} value={typed} onValue={setTyped} />
        <span role="status" className="num flex-1 text-12 whitespace-nowrap text-text-3">
          {filter === '' ? t('chat.results.rows', { count: rowCount }) : t('chat.results.rowsOf', { shown: total, count: rowCount })}
        </span>
        {choice}
      </div>
      <ResultBox
        server={server}
        actions={
          <>
            <CopyPart shown={shown} part={{ kind: 'csv', arrangement }} label={t('markdown.copyCsv')} />
            <SavePart
              shown={shown}
              part={{ kind: 'csv', arrangement }}
              label={t('chat.results.saveCsv')}
              file="result.csv"
              type="text/csv"
            />
          </>
        }
      >
        {/* A region to scroll in, with a table in it: the table itself takes no focus. */}
        <div
          ref={scroller}
          role="region"
          aria-label={t('chat.tableBy', { server })}
          tabIndex={0}
          className={classNames(RESULT_SCROLLER, 'font-code text-12 leading-5')}
        >
          <div
            role="table"
            aria-label={t('chat.tableBy', { server })}
            aria-rowcount={total + 1}
            aria-colcount={columns.length}
            translate="no"
            dir="ltr"
            style={{ minWidth }}
          >
            <div role="rowgroup" className="sticky top-0 z-1">
              <div
                role="row"
                aria-rowindex={1}
                style={tracks}
                className="grid h-[1.8125rem] border-b border-line-strong bg-frame text-text-2"
              >
                {columns.map((column, index) => (
                  <HeadCell
                    key={index}
                    column={column}
                    direction={order?.column === index ? order.direction : undefined}
                    onSort={() => setOrder(nextSort(order, index))}
                    onDrag={(at) => startDrag(index, at)}
                    onFit={() => fit(index)}
                  />
                ))}
              </div>
            </div>
            <div role="rowgroup">
              <Virtualizer
                data={{ length: Math.min(total, MOST_DRAWN) }}
                scrollRef={scroller}
                startMargin={HEAD_HEIGHT}
                itemSize={ROW_HEIGHT}
              >
                {(_, index) => <Row key={index} {...{ shown, arrangement, columns, index, tracks }} />}
              </Virtualizer>
            </div>
          </div>
        </div>
      </ResultBox>
      {answer && total === 0 && <p className="text-12 text-text-2">{t('chat.results.noRows')}</p>}
      {total > MOST_DRAWN && <p className="text-12 text-text-2">{t('chat.results.moreRows')}</p>}
      {error && <ErrorNotice role="alert" error={error} />}
    </>
  )
}

interface HeadCellProps {
  readonly column: TableColumn
  readonly direction: TableOrder['direction'] | undefined
  readonly onSort: () => void
  readonly onDrag: (at: number) => void
  readonly onFit: () => void
}

function HeadCell({ column: { name, isNumeric }, direction, onSort, onDrag, onFit }: HeadCellProps) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <div role="columnheader" aria-sort={direction ?? 'none'} className="relative min-w-0">
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          'flex h-full w-full items-center gap-1 px-2.5 -outline-offset-2 hover:text-text',
          isNumeric ? 'justify-end' : 'justify-start',
          direction && 'font-title text-text',
        )}
      >
        <span className="cut">
          <SafeText text={name} />
        </span>
        {direction && <Arrow size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />}
      </button>
      {/* Its width is for the eye: all of a value is also in the other views. */}
      <span
        aria-hidden="true"
        onPointerDown={(event) => {
          event.preventDefault()
          onDrag(event.clientX)
        }}
        onDoubleClick={onFit}
        className="absolute -end-1 top-0 z-1 flex h-full w-2 cursor-col-resize justify-center before:my-1.5 before:w-px before:bg-line-strong hover:before:my-0 hover:before:w-0.5 hover:before:bg-accent"
      />
    </div>
  )
}

interface RowProps {
  readonly shown: ShownDocument
  readonly arrangement: TableArrangement
  readonly columns: readonly TableColumn[]
  readonly index: number
  readonly tracks: CSSProperties
}

function Row({ shown, arrangement, columns, index, tracks }: RowProps) {
  const from = Math.floor(index / TOGETHER) * TOGETHER
  const { answer } = useDocumentAnswer(shown, 'table', { arrangement, from, count: TOGETHER })
  const cells: readonly TableCell[] = answer?.rows[index - from] ?? []
  return (
    <div role="row" aria-rowindex={index + 2} style={tracks} className="grid h-[1.8125rem] border-b border-line">
      {columns.map(({ isNumeric }, column) => (
        <div
          key={column}
          role="cell"
          className={classNames('cut px-2.5 py-1', isNumeric && 'num text-end', isSecondary(cells[column]) && 'text-text-2')}
        >
          <MarkedText text={cells[column]?.text ?? ''} marks={cells[column]?.marks ?? []} />
        </div>
      ))}
    </div>
  )
}

const isSecondary = (cell: TableCell | undefined): boolean => cell?.kind === 'object' || cell?.kind === 'array' || cell?.text === 'null'
