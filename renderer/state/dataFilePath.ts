/** Pure: the path of a file in Parley's data folder, written as the host's system writes paths. */
export function dataFilePath(dataDir: string, name: string): string {
  return `${dataDir}${dataDir.includes('\\') ? '\\' : '/'}${name}`
}
