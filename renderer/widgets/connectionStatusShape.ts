import type { ConnectionStatus } from '../../shared/domain/connectionState'
import type { StatusShape } from '../ui/StatusIcon'

/** The shape of what a person is told of a connection. `statusLabels` of the domain has the words. */
export const connectionStatusShape = {
  disabled: 'off',
  stopped: 'off',
  starting: 'busy',
  needsSignIn: 'ask',
  ready: 'ready',
  failed: 'failed',
  crashLoop: 'loop',
  notAllowed: 'denied',
  waitsForStart: 'ask',
} as const satisfies Record<ConnectionStatus, StatusShape>
