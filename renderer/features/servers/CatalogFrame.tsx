import type { ReactNode } from 'react'
import type { Catalog } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { useHostMutation } from '../../rpc/useCall'
import { Button } from '../../ui/Button'
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
      <AskAgain serverId={server.id} />
    </div>
  )
}

/** Servers tell when their lists change; some forget to. */
function AskAgain({ serverId }: { readonly serverId: ServerId }) {
  const refresh = useHostMutation('servers.refresh')
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button size="small" busy={refresh.isPending} onClick={() => refresh.mutate({ serverId })}>
        Ask again
      </Button>
      <span className="text-12 text-text-3">A server tells when its lists change. Some do not.</span>
      {refresh.error && <ErrorNotice role="alert" error={refresh.error} />}
    </div>
  )
}
