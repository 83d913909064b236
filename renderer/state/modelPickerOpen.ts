import { create } from 'zustand'

/** Whether the list of models above the composer is open. */
export const useModelPickerOpen = create<{ readonly open: boolean }>(() => ({ open: false }))

export const openModelPicker = (open: boolean): void => useModelPickerOpen.setState({ open })
