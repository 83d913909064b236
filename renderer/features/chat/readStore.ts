import { create } from 'zustand'
import type { ServerId } from '../../../shared/domain/ids'

/** A resource that something in the conversation points at. */
export interface PointedAt {
  readonly serverId: ServerId
  readonly uri: string
}

/** The resource that the person reads beside the conversation, until they close it. */
export const useReadStore = create<{ readonly reading: PointedAt | undefined }>(() => ({ reading: undefined }))

export const readBeside = (reading: PointedAt): void => useReadStore.setState({ reading })
export const endReading = (): void => useReadStore.setState({ reading: undefined })
