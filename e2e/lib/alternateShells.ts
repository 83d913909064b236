export const onDesktop = '@desktop'
export const onBrowser = '@browser'

/**
 * For a test that comes in kinds which the shells do not tell apart (an era, a transport, a screen for axe): each kind runs on one shell, in
 * turn, so that the test runs on both and nothing is shown twice. `playwright.config.ts` leaves the other shell out.
 */
export function alternateShells(kind: number): { readonly tag: string } {
  return { tag: kind % 2 === 0 ? onDesktop : onBrowser }
}
