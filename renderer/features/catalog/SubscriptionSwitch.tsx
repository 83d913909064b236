import { t } from '../../i18n/t'
import type { ServerId } from '../../../shared/domain/ids'
import { useHostMutation } from '../../rpc/useHostQuery'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Switch } from '../../ui/form/Switch'
import { useNow } from '../../ui/hooks/useNow'
import { formatTimeAgo } from '../../ui/format/formatTime'
import { SubscriptionState } from './SubscriptionState'
import { useSubscription } from './useResourceSubscriptions'

export interface SubscriptionSwitchProps {
  readonly serverId: ServerId
  readonly uri: string
  /** Whether the server says that it reports changes. */
  readonly offered: boolean
}

/** Switches the subscription to a resource, and shows its state and the number of changes since it began. */
export function SubscriptionSwitch({ serverId, uri, offered }: SubscriptionSwitchProps) {
  const followed = useSubscription(serverId, uri)
  const follow = useHostMutation('resources.follow')
  const now = useNow(followed !== undefined, 5000)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-text-2">
      <span className="flex items-center gap-2 font-label">
        <Switch
          label={t('catalog.followChanges')}
          checked={followed !== undefined}
          disabled={!offered && followed === undefined}
          onChecked={(on) => follow.mutate({ serverId, uri, follow: on })}
        />
        {t('catalog.followChanges')}
      </span>
      {followed ? <SubscriptionState state={followed.state} /> : !offered && <SubscriptionState state="refused" />}
      {followed && (
        <span className="num text-text-3">
          {followed.updatedAt === undefined
            ? t('catalog.updates', { count: followed.updates })
            : t('catalog.updatesLast', { count: followed.updates, ago: formatTimeAgo(followed.updatedAt, now) })}
        </span>
      )}
      {follow.error && <ErrorNotice role="alert" error={follow.error} />}
    </div>
  )
}
