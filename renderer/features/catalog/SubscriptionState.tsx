import { t } from '../../i18n/t'
import type { SubscribedResource } from '../../../shared/domain/resourceContents'
import { StatusLabel } from '../../ui/StatusLabel'

const shapes = { following: 'ready', refused: 'denied', waiting: 'off' } as const

/** The state of a subscription to a resource, as shape, colour and word. */
export function SubscriptionState({ state }: Pick<SubscribedResource, 'state'>) {
  return <StatusLabel size={10} shape={shapes[state]} word={t(`catalog.following.${state}`)} />
}
