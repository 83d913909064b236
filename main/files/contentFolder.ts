import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { FileHash } from '../../shared/domain/ids'
import { readRegularFile } from '../storage/readRegularFile'

/** Lists the contents that are in a folder, by their SHA-256. Other files are left out; a folder that is not there has none. */
export function contentNames(folder: string): readonly FileHash[] {
  try {
    return readdirSync(folder).flatMap((name) => FileHash.safeParse(name).data ?? [])
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return []
    throw thrown
  }
}

/** Returns the SHA-256 of a file, in hexadecimal. Undefined for what cannot be read, or is no ordinary file. */
export function hashOfContent(path: string): string | undefined {
  try {
    return createHash('sha256').update(readRegularFile(path)).digest('hex')
  } catch {
    return undefined
  }
}
