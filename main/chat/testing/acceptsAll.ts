import type { AcceptedLookup } from '../turnTools'

/** A user who has accepted every definition, including each change of it. */
export const acceptsAll: AcceptedLookup = {
  standing: () => 'accepted',
  instructionsOff: () => false,
  requireAccepted: () => undefined,
}
