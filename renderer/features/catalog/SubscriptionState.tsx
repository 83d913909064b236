import type { SubscribedResource } from '../../../shared/domain/resource'
import { StatusLabel } from '../../ui/StatusLabel'

const looks = {
  following: { shape: 'ready', word: 'Following' },
  refused: { shape: 'denied', word: 'Not offered by this server' },
  waiting: { shape: 'off', word: 'Waiting' },
} as const

/** How following a resource stands: shape, colour and word. */
export function SubscriptionState({ state }: Pick<SubscribedResource, 'state'>) {
  return <StatusLabel size={10} {...looks[state]} />
}
