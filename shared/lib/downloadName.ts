import { safeFileName } from './safeFileName'

/** Names that Parley itself gives to code: source files with an extension that some system also starts. */
const ownNames: ReadonlySet<string> = new Set(['code.js', 'code.ps1', 'code.sh'])

/** Pure: returns the safe name of a file that a person saves. The names that Parley gives to code keep their extension. */
export function downloadName(name: string): string {
  return ownNames.has(name) ? name : safeFileName(name)
}
