import type { ApprovalPlace, DialogReason } from '../domain/question'

/** What can be said at a line of several. A danger of its own kind, and what cannot be shown there whole, needs a dialog of its own. */
const saidAtALine: ReadonlySet<DialogReason> = new Set([
  'mayChange',
  'declaresNothing',
  'looksRisky',
  'namesChange',
  'argumentName',
  'argumentValue',
])

/** Pure: whether a call that is asked about in the dialog may be asked about there together with others of its step. */
export function sharesDialog(place: ApprovalPlace | undefined): boolean {
  return place?.place === 'dialog' && place.signs !== undefined && place.signs.every((sign) => saidAtALine.has(sign))
}
