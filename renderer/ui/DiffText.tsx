import { classNames } from './classNames'
import { SafeText } from './SafeText'
import type { DiffPiece } from './textDiff'

export interface DiffTextProps {
  readonly pieces: readonly DiffPiece[]
  /** Shows data, such as a schema, in the mono typeface. */
  readonly mono?: boolean
}

/**
 * Shows the changes of a server's text: removed words are struck through, added words are underlined. It contains every letter of both
 * versions.
 */
export function DiffText({ pieces, mono = false }: DiffTextProps) {
  return (
    <div
      dir="auto"
      translate="no"
      className={classNames(
        'breakable whitespace-pre-wrap',
        mono ? 'mono text-12 leading-5' : 'quote text-[0.9375rem] leading-[1.4375rem]',
      )}
    >
      {pieces.map(({ kind, text }, index) => {
        if (kind === 'same') return <SafeText key={index} text={text} />
        // The space between two words has no mark.
        const own = /^\s*/.exec(text)?.[0] ?? ''
        const space = own === '' && index > 0 ? ' ' : own
        const words = <SafeText text={text.slice(own.length)} />
        return (
          <span key={index}>
            {space}
            {kind === 'removed' ? (
              <del className="text-quote-label decoration-quote-label line-through">{words}</del>
            ) : (
              <ins className="rounded-[2px] bg-ask-soft decoration-ask decoration-[1.5px] underline-offset-[3px] underline">{words}</ins>
            )}
          </span>
        )
      })}
    </div>
  )
}
