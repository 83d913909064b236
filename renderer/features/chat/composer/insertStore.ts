import { create } from 'zustand'

/** Text that goes into the composer, such as a filled-in prompt. */
export const useInsertStore = create<{ readonly text: string; readonly count: number }>(() => ({ text: '', count: 0 }))

export const insertText = (text: string): void => useInsertStore.setState((state) => ({ text, count: state.count + 1 }))
