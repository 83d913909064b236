/** Why a disk takes nothing: it is full, may only be read, or fails. These are reasons of `errors.json`. */
export type DiskFailure = 'storage.diskFull' | 'storage.diskReadOnly' | 'storage.diskFails'

/** The system's names for it, as Node passes them on. */
const bySystem: Readonly<Record<string, DiskFailure>> = {
  ENOSPC: 'storage.diskFull',
  EDQUOT: 'storage.diskFull',
  EROFS: 'storage.diskReadOnly',
  EIO: 'storage.diskFails',
}
/** SQLITE_READONLY, SQLITE_IOERR and SQLITE_FULL: the lowest byte of `errcode` (https://sqlite.org/rescode.html). */
const bySqlite: Readonly<Record<number, DiskFailure>> = { 8: 'storage.diskReadOnly', 10: 'storage.diskFails', 13: 'storage.diskFull' }

/** Pure: returns the reason if something could not be saved because of the disk. Undefined for any other failure. */
export function diskFailure(thrown: unknown): DiskFailure | undefined {
  if (!(thrown instanceof Error)) return undefined
  if ('errcode' in thrown && typeof thrown.errcode === 'number') return bySqlite[thrown.errcode & 0xff]
  // Linux says ENOSPC also when a user watches too many files.
  if ('syscall' in thrown && thrown.syscall === 'watch') return undefined
  return 'code' in thrown && typeof thrown.code === 'string' && Object.hasOwn(bySystem, thrown.code) ? bySystem[thrown.code] : undefined
}
