import type { ReactNode } from 'react'
import { t, translator } from '../../i18n/t'
import type { Catalog } from '../../../shared/domain/catalog'
import type { ConnectionState } from '../../../shared/domain/connectionState'
import type { ServerWithState } from '../../rpc/useServers'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { SafeText } from '../../ui/SafeText'
import { Skeleton } from '../../ui/Skeleton'
import { CatalogFreshness } from './CatalogFreshness'
import { useCatalog } from '../../rpc/useCatalog'

export interface CatalogLayoutProps extends ServerWithState {
  readonly what: 'tools' | 'prompts' | 'resources'
  /** Shows only the children, because one item of the list is open. */
  readonly plain?: boolean
  readonly children: (catalog: Catalog) => ReactNode
}

/**
 * The frame of a list of what a server offers. It shows that the list is unavailable, loading or failed, or the list with Parley's remarks.
 */
export function CatalogLayout({ server, state, what, plain = false, children }: CatalogLayoutProps) {
  const catalog = useCatalog(server.id, state.phase === 'ready')
  if (state.phase !== 'ready' && state.phase !== 'starting')
    return (
      <div className="rounded-3 border border-line bg-raised">
        <EmptyState title={t('catalog.notRunning', { serverId: server.id })} text={whenListed(state, what)} />
      </div>
    )
  if (catalog.error && !catalog.data) return <ErrorNotice error={catalog.error} />
  if (!catalog.data)
    return (
      <div className="rounded-3 border border-line bg-raised">
        <Skeleton label={t(`catalog.its.${what}`)} rows={6} />
      </div>
    )
  if (plain) return children(catalog.data)
  const { stale, notices } = catalog.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {stale !== undefined && (
        <Notice look="ask" title={t('catalog.olderList')}>
          <SafeText text={translator().list(stale.map(translator().message), 'unit')} />
        </Notice>
      )}
      {notices.map(translator().message).map((notice) => (
        <Notice key={notice} look="ask" title={notice} />
      ))}
      <CatalogFreshness serverId={server.id} catalog={catalog.data} />
      {children(catalog.data)}
    </div>
  )
}

/** Pure: says what a person can do to see the list. */
function whenListed({ phase }: ConnectionState, what: CatalogLayoutProps['what']): string {
  return t(`catalog.listed.${phase === 'disabled' || phase === 'stopped' ? phase : 'later'}`, { what })
}
