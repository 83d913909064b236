import { WrapText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { TextAnswer } from '../../../../shared/results/resultAnswers'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { FindField, useFinding } from './FindField'
import type { LookedFor } from './lookInResult'
import { MarkedText } from './MarkedText'
import { ResultBox, RESULT_SCROLLER } from './ResultBox'
import { SavePart } from './ResultButtons'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import type { ResultViewProps } from './resultViewProps'
import { useDocumentAnswer, type ShownDocument } from './shownDocument'
import { useRowCharacters } from './useRowCharacters'

/** In pixels. */
const ROW_HEIGHT = 20
/** JSON whose lines are longer was not written to be read by lines. */
const LONG_LINE = 400
const PLAIN = /^[\t\x20-\x7E]*$/
const IN_SIGHT = { block: 'nearest', inline: 'nearest' } as const
/** Rows that are asked for together. */
const TOGETHER = 100

export interface TextViewProps extends ResultViewProps {
  /** What a search looks for in it. */
  readonly lookedFor?: LookedFor | undefined
}

/** A text with line numbers. Only the rows in sight are drawn. */
export function TextView({ shown, server, choice, lookedFor }: TextViewProps) {
  const { facts } = shown
  const [wraps, setWraps] = useState(!facts.isJson || facts.characters > facts.lines * LONG_LINE)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const characters = useRowCharacters(scroller, wraps)
  const finding = useFinding(lookedFor)
  const { words, hit, asked } = finding
  const first = useDocumentAnswer(shown, 'text', characters === undefined ? undefined : { characters, words, from: 0, count: TOGETHER })
  const found = useDocumentAnswer(shown, 'findText', asked && characters !== undefined ? { characters, ...asked } : undefined)
  const { row, at } = found.answer ?? {}
  const isOnTheWay = useRef(false)
  useEffect(() => {
    if (row === undefined) return
    list.current?.scrollToIndex(row, { align: 'center' })
    const drawn = scroller.current?.querySelector('.found-in-result-front')
    isOnTheWay.current = !drawn
    drawn?.scrollIntoView(IN_SIGHT)
  }, [row, at, hit, words])
  // Only a step brings it into sight: whoever scrolls away is not pulled back.
  const onFront = (mark: HTMLElement | null): void => {
    if (!mark || !isOnTheWay.current) return
    isOnTheWay.current = false
    mark.scrollIntoView(IN_SIGHT)
  }
  const error = first.error ?? found.error
  const total = first.answer?.total ?? 0
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <FindField label={t('chat.results.findText')} finding={finding} found={found.answer} />
        {choice}
      </div>
      <ResultBox
        server={server}
        actions={
          <>
            <span className="num">{t('chat.results.lines', { count: facts.lines })}</span>
            <Button
              look="bare"
              size="small"
              aria-pressed={wraps}
              onClick={() => setWraps(!wraps)}
              {...(wraps && { className: 'bg-hover text-text' })}
            >
              <WrapText size={13} strokeWidth={1.75} aria-hidden="true" />
              {t('markdown.wrap')}
            </Button>
            <SavePart
              shown={shown}
              part={{ kind: 'text' }}
              label={t('chat.results.save')}
              file={facts.isJson ? 'result.json' : 'result.txt'}
              type="text/plain"
            />
          </>
        }
      >
        <div
          ref={scroller}
          role="region"
          aria-label={t('chat.results.textBy', { server })}
          tabIndex={0}
          {...(lookedFor && { 'data-looks-for': lookedFor.words })}
          dir="ltr"
          translate="no"
          className={classNames(RESULT_SCROLLER, 'py-1.5 font-code text-12 leading-5')}
        >
          {/* What is drawn of the rows has no say in how wide they are together. */}
          <div style={wraps ? undefined : { minWidth: `calc(${(first.answer?.longest ?? 0) * widthOfCharacter(first.answer)}ch + 5rem)` }}>
            <Virtualizer ref={list} data={{ length: total }} scrollRef={scroller} startMargin={6} itemSize={ROW_HEIGHT}>
              {(_, index) => (
                <Row key={index} shown={shown} index={index} {...{ characters, words, onFront }} front={index === row ? at : undefined} />
              )}
            </Virtualizer>
          </div>
        </div>
      </ResultBox>
      {first.answer?.isCut && <p className="text-12 text-text-2">{t('chat.results.moreLines')}</p>}
      {error && <ErrorNotice role="alert" error={error} />}
    </>
  )
}

/** Characters of other scripts, and the marks for hidden ones, are wider than a digit. */
function widthOfCharacter(answer: TextAnswer | undefined): number {
  return answer?.rows.every(({ text }) => PLAIN.test(text)) === true ? 1 : 2
}

interface RowProps {
  readonly shown: ShownDocument
  readonly index: number
  readonly characters: number | undefined
  readonly words: string
  readonly front: number | undefined
  readonly onFront: (mark: HTMLElement | null) => void
}

function Row({ shown, index, characters, words, front, onFront }: RowProps) {
  const from = Math.floor(index / TOGETHER) * TOGETHER
  const { answer } = useDocumentAnswer(shown, 'text', characters === undefined ? undefined : { characters, words, from, count: TOGETHER })
  const row = answer?.rows[index - from]
  return (
    <div className={classNames('flex h-5 w-max min-w-full gap-3 pe-2.5 whitespace-pre', front !== undefined && 'bg-hover')}>
      <span aria-hidden="true" className="num w-14 shrink-0 text-end text-text-3 select-none">
        {row?.line}
      </span>
      <span>{row && <MarkedText text={row.text} marks={row.marks} front={front} onFront={onFront} />}</span>
    </div>
  )
}
