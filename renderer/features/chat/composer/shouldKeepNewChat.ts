/**
 * Pure: whether a new chat stays in the list when the person leaves it before a first message.
 * @param draft what stands in its message box then
 * @param hasFiles whether files are attached to it
 */
export function shouldKeepNewChat(draft: string, hasFiles = false): boolean {
  return draft !== '' || hasFiles
}
