import type { ConversationId } from '../../../shared/domain/ids'

/** Pure: the ids from one to another, whichever is above. Without the first one, the other alone. */
export function idsBetween(
  order: readonly ConversationId[],
  from: ConversationId | undefined,
  to: ConversationId,
): readonly ConversationId[] {
  const [one, other] = [from === undefined ? -1 : order.indexOf(from), order.indexOf(to)]
  return one === -1 || other === -1 ? [to] : order.slice(Math.min(one, other), Math.max(one, other) + 1)
}
