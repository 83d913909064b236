import { ArrowDown, ArrowUp } from 'lucide-react'
import { cloneElement, memo, useMemo, useState, type ReactNode } from 'react'
import { t, translator } from '../../i18n/t'
import { CopyButton } from '../../ui/CopyButton'
import { classNames } from '../../ui/classNames'
import { useMarkdownScope } from '../markdownScope'
import { reactNodeText } from '../reactNodeText'
import { useDrawnRange } from '../slices/useDrawnRange'
import { rowsPerPart } from '../../../shared/markdown/growingTable'
import { nextSort, sortRows, type TableSort } from './sortRows'
import { cellsOf, elementsIn, firstRowNumbers, rowsOf, type TableElement, type TablePart } from './tablePart'
import { tableToCsv } from '../../../shared/lib/tableToCsv'
import { useColumnTracks } from './useColumnTracks'
import { useGrownHeight } from './useGrownHeight'

/** A table that is drawn as a whole, with the sections of what `react-markdown` made of it. */
export function Table({ children }: { readonly children?: ReactNode }) {
  const [head, ...rows] = rowsOf(children)
  return <TableOfParts head={head} parts={[{ count: rows.length, work: 0, read: () => ({ rows, cells: rows.map(cellsOf) }) }]} />
}

/** A table of so many parts is laid out as a whole. */
const PARTS_TOGETHER = 2
/** A table with more rows scrolls in a box of its own where it is taller than most of the window, so that its head stays in view. */
const ROWS_BESIDE_TEXT = 12

export interface TableOfPartsProps {
  readonly head: TableElement | undefined
  readonly parts: readonly TablePart[]
}

/**
 * A table that scrolls sideways, is sorted by a press on the head of a column, and can be copied for a spreadsheet. Its parts are drawn
 * little by little. They are sections of one table, so its columns, its order and what is copied go over all of them.
 */
export function TableOfParts({ head, parts: written }: TableOfPartsProps) {
  const [sort, setSort] = useState<TableSort>()
  const heads = elementsIn(head?.props.children)
  const columns = heads.length
  const parts = usePartsInOrder(written, sort, columns)
  const isLong = written.length > PARTS_TOGETHER
  const rows = written.reduce((sum, { count }) => sum + count, 0)
  const isTall = rows > ROWS_BESIDE_TEXT
  const { box, style: height } = useGrownHeight(rows, isTall)
  const { head: headRow, style: tracks } = useColumnTracks(isLong, columns)
  const numbers = firstRowNumbers(parts)
  // A browser tells screen readers only of rows that are laid out.
  const total = isLong ? (numbers.at(-1) ?? 1) + (parts.at(-1)?.count ?? 1) - 1 : undefined
  return (
    <div className="group/table relative grid grid-cols-[minmax(0,1fr)]">
      <div
        ref={box}
        className={classNames('overflow-x-auto', isTall && 'tall-table')}
        style={height}
        {...(isTall && { 'data-own-scroll': true })}
        role="region"
        aria-label={t('markdown.table')}
        tabIndex={0}
      >
        <table className={tracks && 'parted'} style={tracks} aria-rowcount={total}>
          <thead>
            <tr ref={headRow} aria-rowindex={isLong ? 1 : undefined}>
              {heads.map((cell, column) => (
                <HeadCell
                  key={column}
                  align={cell.props.style?.textAlign}
                  {...(sort?.column === column && { direction: sort.direction })}
                  onSort={() => setSort(nextSort(sort, column))}
                >
                  {cell.props.children}
                </HeadCell>
              ))}
            </tr>
          </thead>
          {/* In another order all rows are drawn anew, which is a burst again. */}
          <Parts
            key={sort ? `${sort.column} ${sort.direction}` : ''}
            parts={parts}
            {...(isLong && { numbers })}
            isSorted={sort !== undefined}
            isTall={isTall}
          />
        </table>
      </div>
      {/* Of a box that scrolls nobody sees how much is in it. It is no part of the text: it is neither found nor selected. */}
      {isTall && <div className="table-rows" data-rows={t('markdown.rows', { count: rows })} />}
      <div
        className={classNames(
          'absolute end-0 z-1 rounded-[5px] bg-raised opacity-0 transition-opacity duration-(--d-instant) group-focus-within/table:opacity-100 group-hover/table:opacity-100',
          isTall ? '-bottom-1' : '-bottom-5',
        )}
      >
        <CopyButton label={t('markdown.copyCsv')} text={() => tableToCsv([cellsOf(head), ...parts.flatMap(({ read }) => read().cells)])} />
      </div>
    </div>
  )
}

function usePartsInOrder(parts: readonly TablePart[], sort: TableSort | undefined, columns: number): readonly TablePart[] {
  return useMemo(() => (sort ? sortedParts(parts, sort, columns) : parts), [parts, sort, columns])
}

function sortedParts(parts: readonly TablePart[], sort: TableSort, columns: number): readonly TablePart[] {
  const rows = parts.flatMap(({ read }) => read().rows)
  const cells = parts.flatMap(({ read }) => read().cells)
  const order = sortRows(cells, sort, translator().locale)
  const most = rowsPerPart(columns)
  return Array.from({ length: Math.ceil(order.length / most) }, (_, part): TablePart => {
    const own = order.slice(part * most, (part + 1) * most)
    const read = {
      // A row has a key that is its own only among those which were read with it.
      rows: own.flatMap((index) => rows.slice(index, index + 1).map((row) => cloneElement(row, { key: index }))),
      cells: own.map((index) => cells[index] ?? []),
    }
    return { count: own.length, work: own.length * columns, read: () => read }
  })
}

interface PartsProps {
  readonly parts: readonly TablePart[]
  /** The number of the first row of each part. Absent: screen readers count by themselves. */
  readonly numbers?: readonly number[]
  readonly isSorted: boolean
  readonly isTall: boolean
}

function Parts({ parts, numbers, isSorted, isTall }: PartsProps) {
  const { isWhole, first } = useMarkdownScope()
  const { from, to } = useDrawnRange(
    parts.map(({ work }) => work),
    // A box of its own shows its beginning.
    first === 'end' && !isSorted && !isTall ? 'end' : 'beginning',
  )
  return parts.map((part, index) => {
    if (index >= from && index < to) return <Rows key={index} part={part} number={numbers?.[index]} />
    // What comes below would move while somebody reads it, unless its place is kept.
    return isWhole || isSorted ? (
      <tbody key={index} data-undrawn aria-hidden="true">
        <tr className="h-[84rem]" />
      </tbody>
    ) : null
  })
}

interface RowsProps {
  readonly part: TablePart
  readonly number: number | undefined
}

const Rows = memo(function Rows({ part, number }: RowsProps) {
  const { rows } = part.read()
  return <tbody>{number === undefined ? rows : rows.map((row, index) => cloneElement(row, { 'aria-rowindex': number + index }))}</tbody>
})

interface HeadCellProps {
  readonly align: unknown
  readonly direction?: TableSort['direction']
  readonly onSort: () => void
  readonly children: ReactNode
}

function HeadCell({ align, direction, onSort, children }: HeadCellProps) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  // A link in the head stays a link: a button cannot hold another.
  const isText = reactNodeText(children).trim() !== '' && elementsIn(children).every(({ type }) => typeof type === 'string' && type !== 'a')
  return (
    <th className={alignClass(align)} aria-sort={direction ?? 'none'}>
      {isText ? (
        <button
          type="button"
          className={classNames(
            'inline-flex items-center gap-1 text-start font-label hover:text-text',
            align === 'right' && 'flex-row-reverse',
          )}
          onClick={onSort}
        >
          <span>{children}</span>
          <Arrow size={12} strokeWidth={1.75} aria-hidden="true" className={classNames('shrink-0', !direction && 'invisible')} />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

/** The side of the cells in a column. */
export function alignClass(align: unknown): string | undefined {
  return align === 'right' ? 'num text-end' : align === 'center' ? 'text-center' : undefined
}
