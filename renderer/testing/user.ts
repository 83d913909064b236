import { userEvent } from '@testing-library/user-event'

/** The mouse and keyboard of the person, for one test file. There is no delay between two events, so fake timers need no help. */
export const user = userEvent.setup({ delay: null })

/** Replaces a field's content with this text in one step, as a paste does. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  if (text !== '') await user.paste(text)
}
