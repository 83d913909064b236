const TYPING_MS = 1000

let composerText = ''
let lastKeyAt = -Infinity

/** Records the content of the composer. */
export function noteComposerText(text: string): void {
  composerText = text
}

/** Whether nothing stands in the composer. */
export const isComposerEmpty = (): boolean => composerText.trim() === ''

/** Records that the message was sent. The keys that typed it no longer count as typing. */
export function noteSent(): void {
  composerText = ''
  lastKeyAt = -Infinity
}

/** Records a key press outside dialogs. Keys that press a button and modifier keys alone do not count as typing. */
export function noteKey(event: KeyboardEvent, now: number): void {
  const target = event.target instanceof Element ? event.target : undefined
  const pressesButton = (event.key === ' ' || event.key === 'Enter') && target?.closest('button, a, [role="button"], [role="link"]')
  const only = ['Shift', 'Control', 'Alt', 'Meta', 'Escape', 'Enter'].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey
  if (pressesButton || only || target?.closest('[role="dialog"]')) return
  lastKeyAt = now
}

/** Whether a dialog that opens now would catch the next key or the text of a person who is typing. */
export function isTyping(now: number): boolean {
  return !isComposerEmpty() || now - lastKeyAt < TYPING_MS
}
