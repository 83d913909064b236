import { CopyButton } from './CopyButton'
import { classNames } from './classNames'
import { SafeText } from './SafeText'
import { mustSee } from './hooks/useRequiredReading'
import { t } from '../i18n/t'

export interface UrlBoxProps {
  readonly url: string
  readonly danger?: boolean
  /** Says what the address is, before its length. */
  readonly caption?: string
}

/** A whole address, never cut, with its host highlighted. A person reads it before anything opens. */
export function UrlBox({ url, danger = false, caption = t('ui.address') }: UrlBoxProps) {
  const parts = addressParts(url)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1" {...mustSee(t('ui.address.part'))}>
      <div className="flex items-center justify-between text-12 text-text-2">
        <span>{t('ui.address.length', { caption, count: url.length })}</span>
        <CopyButton text={() => url} />
      </div>
      <div
        translate="no"
        dir="ltr"
        className={classNames(
          'breakable rounded-3 border bg-raised px-3.5 py-2.5 font-code text-12 leading-[1.375rem] text-text-2',
          danger ? 'border-danger-line' : 'border-line-control',
        )}
      >
        <span className="text-14">
          <SafeText text={parts.before} />
        </span>
        <strong className={classNames('rounded-1 px-1 text-14 font-title text-text', danger ? 'bg-danger-soft' : 'bg-accent-soft')}>
          <SafeText text={parts.host} />
        </strong>
        <SafeText text={parts.after} />
      </div>
    </div>
  )
}

/**
 * Pure: splits an address around its host. An address that cannot be parsed is highlighted completely, so that nothing in it is overlooked.
 */
function addressParts(url: string): { readonly before: string; readonly host: string; readonly after: string } {
  const host = URL.canParse(url) ? new URL(url).host : ''
  // Searches after the scheme, because `https` itself contains the host `ps`.
  const at = host === '' ? -1 : url.indexOf(host, url.indexOf(':'))
  return at < 0 ? { before: '', host: url, after: '' } : { before: url.slice(0, at), host, after: url.slice(at + host.length) }
}
