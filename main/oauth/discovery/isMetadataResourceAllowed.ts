/**
 * Pure: whether the resource in a metadata document is the server that was asked (RFC 9728, section 3.3). A broader address of the same
 * origin is accepted only if the document is below `/.well-known/`, which the owner of the origin controls. Otherwise one tenant could
 * request tokens for every tenant.
 */
export function isMetadataResourceAllowed(serverUrl: string, resource: string, describedAt: URL): boolean {
  const server = new URL(serverUrl)
  const named = URL.parse(resource)
  if (!named || named.hash !== '' || named.username !== '' || named.password !== '' || named.origin !== server.origin) return false
  if (withSlash(named.pathname) === withSlash(server.pathname)) return named.search === '' || named.search === server.search
  const byOwner = describedAt.origin === server.origin && describedAt.pathname.startsWith('/.well-known/oauth-protected-resource')
  return byOwner && named.search === '' && server.pathname.startsWith(withSlash(named.pathname))
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}
