import { create } from 'zustand'

/** The count grows when another part of the screen asks the composer to show tools and prompts. */
export const useSlashStore = create<{ readonly asked: number }>(() => ({ asked: 0 }))

export const startSlash = (): void => useSlashStore.setState((state) => ({ asked: state.asked + 1 }))
