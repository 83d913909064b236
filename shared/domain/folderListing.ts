import type { AppErrorData } from '../errors/appError'

/** The longest path that the in-page folder picker may ask about. */
export const FOLDER_PATH_CHARS = 4096

/** The content of the in-page folder picker in the browser shell. Paths are absolute, in the notation of the host's system. */
export interface FolderListing {
  readonly path: string
  readonly parent?: string
  /** Why choosing it deserves a thought. */
  readonly risk?: FolderRisk
  /** Each with its own name and its whole path: only the host knows how its system joins the two. */
  readonly folders: readonly { readonly name: string; readonly path: string }[]
}

/**
 * Why sharing a folder deserves a thought: it holds everything of this computer or drive, the person's home, keys and passwords, or Parley's
 * own data.
 */
export type FolderRisk = 'everything' | 'home' | 'keys' | 'parley'

/** What is known of a folder that is shared, or about to be. */
export interface FolderCheck {
  /** As it was given: a path or a `file:` URI. */
  readonly folder: string
  readonly found: boolean
  readonly risk?: FolderRisk
  /** Why a policy forbids sharing it with this server. */
  readonly forbidden?: AppErrorData
}
