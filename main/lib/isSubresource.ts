/**
 * Pure: whether an address equals the other one or lies below it. A server may report a part of a followed resource (2025-11-25,
 * resources).
 */
export function isSubresource(uri: string, whole: string): boolean {
  if (uri === whole) return true
  if (!uri.startsWith(whole)) return false
  return whole.endsWith('/') || /^[/?#]/.test(uri.slice(whole.length))
}
