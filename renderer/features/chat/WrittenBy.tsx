import { Server } from 'lucide-react'
import { t } from '../../i18n/t'

/** Says whose words follow. It stands in a row of its own. */
export function WrittenBy({ server }: { readonly server: string }) {
  return (
    <>
      <Server size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="breakable">{t('chat.writtenBy', { server })}</span>
    </>
  )
}
