import type { DownloadId } from '../ids'

/** A download that has begun: the host writes the file, or the browser of the page saves it. */
export type StartedDownload = { readonly to: 'file'; readonly downloadId: DownloadId } | { readonly to: 'page' }
