import { splitForeign } from '../../shared/lib/unicodeScripts'
import { splitVisibleText } from './visibleText'
import { HiddenMark } from './SafeText'

/**
 * A name that a server chose. As in any text, what hides is drawn as its code; and a letter of another script, which could make one name look
 * like another, is underlined in red with its code behind it.
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
