/** Returns whether this page is in the desktop's quick window. Only the shell gives a page this address. */
export function isQuickWindow(): boolean {
  return window.host !== undefined && new URLSearchParams(location.search).get('window') === 'quick'
}
