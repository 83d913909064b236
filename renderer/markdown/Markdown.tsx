import { memo, useCallback, useMemo, useState } from 'react'
import './prose.css'
import { Details } from './Details'
import { Footnotes, FootnoteScope } from './Footnotes'
import { isSamePlace, listPlaces, type ListPlace } from './lists/listPlaces'
import { MarkdownScope, useMarkdownScope, type SaveContent } from './markdownScope'
import { Formula } from './math/Formula'
import { classNames } from '../ui/classNames'
import { FencedBlock } from './previews/FencedBlock'
import { isExpensiveMarkdown } from '../../shared/markdown/isExpensiveMarkdown'
import { MarkdownSource } from './MarkdownSource'
import { definitionsFor, MarkdownSplitter, writtenText, type MarkdownBlock } from '../../shared/markdown/splitMarkdown'
import { blockWork } from './slices/blockWork'
import { slicesOf } from './slices/slicesOf'
import { useToldOfEnd } from './slices/useToldOfEnd'
import { useDrawnRange, type DrawFirst } from './slices/useDrawnRange'
import { TableBlock } from './tables/TableBlock'
import { TextAsWritten } from './TextAsWritten'

/** Blocks after this number are shown as plain text. Nobody scrolls so far, and rendering them would block the page. */
const BLOCKS = 1_000
/** Details in details in details are enough. */
const DEPTH = 3

export interface MarkdownProps {
  /** The text so far. It may only grow while the component lives. Use another key for another text. */
  readonly text: string
  /** True while more text may come. */
  readonly open?: boolean
  /** Keeps the line breaks inside of paragraphs, for what a person typed. */
  readonly keepBreaks?: boolean
  /** Called when a link is clicked. The address is parsed and is https, http or mailto. Nothing opens by itself. */
  readonly onLink: (url: string) => void
  /** Saves code or a diagram as a file. Absent: there is no button for that. */
  readonly onDownload?: SaveContent
  /** What of a long text that is whole is drawn first, because it is in view. The slices of a text are counted from zero. */
  readonly first?: DrawFirst
}

/**
 * Renders a stranger's Markdown, with tables, formulas, footnotes and coloured code. Raw HTML is shown as text but for a few tags without
 * attributes, and images are named but never fetched. Links only call `onLink`. A finished block renders once. Only the last block renders
 * again while the text grows. A long text is drawn little by little, so that the page can answer in between.
 */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { text, open = false, keepBreaks = false, onLink, onDownload, first: firstNow = 'beginning' } = props
  // What grew before the eyes of somebody is not folded when it ends.
  const [isWhole] = useState(!open)
  const [first] = useState(isWhole ? firstNow : 'beginning')
  const scope = useMemo(
    () => ({ onLink, onDownload, keepBreaks, isWhole, first, depth: 0 }),
    [onLink, onDownload, keepBreaks, isWhole, first],
  )
  return (
    <MarkdownScope value={scope}>
      <Blocks text={text} open={open} />
    </MarkdownScope>
  )
})

interface BlocksProps {
  readonly text: string
  readonly open: boolean
}

function Blocks({ text, open }: BlocksProps) {
  const [state] = useState(() => new MarkdownState())
  const { blocks: finished, tail: last, definitions, footnotes } = state.split(text, open)
  // A table stays where it is drawn when it is finished: drawing all of it anew would hold the page up.
  const [blocks, tail] = last?.kind === 'table' ? [[...finished, last], undefined] : [finished, last]
  const { isWhole, first, depth } = useMarkdownScope()
  const slices = slicesOf(blocks.slice(0, BLOCKS), blockWork)
  // The parts of a list that was watched are all drawn again to tell of how many items it has.
  const all = tail ? [...blocks, tail] : blocks
  const placesSoFar = listPlaces(all, false)
  const told = useToldOfEnd(
    !open,
    slices.map(({ parts, work }) => (parts.some((part) => placesSoFar.has(part)) ? work : 0)),
  )
  const places = told > 0 ? listPlaces(all, true) : placesSoFar
  const { from, to } = useDrawnRange(
    slices.map(({ work }) => work),
    depth === 0 ? first : 'beginning',
  )
  const drawNote = useCallback((text: string) => <Block block={{ kind: 'plain', text }} definitions={definitions} />, [definitions])
  // What comes after slices that are not drawn would move while somebody reads it, unless their place is kept.
  const showsEnd = isWhole || to === slices.length
  return (
    <FootnoteScope footnotes={footnotes} {...(tail?.kind === 'footnote' && { last: tail })}>
      {(notes) => (
        <>
          {slices.map(({ parts }, index) => {
            const isDrawn = index >= from && index < to
            return (
              (isDrawn || isWhole) && (
                <Segment
                  key={index}
                  number={index}
                  blocks={parts}
                  places={index < told ? places : placesSoFar}
                  definitions={definitions}
                  far={slices.length > 2}
                  isDrawn={isDrawn}
                />
              )
            )
          })}
          {showsEnd && blocks.length > BLOCKS && <TextAsWritten text={blocks.slice(BLOCKS).map(writtenText).join('\n\n')} />}
          {showsEnd && tail && tail.kind !== 'footnote' && (
            <Block
              key={blocks.length}
              block={tail}
              place={(told >= slices.length ? places : placesSoFar).get(tail)}
              definitions={definitions}
              open={open}
            />
          )}
          <Footnotes notes={notes}>{drawNote}</Footnotes>
        </>
      )}
    </FootnoteScope>
  )
}

/** Splits a text while it grows. React may run it any number of times: splitting the same text twice has no effect. */
class MarkdownState {
  #splitter = new MarkdownSplitter()
  #ended: string | undefined

  split(text: string, open: boolean): ReturnType<MarkdownSplitter['push']> {
    // A text that had ended goes on: its last line is not over any more.
    if (this.#ended !== undefined && (open || this.#ended !== text)) this.#splitter = new MarkdownSplitter()
    this.#ended = open ? undefined : text
    return this.#splitter.push(open ? text : `${text}\n`)
  }
}

interface SegmentProps {
  readonly number: number
  readonly blocks: readonly MarkdownBlock[]
  /** The places of parts of lists. That of a finished block changes when a second part comes, and when the list is finished. */
  readonly places: ReadonlyMap<MarkdownBlock, ListPlace>
  readonly definitions: ReadonlyMap<string, string>
  /** In long answers, blocks far from the window are not laid out. */
  readonly far: boolean
  /** Until it is drawn, it keeps its place. */
  readonly isDrawn: boolean
}

const Segment = memo(
  function Segment({ number, blocks, places, definitions, far, isDrawn }: SegmentProps) {
    return (
      <div
        data-slice={number}
        data-undrawn={isDrawn ? undefined : ''}
        className={classNames(
          'prose',
          blocks[0]?.continued && '-mt-1.5',
          !isDrawn && 'h-[60rem]',
          isDrawn && far && '[contain-intrinsic-size:auto_60rem] [content-visibility:auto]',
        )}
      >
        {isDrawn &&
          blocks.map((block, index) => (
            <Block key={index} block={block} place={places.get(block)} definitions={definitions} isFirst={index === 0} />
          ))}
      </div>
    )
  },
  (one, other) =>
    one.blocks.length === other.blocks.length &&
    one.blocks.every((block, index) => block === other.blocks[index] && isSamePlace(one.places.get(block), other.places.get(block))) &&
    one.definitions === other.definitions &&
    one.far === other.far &&
    one.isDrawn === other.isDrawn,
)

interface BlockProps {
  readonly block: MarkdownBlock
  readonly place?: ListPlace | undefined
  readonly definitions: ReadonlyMap<string, string>
  readonly open?: boolean
  /** The first one of a slice, which is where the block before it ends. */
  readonly isFirst?: boolean
}

function Block({ block, place, definitions, open = false, isFirst = false }: BlockProps) {
  const { isWhole, depth } = useMarkdownScope()
  if (block.kind === 'fence') {
    if (block.language === 'math' && !open) return <Formula source={block.text} display />
    return <FencedBlock code={block.text} {...(block.language && { language: block.language })} open={open} folds={isWhole} />
  }
  if (block.kind === 'formula' && !block.unclosed) return <Formula source={block.text} display />
  if (block.kind === 'details' && depth < DEPTH) {
    return <Details text={block.text}>{(text) => <Blocks text={text} open={open} />}</Details>
  }
  if (block.table) return <TableBlock table={block.table} definitions={definitions} />
  if (block.kind !== 'plain' || isExpensiveMarkdown(block.text)) return <TextAsWritten text={block.text} />
  const more = definitionsFor(block.text, definitions)
  return (
    <div className={classNames('prose', open && 'writing', block.continued && !isFirst && '-mt-1.5')}>
      <MarkdownSource source={more ? `${block.text}\n\n${more}` : block.text} {...place} />
    </div>
  )
}
