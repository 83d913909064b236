import { t, translator } from '../../i18n/t'
import type { SkippedEntry } from '../../../shared/domain/catalog'
import { SafeName } from '../../ui/SafeName'
import { SafeText } from '../../ui/SafeText'
import { StatusIcon } from '../../ui/StatusIcon'

/** Lists the entries of a server that Parley cannot use, each with the reason. All other entries work. */
export function SkippedEntryRows({ server, items }: { readonly server: string; readonly items: readonly SkippedEntry[] }) {
  if (items.length === 0) return null
  return (
    <ul
      aria-label={t('catalog.cannotUse', { server })}
      className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-sunk"
    >
      {items.map((item, index) => (
        <li key={index} className="flex items-start gap-3 px-4 py-2">
          <span className="flex w-7 shrink-0 justify-center pt-1">
            <StatusIcon shape="failed" />
          </span>
          <div className="min-w-0">
            <span translate="no" className="mono breakable font-label">
              <SafeName name={item.name} />
            </span>{' '}
            <span className="text-12 text-text-3">{t('catalog.skipped')}</span>
            <div className="breakable text-text-2">
              <SafeText text={translator().message(item.reason)} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
