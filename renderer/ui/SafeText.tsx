import type { ReactNode } from 'react'
import { splitVisibleText } from './visibleText'
import type { TextPiece } from '../../shared/lib/unsafeCharacters'

/** Text of a stranger. Characters that hide or reorder others, and long runs of nothing, are drawn as pills; nothing in it is ever markup. */
export function SafeText({ text }: { readonly text: string }) {
  return <Pieces pieces={splitVisibleText(text)} />
}

/** Such a text that was split already. */
export function Pieces({ pieces }: { readonly pieces: readonly TextPiece[] }) {
  return pieces.map((piece, index) =>
    piece.kind === 'text' ? (
      // Isolated, so that right-to-left text cannot pull what stands beside it out of its place.
      <bdi key={index}>{piece.text}</bdi>
    ) : (
      <HiddenMark key={index}>{piece.code}</HiddenMark>
    ),
  )
}

/** The pill that stands where a stranger's text holds what is not drawn. */
export function HiddenMark({ children }: { readonly children?: ReactNode }) {
  return (
    <span className="inline-block rounded-[3px] bg-danger-soft px-1 align-[1px] font-code text-11 leading-[1.05rem] font-title text-danger-text inset-ring inset-ring-danger-line">
      {children}
    </span>
  )
}
