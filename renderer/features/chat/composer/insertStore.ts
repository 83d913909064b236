import { create } from 'zustand'

/** Text on its way into the composer: a prompt that was filled in. */
export const useInsertStore = create<{ readonly text: string; readonly count: number }>(() => ({ text: '', count: 0 }))

export const insertText = (text: string): void => useInsertStore.setState((state) => ({ text, count: state.count + 1 }))
