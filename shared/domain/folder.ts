/** What the in-page folder picker of the browser shell shows. Paths are absolute, in the host's own notation. */
export interface FolderListing {
  readonly path: string
  readonly parent?: string
  readonly folders: readonly string[]
}
