export const onDesktop = '@desktop'
export const onBrowser = '@browser'

/**
 * Tags a test that has several kinds which do not depend on the shell (an era, a transport, a screen for axe). The kinds alternate between
 * the shells. So the test runs on both shells, but each kind runs only once.
 * `playwright.config.ts` leaves the other shell out.
 */
export function alternateShells(kind: number): { readonly tag: string } {
  return { tag: kind % 2 === 0 ? onDesktop : onBrowser }
}
