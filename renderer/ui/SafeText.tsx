import type { ReactNode } from 'react'
import { splitVisibleText } from './visibleText'
import type { TextPiece } from '../../shared/lib/unsafeCharacters'

export interface SafeTextProps {
  readonly text: string
  /** A sentence of Parley's that holds values of strangers. */
  readonly own?: boolean
}

/** Text of a stranger. Characters that hide or reorder others, and long runs of nothing, are drawn as pills; nothing in it is ever markup. */
export function SafeText({ text, own = false }: SafeTextProps) {
  return own ? <OwnSentence text={text} /> : <Pieces pieces={splitVisibleText(text)} />
}

/** A translator isolates the values of a sentence. Those marks are Parley's own, and are not drawn; `bdi` does the same. */
function OwnSentence({ text }: { readonly text: string }) {
  return text
    .split(/\u2068([^\u2066-\u2069]*)\u2069/)
    .map((part, index) => <Pieces key={index} pieces={splitVisibleText(part)} translated={index % 2 === 0} />)
}

/** Such a text that was split already. */
export function Pieces({ pieces, translated = false }: { readonly pieces: readonly TextPiece[]; readonly translated?: boolean }) {
  return pieces.map((piece, index) =>
    piece.kind === 'text' ? (
      // Isolated, so that right-to-left text cannot pull what stands beside it out of its place.
      <bdi key={index} {...(!translated && { translate: 'no' })}>
        {piece.text}
      </bdi>
    ) : (
      <HiddenMark key={index}>{piece.code}</HiddenMark>
    ),
  )
}

/** The pill that stands where a stranger's text holds what is not drawn. */
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
