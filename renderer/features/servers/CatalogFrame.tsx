import type { ReactNode } from 'react'
import type { Catalog } from '../../../shared/domain/catalog'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { Skeleton } from '../../ui/Skeleton'
import { useCatalog } from './useCatalog'
import type { ServerWithState } from './useServers'

export interface CatalogFrameProps extends ServerWithState {
  /** "Its tools" */
  readonly what: string
  readonly children: (catalog: Catalog) => ReactNode
}

/** What stands around a list of what a server offers: not there yet, on its way, failed, or there with what Parley noticed. */
export function CatalogFrame({ server, state, what, children }: CatalogFrameProps) {
  const catalog = useCatalog(server.id, state.phase === 'ready')
  if (state.phase !== 'ready' && state.phase !== 'starting')
    return (
      <div className="rounded-3 border border-line bg-raised">
        <EmptyState title={`${server.id} is not running`} text={`${what} are listed when it is ready.`} />
      </div>
    )
  if (catalog.error && !catalog.data) return <ErrorNotice error={catalog.error} />
  if (!catalog.data)
    return (
      <div className="rounded-3 border border-line bg-raised">
        <Skeleton label={what} rows={6} />
      </div>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {catalog.data.notices.map((notice) => (
        <Notice key={notice} look="ask" title={notice} />
      ))}
      {children(catalog.data)}
    </div>
  )
}
