import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program is, first in the folders of PARLEY_FUZZ_PATH, then on the PATH outside of node_modules; undefined if it is not installed. */
export function findProgram(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  const extra = (process.env['PARLEY_FUZZ_PATH'] ?? '').split(delimiter).filter(Boolean)
  return [...extra, ...folders]
    .map((one) => join(one, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
