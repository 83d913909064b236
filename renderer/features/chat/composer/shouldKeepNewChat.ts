/**
 * Pure: whether a new chat stays in the list when the person leaves it before a first message.
 * @param draft what stands in its message box then
 */
export function shouldKeepNewChat(draft: string): boolean {
  return draft !== ''
}
