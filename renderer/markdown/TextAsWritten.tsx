import { memo, useMemo } from 'react'
import { Pieces } from '../ui/SafeText'
import { classNames } from '../ui/classNames'
import { splitVisibleText } from '../ui/visibleText'
import { useMarkdownScope } from './markdownScope'
import { cutPieces, type TextPart } from './slices/cutPieces'
import { useDrawnRange } from './slices/useDrawnRange'

/** Text that is not read as Markdown. A long one is drawn little by little. */
export function TextAsWritten({ text }: { readonly text: string }) {
  const { isWhole, first } = useMarkdownScope()
  const parts = useMemo(() => cutPieces(splitVisibleText(text)), [text])
  const works = useMemo(() => parts.map(({ work }) => work), [parts])
  const { from, to } = useDrawnRange(works, first === 'end' ? 'end' : 'beginning')
  return (
    <div>
      {parts.map((part, index) =>
        index >= from && index < to ? (
          <Part key={index} part={part} far={parts.length > 2} />
        ) : (
          isWhole && <div key={index} data-undrawn className="h-[60rem]" />
        ),
      )}
    </div>
  )
}

const Part = memo(
  function Part({ part, far }: { readonly part: TextPart; readonly far: boolean }) {
    return (
      <p
        className={classNames(
          'breakable plain-type whitespace-pre-wrap',
          far && '[contain-intrinsic-size:auto_60rem] [content-visibility:auto]',
        )}
      >
        <Pieces pieces={part.pieces} />
      </p>
    )
  },
  (one, other) => one.part.text === other.part.text && one.far === other.far,
)
