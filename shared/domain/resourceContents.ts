import type { AppErrorData } from '../errors/appError'
import type { ContentAnnotations } from './catalog'
import type { ServerId } from './ids'

/** One piece of a resource's content: text, or a blob in base64. */
export interface ResourceItem {
  readonly uri: string
  readonly mimeType?: string
  readonly text?: string
  readonly blob?: string
  readonly annotations?: ContentAnnotations
  /** The address that the server gave, if it differs from the requested address. It is an unchecked claim. */
  readonly claimed?: string
  /** Set when the item is only the beginning. */
  readonly cut?: true
}

/** A server's answer for one address. An empty list is valid: the resource exists and is empty. */
export interface ResourceContents {
  readonly serverId: ServerId
  readonly uri: string
  readonly items: readonly ResourceItem[]
  readonly bytes: number
  readonly readAt: number
  /** The end of the time that the server calls it fresh. The cache returns a copy only until then. */
  readonly freshUntil?: number
  /** Why this is an older copy. Set when the resource could not be read again. */
  readonly stale?: AppErrorData
}

/** A resource whose changes a person follows. */
export interface SubscribedResource {
  readonly serverId: ServerId
  readonly uri: string
  /** 'refused': the server did not agree. 'waiting': the server is not connected now. */
  readonly state: 'following' | 'refused' | 'waiting'
  readonly updates: number
  readonly updatedAt?: number
}
