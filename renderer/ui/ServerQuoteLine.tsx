import type { ReactNode } from 'react'
import { classNames } from './classNames'
import { SafeText } from './SafeText'

export interface ServerQuoteLineProps {
  readonly text: string
  /** Its title, bold before the text. Also a server's words. */
  readonly lead?: string | undefined
  /** Shows the whole text on as many lines as it needs. Always set it in questions. */
  readonly whole?: boolean
  /** The words are data, as a line of a log is, and are set like data. */
  readonly data?: boolean
  readonly className?: string
  /** The text with marks in it, in place of the text. */
  readonly children?: ReactNode
}

/** A server's words on one line, for descriptions in lists, menus and logs. */
export function ServerQuoteLine({ text, lead, whole = false, data = false, className, children }: ServerQuoteLineProps) {
  return (
    <span
      dir="auto"
      translate="no"
      className={classNames(
        'block w-fit max-w-full rounded-s-[1px] rounded-e-[3px] border-s-2 border-quote-edge bg-quote px-2 leading-5 text-quote-text',
        data ? 'mono text-12' : 'quote text-[0.84375rem]',
        whole ? 'breakable whitespace-pre-wrap' : 'cut',
        className,
      )}
    >
      {lead !== undefined && (
        <b className={classNames('font-title', text !== '' && 'me-2')}>
          <SafeText text={oneLine(lead)} />
        </b>
      )}
      {children ?? <SafeText text={whole ? text : oneLine(text)} />}
    </span>
  )
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
