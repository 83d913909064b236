import { splitForeign } from '../../shared/lib/confusableNames'
import { splitVisibleText } from './visibleText'
import { HiddenMark } from './SafeText'

/**
 * A name that a server chose. Hidden characters appear as their codes, as in any text. A character of another script could make two names
 * look the same, so it has a red underline and its code behind it.
 */
export function SafeName({ name }: { readonly name: string }) {
  return splitVisibleText(name).map((piece, index) =>
    piece.kind === 'character' ? (
      <HiddenMark key={index}>{piece.code}</HiddenMark>
    ) : (
      <bdi key={index} translate="no">
        {splitForeign(piece.text).map((part, at) =>
          part.kind === 'text' ? (
            part.text
          ) : (
            <span key={at}>
              <span className="decoration-danger decoration-2 underline-offset-2 underline">{part.text}</span>
              <HiddenMark>{part.code}</HiddenMark>
            </span>
          ),
        )}
      </bdi>
    ),
  )
}
