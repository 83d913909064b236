import type { Icon } from '../domain/catalog'

/**
 * Pure: which of several icons to show at so many dots, on a light or dark screen. One made for the theme goes before one for any, and one
 * for the other theme comes last; then the smallest that is large enough, else the largest (2025-11-25, basic, icons: sizes and theme).
 * What Parley never shows is not chosen.
 */
export function chooseIcon(icons: readonly Icon[], dots: number, theme: 'light' | 'dark'): Icon | undefined {
  return icons
    .filter(isShown)
    .toSorted((one, other) => ofTheme(one, theme) - ofTheme(other, theme) || distance(one, dots) - distance(other, dots))[0]
}

/** By what the server says of it; whether that is true is checked when it is read. */
function isShown({ src, mimeType }: Icon): boolean {
  const said = /^data:([^;,]*)/i.exec(src)?.[1] ?? mimeType ?? ''
  return said === '' || /^image\/(?:png|jpe?g|webp)$/i.test(said)
}

function ofTheme(icon: Icon, theme: 'light' | 'dark'): number {
  if (icon.theme === theme) return 0
  return icon.theme === undefined ? 1 : 2
}

/** How far a size is from what is wanted: too large is better than too small, and an unknown size is between both. */
function distance({ sizes }: Icon, dots: number): number {
  if (sizes.length === 0 || sizes.includes('any')) return 100_000
  return Math.min(...sizes.map((size) => Number.parseInt(size, 10)).map((side) => (side >= dots ? side - dots : 200_000 + dots - side)))
}
