import { asLatin, splitForeign } from '../../../../shared/lib/unicodeScripts'
import { Notice } from '../../../ui/Notice'
import { HiddenMark, SafeText } from '../../../ui/SafeText'

export interface LookAlikeHostProps {
  readonly host: string
  /** The host in the letters that a browser would draw; absent where these are plain. */
  readonly letters: string | undefined
}

/** What a host that looks like another one really is: letter by letter, or by its end. */
export function LookAlikeHost({ host, letters }: LookAlikeHostProps) {
  if (letters === undefined) {
    const { seems, ends } = readEnds(host)
    return (
      <Notice look="danger" title={<>This is not {seems}.</>}>
        The host ends with <Host>{ends}</Host>, and the page is of whoever has that name.
      </Notice>
    )
  }
  return (
    <Notice look="danger" title={<>This is not {asLatin(letters)}.</>}>
      It is{' '}
      <span className="mono breakable text-text">
        {splitForeign(letters).map((piece, index) =>
          piece.kind === 'text' ? (
            <SafeText key={index} text={piece.text} />
          ) : (
            <span key={index} className="mr-0.5">
              <bdi className="mr-0.5 underline decoration-danger decoration-2 underline-offset-2">{piece.text}</bdi>
              <HiddenMark>{piece.code}</HiddenMark>
            </span>
          ),
        )}
      </span>
      , written plainly <Host>{host}</Host>.
    </Notice>
  )
}

const Host = ({ children }: { readonly children: string }) => (
  <code className="mono breakable text-text">
    <SafeText text={children} />
  </code>
)

/** Pure: what a name like `accounts.google.com.evil.test` begins with, and what it ends with. */
function readEnds(host: string): { readonly seems: string; readonly ends: string } {
  const labels = host.replace(/:\d+$/, '').split('.')
  const at = labels.findIndex((label, index) => index > 0 && ['com', 'org', 'net', 'gov', 'edu'].includes(label))
  return at < 0 || at >= labels.length - 2
    ? { seems: 'what it looks like', ends: labels.slice(-2).join('.') }
    : { seems: labels.slice(0, at + 1).join('.'), ends: labels.slice(at + 1).join('.') }
}
