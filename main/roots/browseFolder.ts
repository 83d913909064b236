import { readdir, realpath, stat } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { FolderListing } from '../../shared/domain/folderListing'
import { folderRisk, realPlaces, type Places } from './checkFolders'
import { explainFolderError } from './explainFolderError'
import { toFolderPath } from './toFileUri'

const FOLDERS_SHOWN = 5_000
const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/**
 * Lists the folders inside a folder, for the folder picker of a shell without native dialogs, and says what a person should know before they
 * choose it. Hidden folders come last.
 * @throws {AppError} INVALID_INPUT, NOT_FOUND or DENIED
 */
export async function browseFolder(folder: string, places: Places): Promise<FolderListing> {
  const path = resolve(toFolderPath(folder))
  const entries = await readEntries(path)
  const found = await Promise.all(entries.map(async (entry) => ((await isFolder(entry, path)) ? [entry.name] : [])))
  const names = found.flat().toSorted((a, b) => Number(isHidden(a)) - Number(isHidden(b)) || order.compare(a, b))
  const parent = dirname(path)
  const folders = names.slice(0, FOLDERS_SHOWN).map((name) => ({ name, path: join(path, name) }))
  const risk = folderRisk(await realpath(path).catch(() => path), await realPlaces(places), process.platform)
  return { path, ...(parent !== path && { parent }), ...(risk && { risk }), folders }
}

async function readEntries(path: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (thrown) {
    throw explainFolderError(thrown, path)
  }
}

/** A link to a folder counts as a folder. A broken link, or a link to a place that Parley may not read, does not. */
async function isFolder(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  const target = await stat(join(path, entry.name)).catch(() => undefined)
  return target?.isDirectory() === true
}

function isHidden(name: string): boolean {
  return name.startsWith('.')
}
