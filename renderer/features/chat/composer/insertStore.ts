import { create } from 'zustand'

interface Inserted {
  readonly text: string
  readonly count: number
  /** The keyboard stays where it is: what the person presses next is for whatever has it. */
  readonly keepsFocus: boolean
}

/** Text that goes into the composer, such as a filled-in prompt. */
export const useInsertStore = create<Inserted>(() => ({ text: '', count: 0, keepsFocus: false }))

export const insertText = (text: string, { keepsFocus = false } = {}): void =>
  useInsertStore.setState(({ count }) => ({ text, count: count + 1, keepsFocus }))
