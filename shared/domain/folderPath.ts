/** Pure: a `file:` URI as the path that people know; whatever else it is stays as it is. */
export function folderPath(uri: string): string {
  const [, host, encoded] = /^file:\/\/([^/]*)(\/[^?#]*)$/i.exec(uri) ?? []
  if (host === undefined || encoded === undefined) return uri
  try {
    const path = decodeURIComponent(encoded)
    if (host !== '' && host !== 'localhost') return `\\\\${host}${path.replaceAll('/', '\\')}`
    return /^\/[A-Za-z]:\//.test(path) ? path.slice(1).replaceAll('/', '\\') : path
  } catch {
    // A stray percent sign: the address as it stands is more honest than half of a path.
    return uri
  }
}
