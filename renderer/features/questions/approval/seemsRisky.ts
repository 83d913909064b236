import type { ApprovalDetails } from '../../../../shared/domain/question'
import type { JsonObject } from '../../../../shared/lib/json'
import { looksRisky } from '../../../../shared/rules/looksRisky'

/**
 * Pure: whether Parley guesses that a call with these arguments runs, deletes, pays or sends something. The words that say so and the
 * look of the button that allows it follow this alone, so that neither stands without the other.
 */
export function seemsRisky({ tool, place }: ApprovalDetails, args: JsonObject): boolean {
  return looksRisky(tool, args) || (place?.place === 'dialog' && (place.signs ?? [place.because]).includes('looksRisky'))
}
