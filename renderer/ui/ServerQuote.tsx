import { Server } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { beginning, splitVisibleText } from './visibleText'
import { Button } from './Button'
import { Pieces } from './SafeText'
import { t } from '../i18n/t'

export interface ServerQuoteProps {
  /** The user's name for the server. */
  readonly by: string
  /** Whether the person has changed it. The heading then says so. */
  readonly changed?: boolean
  /** The server's text, as plain text. */
  readonly text?: string
  /** To the right of the heading, in Parley's words: "given to the model as its instructions". */
  readonly note?: string
  /** Cuts a longer text after this number of characters, or after so many lines as fill a window, and shows "Show all" with the remaining length. Never set it in questions. */
  readonly cutAt?: number
  /** A form's fields, or other content of the server on the same paper. */
  readonly children?: ReactNode
}

const LINES = 30

/**
 * A server's words: in serif on warm paper with an edge, under the heading "Written by SERVER". This look is the same everywhere, and is
 * only for text that a server wrote.
 */
export function ServerQuote({ by, changed = false, text, note, cutAt, children }: ServerQuoteProps) {
  const [whole, setWhole] = useState(false)
  const pieces = useMemo(() => splitVisibleText(text ?? ''), [text])
  // A long run of blanks counts as one character, so it cannot push the text after it out of the shown part.
  const cut = cutAt === undefined || whole ? undefined : beginning(pieces, cutAt, LINES)
  return (
    <div className="rounded-s-[3px] rounded-e-2 border border-s-3 border-quote-line border-s-quote-edge bg-quote text-quote-text">
      <div className="flex items-center gap-1.5 px-3 pt-[0.4375rem] text-11 font-label text-quote-label">
        <Server size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <span className="breakable">{t(changed ? 'ui.quote.changed' : 'ui.quote.by', { server: by })}</span>
        {note !== undefined && <span className="ms-auto text-end font-text">{note}</span>}
      </div>
      {text !== undefined && (
        <div
          dir="auto"
          translate="no"
          className="quote breakable px-3 pt-[0.1875rem] pb-2 text-[0.9375rem] leading-[1.4375rem] whitespace-pre-wrap"
        >
          <Pieces pieces={cut ?? pieces} />
          {cut && '…'}
        </div>
      )}
      {cut && text !== undefined && (
        <div className="px-3 pb-2">
          <Button size="small" onClick={() => setWhole(true)}>
            {t('ui.quote.showAll', { count: text.length })}
          </Button>
        </div>
      )}
      {children !== undefined && <div className="px-3 pt-1 pb-3">{children}</div>}
    </div>
  )
}
