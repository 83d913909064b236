import type { ConnectionState } from '../../shared/domain/connection'
import type { StateShape } from './StateMark'

/** The shape of a server's state; its word is `phaseWords` of the domain. */
export const phaseShape = {
  disabled: 'off',
  stopped: 'off',
  starting: 'busy',
  needsSignIn: 'ask',
  ready: 'ready',
  failed: 'failed',
  crashLoop: 'loop',
} as const satisfies Record<ConnectionState['phase'], StateShape>
