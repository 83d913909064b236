import type { ConnectionState } from '../../shared/domain/connection'
import type { StatusShape } from '../ui/StatusIcon'

/** The shape of a server's state; its word is `phaseLabels` of the domain. */
export const connectionPhaseShape = {
  disabled: 'off',
  stopped: 'off',
  starting: 'busy',
  needsSignIn: 'ask',
  ready: 'ready',
  failed: 'failed',
  crashLoop: 'loop',
} as const satisfies Record<ConnectionState['phase'], StatusShape>
