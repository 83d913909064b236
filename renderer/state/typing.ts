const TYPING_MS = 1000

let composerText = ''
let lastKeyAt = -Infinity

/** The composer tells what it holds. */
export function noteComposerText(text: string): void {
  composerText = text
}

/** The message was sent: the keys that wrote it are no longer typing. */
export function noteSent(): void {
  composerText = ''
  lastKeyAt = -Infinity
}

/** A key was pressed somewhere outside of a dialog. Keys that press a button, or that only hold others, are not typing. */
export function noteKey(event: KeyboardEvent, now: number): void {
  const target = event.target instanceof Element ? event.target : undefined
  const pressesButton = (event.key === ' ' || event.key === 'Enter') && target?.closest('button, a, [role="button"], [role="link"]')
  const only = ['Shift', 'Control', 'Alt', 'Meta', 'Escape', 'Enter'].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey
  if (pressesButton || only || target?.closest('[role="dialog"]')) return
  lastKeyAt = now
}

/** Whether a dialog that opened now would take the words, or the next key, of somebody who is typing. */
export function isTyping(now: number): boolean {
  return composerText.trim() !== '' || now - lastKeyAt < TYPING_MS
}
