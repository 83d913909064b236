import type { AppErrorData } from '../errors/appError'
import type { ContentAnnotations } from './catalog'
import type { ServerId } from './ids'

/** One piece of what a read brought: text, or a blob in base64. */
export interface ResourceItem {
  readonly uri: string
  readonly mimeType?: string
  readonly text?: string
  readonly blob?: string
  readonly annotations?: ContentAnnotations
  /** The address that the server gave it instead of the one that was asked for. Nobody checks that: it is only what the server says. */
  readonly claimed?: string
  /** Set when only the beginning is here. */
  readonly cut?: true
}

/** What a server gave for one address. No items is an answer too: the resource is there and empty. */
export interface ResourceContents {
  readonly serverId: ServerId
  readonly uri: string
  readonly items: readonly ResourceItem[]
  readonly bytes: number
  readonly readAt: number
  /** Until when the server calls it fresh; a copy is given out again only until then. */
  readonly freshUntil?: number
  /** Why an older copy is shown, when it could not be read again. */
  readonly stale?: AppErrorData
}

/** A resource whose changes a person follows. */
export interface SubscribedResource {
  readonly serverId: ServerId
  readonly uri: string
  /** 'refused': the server was asked and did not agree; 'waiting': its connection is not there just now. */
  readonly state: 'following' | 'refused' | 'waiting'
  readonly updates: number
  readonly updatedAt?: number
}
