import { isRecord, type JsonValue } from '../../../../shared/lib/json'
import { t } from '../../../i18n/t'
import { SafeText } from '../../../ui/SafeText'
import { summarizeArguments } from './summarizeArguments'

/** What a question is or was about, in one line of a list: arguments or answers by name, an address, or folders. The dialog shows it whole. */
export function ArgumentSummary({ about }: { readonly about: JsonValue | undefined }) {
  const { text, more } = summaryOf(about)
  if (text === '') return null
  return (
    <span translate="no" className="mono breakable block text-12 leading-[1.125rem]">
      <SafeText text={text} />
      {more > 0 && <span className="font-ui text-text-2"> {t('inbox.moreArguments', { count: more })}</span>}
    </span>
  )
}

function summaryOf(about: JsonValue | undefined): { readonly text: string; readonly more: number } {
  if (isRecord(about)) return summarizeArguments(about)
  const texts = Array.isArray(about) ? about : [about]
  return { text: texts.filter((each) => typeof each === 'string').join(' · '), more: 0 }
}
