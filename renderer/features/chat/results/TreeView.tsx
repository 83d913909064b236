import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { TreeRow } from '../../../../shared/results/resultAnswers'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { classNames } from '../../../ui/classNames'
import { SafeText } from '../../../ui/SafeText'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { FindField, useFinding } from './FindField'
import { ResultBox, RESULT_SCROLLER } from './ResultBox'
import { CopyPart } from './ResultButtons'
import type { ResultViewProps } from './resultViewProps'
import { askDocument, useDocumentAnswer, type ShownDocument } from './shownDocument'
import { TreeItem } from './TreeItem'

/** In pixels. */
const ROW_HEIGHT = 22
/** Rows that are asked for together. */
const TOGETHER = 100
/** Rows that Page Up and Page Down go over. */
const PAGE = 15

/** A JSON text as a tree whose branches fold. Only the rows in sight are drawn. */
export function TreeView({ shown, server, choice }: ResultViewProps) {
  const [folds, setFolds] = useState<readonly string[]>([])
  const [active, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const idOf = useId()
  const finding = useFinding()
  // What is unfolded by hand meanwhile changes nothing about what was found.
  const [base, setBase] = useState(folds)
  const found = useDocumentAnswer(shown, 'findInTree', finding.asked && { ...finding.asked, folds: base })
  const first = useDocumentAnswer(shown, 'tree', { folds, from: 0, count: TOGETHER })
  const total = first.answer?.total ?? 0
  const current = useRow(shown, folds, active)
  const path = useDocumentAnswer(shown, 'path', current && { id: current.id })
  const show = (row: number): void => {
    setActive(row)
    list.current?.scrollToIndex(row, { align: 'nearest' })
  }
  const { answer } = found
  const [taken, setTaken] = useState(answer)
  // The answer says with which folds the value is in sight.
  if (answer !== taken) {
    setTaken(answer)
    if (answer?.folds && answer.row !== undefined) {
      setFolds(answer.folds)
      setActive(answer.row)
    }
  }
  const scrolledTo = useRef<typeof answer>(undefined)
  useEffect(() => {
    // The tree has its new rows once they are drawn. Who folds something then is not pulled back.
    if (scrolledTo.current === answer || (answer?.row ?? 0) >= total) return
    scrolledTo.current = answer
    if (answer?.row !== undefined) list.current?.scrollToIndex(answer.row, { align: 'center' })
  }, [answer, total])
  const type = (next: string): void => {
    setBase(folds)
    finding.type(next)
  }
  const turn = ({ id }: Pick<TreeRow, 'id'>): void => setFolds(folds.includes(id) ? folds.filter((other) => other !== id) : [...folds, id])
  const toParent = (of: TreeRow): void => {
    void parentOf(shown, folds, active, of.depth).then(show, () => undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return
    const to = targetOf(event.key, current, active, total)
    if (to === undefined) return
    if (to === 'turn') turn(current)
    else if (to === 'parent') toParent(current)
    else show(to)
    event.preventDefault()
  }
  const error = first.error ?? found.error
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <FindField label={t('chat.results.findInTree')} finding={{ ...finding, type }} found={answer} />
        {path.answer !== undefined && path.answer !== '' && (
          <span className="cut min-w-0 flex-1 text-12 text-text-3">
            <Text
              id="chat.results.at"
              components={{
                path: (
                  <span translate="no" className="mono text-text">
                    <SafeText text={path.answer} />
                  </span>
                ),
              }}
            />
          </span>
        )}
        {choice}
      </div>
      <ResultBox
        server={server}
        actions={current && <CopyPart shown={shown} part={{ kind: 'branch', id: current.id }} label={t('chat.results.copyBranch')} />}
      >
        <div
          ref={scroller}
          role="tree"
          aria-label={t('chat.results.treeBy', { server })}
          aria-activedescendant={`${idOf}-${active}`}
          tabIndex={0}
          dir="ltr"
          translate="no"
          onKeyDown={onKeyDown}
          className={classNames(RESULT_SCROLLER, 'px-2 py-1.5 font-code text-[0.78125rem] leading-[1.375rem]')}
        >
          <Virtualizer
            ref={list}
            data={{ length: total }}
            scrollRef={scroller}
            startMargin={6}
            itemSize={ROW_HEIGHT}
            keepMounted={active < total ? [active] : []}
          >
            {(_, index) => (
              <Row
                key={index}
                {...{ shown, folds, index, turn }}
                id={`${idOf}-${index}`}
                isActive={index === active}
                onActive={setActive}
              />
            )}
          </Virtualizer>
        </div>
      </ResultBox>
      {error && <ErrorNotice role="alert" error={error} />}
    </>
  )
}

/** What a key does in a tree: the row to go to, the one that holds this one, or whether this one folds. */
function targetOf(key: string, { children, isOpen }: TreeRow, active: number, total: number): number | 'turn' | 'parent' | undefined {
  const last = Math.max(0, total - 1)
  const folds = children > 0
  if (key === 'Enter' || key === ' ') return folds ? 'turn' : undefined
  if (key === 'ArrowRight') return folds && !isOpen ? 'turn' : folds ? Math.min(active + 1, last) : undefined
  if (key === 'ArrowLeft') return folds && isOpen ? 'turn' : 'parent'
  if (key === 'ArrowDown') return Math.min(active + 1, last)
  if (key === 'ArrowUp') return Math.max(active - 1, 0)
  if (key === 'PageDown') return Math.min(active + PAGE, last)
  if (key === 'PageUp') return Math.max(active - PAGE, 0)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

/** The row above that holds this one. */
async function parentOf(shown: ShownDocument, folds: readonly string[], active: number, depth: number): Promise<number> {
  for (let end = active; end > 0; end -= TOGETHER) {
    const from = Math.max(0, end - TOGETHER)
    const { rows } = await askDocument(shown, 'tree', { folds, from, count: end - from })
    const place = rows.findLastIndex((row) => row.depth < depth)
    if (place !== -1) return from + place
  }
  return 0
}

function useRow(shown: ShownDocument, folds: readonly string[], index: number): TreeRow | undefined {
  const from = Math.floor(index / TOGETHER) * TOGETHER
  return useDocumentAnswer(shown, 'tree', { folds, from, count: TOGETHER }).answer?.rows[index - from]
}

interface RowProps {
  readonly shown: ShownDocument
  readonly folds: readonly string[]
  readonly index: number
  readonly id: string
  readonly isActive: boolean
  readonly onActive: (index: number) => void
  readonly turn: (row: TreeRow) => void
}

function Row({ shown, folds, index, id, isActive, onActive, turn }: RowProps) {
  const row = useRow(shown, folds, index)
  if (!row) return <div className="h-[1.375rem]" />
  const onPress = (): void => {
    onActive(index)
    if (row.children > 0) turn(row)
  }
  return <TreeItem id={id} row={row} isActive={isActive} onPress={onPress} />
}
