import { create } from 'zustand'

/** Counts up when something else on the screen wants the composer to show tools and prompts. */
export const useSlashStore = create<{ readonly asked: number }>(() => ({ asked: 0 }))

export const startSlash = (): void => useSlashStore.setState((state) => ({ asked: state.asked + 1 }))
