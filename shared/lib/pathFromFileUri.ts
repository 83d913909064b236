/** Pure: returns the path of a `file:` URI in the usual notation. Returns any other text unchanged. */
export function pathFromFileUri(uri: string): string {
  const [, host, encoded] = /^file:\/\/([^/]*)(\/[^?#]*)$/i.exec(uri) ?? []
  if (host === undefined || encoded === undefined) return uri
  try {
    const path = decodeURIComponent(encoded)
    if (host !== '' && host !== 'localhost') return `\\\\${host}${path.replaceAll('/', '\\')}`
    return /^\/[A-Za-z]:\//.test(path) ? path.slice(1).replaceAll('/', '\\') : path
  } catch {
    // A stray percent sign: show the whole address rather than half a path.
    return uri
  }
}
