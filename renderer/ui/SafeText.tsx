import { splitUnsafe } from './unsafeCharacters'

/** Text of a stranger. Characters that hide or reorder others are drawn as pills with their code; nothing in it is ever markup. */
export function SafeText({ text }: { readonly text: string }) {
  return splitUnsafe(text).map((piece, index) =>
    piece.kind === 'text' ? (
      // Isolated, so that right-to-left text cannot pull what stands beside it out of its place.
      <bdi key={index}>{piece.text}</bdi>
    ) : (
      <span
        key={index}
        className="inline-block rounded-[3px] bg-danger-soft px-1 align-[1px] font-code text-11 leading-[1.05rem] font-title text-danger-text inset-ring inset-ring-danger-line"
      >
        {piece.code}
      </span>
    ),
  )
}
