import type { AcceptedLookup } from '../turnTools'

/** A user who accepted everything, whatever it became. */
export const acceptsAll: AcceptedLookup = {
  standing: () => 'accepted',
  instructionsOff: () => false,
  requireAccepted: () => undefined,
}
