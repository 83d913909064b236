import type { Icon } from '../../shared/domain/catalog'

/**
 * Pure: chooses the icon to show at a size of `dots`, on a light or dark screen. An icon for the theme comes first, then one without a
 * theme, and one for the other theme last. Among these, it takes the smallest icon that is large enough, else the largest (2025-11-25,
 * basic, icons: sizes and theme). It never chooses a type that Parley does not show.
 */
export function chooseIcon(icons: readonly Icon[], dots: number, theme: 'light' | 'dark'): Icon | undefined {
  return icons
    .filter(isShown)
    .toSorted((one, other) => ofTheme(one, theme) - ofTheme(other, theme) || distance(one, dots) - distance(other, dots))[0]
}

/** Judges by the server's statement. `icons.read` checks the real type. */
function isShown({ src, mimeType }: Icon): boolean {
  const said = /^data:([^;,]*)/i.exec(src)?.[1] ?? mimeType ?? ''
  return said === '' || /^image\/(?:png|jpe?g|webp)$/i.test(said)
}

function ofTheme(icon: Icon, theme: 'light' | 'dark'): number {
  if (icon.theme === theme) return 0
  return icon.theme === undefined ? 1 : 2
}

/** The distance of a size from the wanted size. Too large is better than too small. An unknown size is in between. */
function distance({ sizes }: Icon, dots: number): number {
  if (sizes.length === 0 || sizes.includes('any')) return 100_000
  return Math.min(...sizes.map((size) => Number.parseInt(size, 10)).map((side) => (side >= dots ? side - dots : 200_000 + dots - side)))
}
