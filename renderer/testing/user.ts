import { userEvent } from '@testing-library/user-event'

/** The mouse and keyboard of whoever uses the page, for one test file. Nothing is waited for between two events, so fake timers need no help. */
export const user = userEvent.setup({ delay: null })

/** Replaces what a field holds by this text, in one go as pasting does. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  if (text !== '') await user.paste(text)
}
