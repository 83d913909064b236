import { asLatin, splitForeign } from '../../../../shared/lib/confusableNames'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { Notice } from '../../../ui/Notice'
import { HiddenMark, SafeText } from '../../../ui/SafeText'

export interface LookAlikeHostProps {
  readonly host: string
  /** The host in the characters that a browser would show. Undefined when they are all plain. */
  readonly letters: string | undefined
}

/** Shows what a look-alike host really is, character by character or by its ending. */
export function LookAlikeHost({ host, letters }: LookAlikeHostProps) {
  if (letters === undefined) {
    const { seems, ends } = readEnds(host)
    return (
      <Notice look="danger" title={seems === undefined ? t('questions.page.notWhatItSeems') : t('questions.page.isNot', { seems })}>
        <Text id="questions.page.hostEnds" components={{ ends: <Host>{ends}</Host> }} />
      </Notice>
    )
  }
  return (
    <Notice look="danger" title={t('questions.page.isNot', { seems: asLatin(letters) })}>
      <Text id="questions.page.itIs" components={{ letters: <Letters letters={letters} />, host: <Host>{host}</Host> }} />
    </Notice>
  )
}

/** Shows the host with each foreign character marked and numbered. */
function Letters({ letters }: { readonly letters: string }) {
  return (
    <span translate="no" className="mono breakable text-text">
      {splitForeign(letters).map((piece, index) =>
        piece.kind === 'text' ? (
          <SafeText key={index} text={piece.text} />
        ) : (
          <span key={index} className="me-0.5">
            <bdi className="me-0.5 underline decoration-danger decoration-2 underline-offset-2">{piece.text}</bdi>
            <HiddenMark>{piece.code}</HiddenMark>
          </span>
        ),
      )}
    </span>
  )
}

const Host = ({ children }: { readonly children: string }) => (
  <code className="mono breakable text-text">
    <SafeText text={children} />
  </code>
)

/** Pure: returns the misleading beginning and the real ending of a name like `accounts.google.com.evil.test`. */
function readEnds(host: string): { readonly seems?: string; readonly ends: string } {
  const labels = host.replace(/:\d+$/, '').split('.')
  const at = labels.findIndex((label, index) => index > 0 && ['com', 'org', 'net', 'gov', 'edu'].includes(label))
  return at < 0 || at >= labels.length - 2
    ? { ends: labels.slice(-2).join('.') }
    : { seems: labels.slice(0, at + 1).join('.'), ends: labels.slice(at + 1).join('.') }
}
