import type { AcceptedBook } from '../turnTools'

/** A user who accepted everything, whatever it became. */
export const acceptsAll: AcceptedBook = {
  standing: () => 'accepted',
  instructionsOff: () => false,
  requireAccepted: () => undefined,
}
