import { RotateCw } from 'lucide-react'
import { t } from '../../i18n/t'
import type { Catalog } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { useHostMutation } from '../../rpc/useHostQuery'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { useNow } from '../../ui/hooks/useNow'
import { describeFreshness } from './describeFreshness'

/** Shows when Parley read the lists, and offers to read them again. Servers should report changes of their lists, but some do not. */
export function CatalogFreshness({ serverId, catalog }: { readonly serverId: ServerId; readonly catalog: Catalog }) {
  const refresh = useHostMutation('servers.refresh')
  const now = useNow(true, 10_000)
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1.5">
      <span className="num grow text-12 text-text-3">{describeFreshness(catalog, now)}</span>
      <Button size="small" busy={refresh.isPending} onClick={() => refresh.mutate({ serverId })}>
        <RotateCw size={13} strokeWidth={1.75} aria-hidden="true" />
        {t('catalog.refresh')}
      </Button>
      {refresh.error && (
        <div className="w-full">
          <ErrorNotice role="alert" error={refresh.error} />
        </div>
      )}
    </div>
  )
}
