import { create } from 'zustand'
import type { ServerId } from '../../../shared/domain/ids'

/** A resource that something in the conversation links to. */
export interface PointedAt {
  readonly serverId: ServerId
  readonly uri: string
}

/** The resource that the person reads beside the conversation, until they close it. */
export const useResourceToRead = create<{ readonly reading: PointedAt | undefined }>(() => ({ reading: undefined }))

export const readBeside = (reading: PointedAt): void => useResourceToRead.setState({ reading })
export const endReading = (): void => useResourceToRead.setState({ reading: undefined })
