/**
 * Pure: the address that somebody probably means who wrote only a host, as the documentation of collectors does: "localhost:4318". Without
 * encryption only for this computer. Undefined if the text names its scheme, or is no host.
 */
export function suggestAddress(text: string): string | undefined {
  if (text === '' || text.includes('://')) return undefined
  const host = URL.parse(`http://${text}`)?.hostname
  if (host === undefined) return undefined
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host) ? `http://${text}` : `https://${text}`
}
