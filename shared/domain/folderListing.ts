/** The content of the in-page folder picker in the browser shell. Paths are absolute, in the notation of the host's system. */
export interface FolderListing {
  readonly path: string
  readonly parent?: string
  readonly folders: readonly string[]
}
