import type { FollowedResource } from '../../../shared/domain/resource'
import { State } from '../../ui/State'

const looks = {
  following: { shape: 'ready', word: 'Following' },
  refused: { shape: 'denied', word: 'Not offered by this server' },
  waiting: { shape: 'off', word: 'Waiting' },
} as const

/** How following a resource stands: shape, colour and word. */
export function FollowState({ state }: Pick<FollowedResource, 'state'>) {
  return <State size={10} {...looks[state]} />
}
