import type { Icon } from '../../shared/domain/catalog'
import { isRecord } from '../../shared/lib/json'

/** Parley reads at most this many icons. A server needs one per size and theme. */
const ICONS = 16
/** The limit of `icons.read`. */
const SRC_CHARACTERS = 200_000
const SIZES = 8
const SIZES_CHARACTERS = 200
const SIZE = /^(?:any|\d{1,5}x\d{1,5})$/i

/**
 * Reads the icons of a server or of what it offers (2025-11-25, basic, icons). Keeps only addresses that can be shown. A bad icon does not
 * affect the others. Loads nothing.
 */
export function parseIcons(raw: unknown): readonly Icon[] | undefined {
  if (!Array.isArray(raw)) return undefined
  const icons = raw.slice(0, ICONS).flatMap((one: unknown) => parseIcon(one) ?? [])
  return icons.length > 0 ? icons : undefined
}

function parseIcon(raw: unknown): Icon | undefined {
  const src = isRecord(raw) ? raw['src'] : undefined
  if (!isRecord(raw) || typeof src !== 'string' || src.length > SRC_CHARACTERS || !/^(?:data|https?):/i.test(src)) return undefined
  const { mimeType, theme } = raw
  return {
    src,
    sizes: parseSizes(raw['sizes']),
    ...(typeof mimeType === 'string' && { mimeType: mimeType.slice(0, 100) }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
  }
}

/** Reads a list of sizes. An earlier draft wrote them as one text with spaces. */
function parseSizes(raw: unknown): readonly string[] {
  const sizes: readonly unknown[] = typeof raw === 'string' ? raw.slice(0, SIZES_CHARACTERS).split(/\s+/) : Array.isArray(raw) ? raw : []
  return sizes.flatMap((size) => (typeof size === 'string' && SIZE.test(size) ? [size.toLowerCase()] : [])).slice(0, SIZES)
}
