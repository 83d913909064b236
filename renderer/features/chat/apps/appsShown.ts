import { create } from 'zustand'
import type { CallId } from '../../../../shared/domain/ids'

/** Whether an app was drawn in this page. Until then nothing of apps is loaded. */
export const useAppsShown = create<{ readonly shown: boolean }>(() => ({ shown: false }))

/** The calls whose app is shown since before their arguments were whole. */
const written = new Set<CallId>()

export const noteWritten = (callId: CallId): void => void written.add(callId)

export const wasWritten = (callId: CallId): boolean => written.has(callId)

export const noteAppShown = (): void => useAppsShown.setState({ shown: true })
