import type { ConnectionState } from '../../shared/domain/connectionState'
import type { StatusShape } from '../ui/StatusIcon'

/** The shape of a server's state. `phaseLabels` of the domain has the words. */
export const connectionPhaseShape = {
  disabled: 'off',
  stopped: 'off',
  starting: 'busy',
  needsSignIn: 'ask',
  ready: 'ready',
  failed: 'failed',
  crashLoop: 'loop',
} as const satisfies Record<ConnectionState['phase'], StatusShape>
