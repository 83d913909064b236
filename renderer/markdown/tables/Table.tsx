import { ArrowDown, ArrowUp } from 'lucide-react'
import { Children, isValidElement, useState, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import { t, translator } from '../../i18n/t'
import { CopyButton } from '../../ui/CopyButton'
import { classNames } from '../../ui/classNames'
import { reactNodeText } from '../reactNodeText'
import { nextSort, sortRows, type TableSort } from './sortRows'
import { tableToCsv } from './tableToCsv'

/** A table that scrolls sideways, is sorted by a press on the head of a column, and can be copied for a spreadsheet. */
export function Table({ children }: { readonly children?: ReactNode }) {
  const [sort, setSort] = useState<TableSort>()
  const [head, ...rows] = elementsIn(children).flatMap((section) => elementsIn(section.props.children))
  const cells = rows.map(cellsOf)
  const order = sort ? sortRows(cells, sort, translator().locale) : rows.map((_, index) => index)
  return (
    <div className="group/table relative grid grid-cols-[minmax(0,1fr)]">
      <div className="overflow-x-auto" role="region" aria-label={t('markdown.table')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {elementsIn(head?.props.children).map((cell, column) => (
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
          <tbody>{order.map((index) => rows[index])}</tbody>
        </table>
      </div>
      <div className="absolute end-0 -bottom-5 z-1 rounded-[5px] bg-raised opacity-0 transition-opacity duration-(--d-instant) group-focus-within/table:opacity-100 group-hover/table:opacity-100">
        <CopyButton label={t('markdown.copyCsv')} text={() => tableToCsv([cellsOf(head), ...order.map((index) => cells[index] ?? [])])} />
      </div>
    </div>
  )
}

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

type MarkdownElement = ReactElement<{ readonly children?: ReactNode; readonly style?: CSSProperties }>

function elementsIn(children: ReactNode): readonly MarkdownElement[] {
  return Children.toArray(children).filter(isMarkdownElement)
}

function isMarkdownElement(node: ReactNode): node is MarkdownElement {
  return isValidElement(node)
}

function cellsOf(row: MarkdownElement | undefined): readonly string[] {
  return elementsIn(row?.props.children).map((cell) => reactNodeText(cell))
}
