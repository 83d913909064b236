import * as z from 'zod'
import { FOLDER_PATH_CHARS, type FolderCheck, type FolderListing } from '../domain/folderListing'
import { ServerId } from '../domain/ids'
import { call } from './contractKinds'

export const foldersCalls = {
  /**
   * Shows the native folder dialog of the desktop shell.
   * Result: the path, null if the person chose none, or 'inPage' if the page must show its own picker.
   * Errors: none of its own.
   */
  'folders.pick': call<{ path: string | null } | 'inPage'>()(z.object({})),
  /**
   * Lists the folders inside a folder, for the picker in the page. Without a path, lists the home folder. Hidden folders come last. At most
   * 5,000.
   * Result: of each its name and its absolute path, and the parent if there is one.
   * Errors: NOT_FOUND, INVALID_INPUT (not a folder), DENIED (Parley may not read it).
   */
  'folders.list': call<FolderListing>()(z.object({ path: z.string().max(FOLDER_PATH_CHARS).optional() })),
  /**
   * Looks at folders that are shared with a server, or about to be: paths or `file:` URIs.
   * Result: of each, whether it is there now, whether it holds what is rarely meant to be shared (the home, keys, Parley's data), and why a
   * policy forbids sharing it with this server, if one does.
   * Errors: none of its own.
   */
  'folders.check': call<readonly FolderCheck[]>()(z.object({ serverId: ServerId, folders: z.array(z.string().max(8192)).max(1000) })),
}
