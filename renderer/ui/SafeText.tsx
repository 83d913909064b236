import type { ReactNode } from 'react'
import { splitVisibleText } from './visibleText'
import type { TextPiece } from '../../shared/lib/unsafeCharacters'

export interface SafeTextProps {
  readonly text: string
  /** A sentence of Parley that contains values of strangers. */
  readonly own?: boolean
}

/** A stranger's text. Characters that hide or reorder others, and long runs of blanks, appear as pills. The text is never markup. */
export function SafeText({ text, own = false }: SafeTextProps) {
  return own ? <OwnSentence text={text} /> : <Pieces pieces={splitVisibleText(text)} />
}

/** A translator isolates the values in a sentence. Its marks are Parley's own and are not shown, because `bdi` does the same. */
function OwnSentence({ text }: { readonly text: string }) {
  return text
    .split(/\u2068([^\u2066-\u2069]*)\u2069/)
    .map((part, index) => <Pieces key={index} pieces={splitVisibleText(part)} translated={index % 2 === 0} />)
}

/** Renders such a text from its pieces. */
export function Pieces({ pieces, translated = false }: { readonly pieces: readonly TextPiece[]; readonly translated?: boolean }) {
  return pieces.map((piece, index) =>
    piece.kind === 'text' ? (
      // Isolated, so that right-to-left text cannot move its neighbours.
      <bdi key={index} {...(!translated && { translate: 'no' })}>
        {piece.text}
      </bdi>
    ) : (
      <HiddenMark key={index}>{piece.code}</HiddenMark>
    ),
  )
}

/** The pill for characters of a stranger's text that are not shown. */
export function HiddenMark({ children }: { readonly children?: ReactNode }) {
  return (
    <span
      translate="no"
      className="inline-block rounded-[3px] bg-danger-soft px-1 align-[1px] font-code text-11 leading-[1.05rem] font-title text-danger-text inset-ring inset-ring-danger-line"
    >
      {children}
    </span>
  )
}
