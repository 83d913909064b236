import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSizes } from '../../shared/files/dataSizes'

const parts: Readonly<Record<keyof DataSizes, RegExp>> = {
  database: /^parley\.db(?:-\w+)?$/,
  searchIndex: /^search\.db/,
  copies: /^parley\.db\./,
  settings: /\.json$/,
}

/** Measures the files of a data folder, without its subfolders. A file that goes meanwhile counts nothing. */
export function measureDataFolder(folder: string): DataSizes {
  const names = readdirSync(folder)
  const bytesOf = (part: keyof DataSizes): number =>
    names.filter((name) => parts[part].test(name)).reduce((sum, name) => sum + fileBytes(join(folder, name)), 0)
  return { database: bytesOf('database'), searchIndex: bytesOf('searchIndex'), copies: bytesOf('copies'), settings: bytesOf('settings') }
}

function fileBytes(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : 0
}
