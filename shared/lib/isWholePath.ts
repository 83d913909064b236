/** Pure: whether a path begins at the root of a disk, as it is written on either kind of system. */
export function isWholePath(path: string): boolean {
  return /^(?:\/|\\\\|[A-Za-z]:[\\/])/.test(path)
}
