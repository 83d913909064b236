import { ChevronDown, ChevronRight } from 'lucide-react'
import type { TreeRow } from '../../../../shared/results/resultAnswers'
import { t, translator } from '../../../i18n/t'
import { classNames } from '../../../ui/classNames'
import { SafeText } from '../../../ui/SafeText'

/** What is deeper is indented no further. */
const MOST_INDENTED = 16

export interface TreeItemProps {
  readonly id: string
  readonly row: TreeRow
  readonly isActive: boolean
  readonly onPress: () => void
}

/** One row of a tree: a value with its key, or some values of a long list. */
export function TreeItem({ id, row, isActive, onPress }: TreeItemProps) {
  const { depth, position, siblings, children, isOpen } = row
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    // The tree has the keyboard, also when a row is pressed: a row with the focus takes it along when it is scrolled away.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={siblings}
      aria-posinset={position}
      aria-selected={isActive}
      {...(children > 0 && { 'aria-expanded': isOpen })}
      onClick={onPress}
      style={{ paddingInlineStart: `${Math.min(depth, MOST_INDENTED) * 1.125}rem` }}
      className={classNames(
        'flex min-h-[1.375rem] items-start gap-1 rounded-1 pe-2 outline-none',
        isActive && 'bg-accent-soft',
        children > 0 && 'cursor-default',
      )}
    >
      {children > 0 ? (
        <Chevron size={14} strokeWidth={1.75} aria-hidden="true" className="mt-1 shrink-0 text-text-3" />
      ) : (
        <span className="w-3.5 shrink-0" />
      )}
      <span className="breakable min-w-0 whitespace-pre-wrap">
        <Name row={row} />
        <Value row={row} />
      </span>
    </div>
  )
}

function Name({ row: { key, index, range } }: Pick<TreeItemProps, 'row'>) {
  if (range) {
    const [from, to] = range
    return from === to ? translator().number(from) : t('chat.results.range', { from, to })
  }
  if (index !== undefined) return `${index}: `
  if (key === undefined) return null
  return (
    <>
      <span className="text-(--syn-key)">
        {'"'}
        <SafeText text={key} />
        {'"'}
      </span>
      {': '}
    </>
  )
}

function Value({ row: { kind, text, isCut, children } }: Pick<TreeItemProps, 'row'>) {
  if (kind === 'object' || kind === 'array' || kind === 'range') {
    const sign = kind === 'object' ? '{}' : kind === 'array' ? '[]' : ''
    return (
      <>
        {sign}
        <span className="ms-1.5 font-ui text-12 text-text-3">
          {t(kind === 'object' ? 'chat.results.keys' : 'chat.results.items', { count: children })}
        </span>
      </>
    )
  }
  return (
    <span className={kind === 'string' ? 'text-(--syn-str)' : 'text-(--syn-num)'}>
      <SafeText text={text} />
      {isCut && '…'}
    </span>
  )
}
