import type { Icon } from '../../shared/domain/catalog'
import { isRecord } from '../../shared/lib/json'

/** More are not looked at; a server needs one per size and theme. */
const ICONS = 16
/** As much as `icons.read` takes. */
const SRC_CHARACTERS = 200_000
const SIZES = 8
const SIZE = /^(?:any|\d{1,5}x\d{1,5})$/i

/**
 * Reads the icons of a server or of what it offers (2025-11-25, basic, icons). Only addresses that could be shown are kept; a bad icon
 * costs nothing but itself. Nothing is loaded here.
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

/** A list of sizes; one text with spaces is how an earlier draft wrote it. */
function parseSizes(raw: unknown): readonly string[] {
  const sizes: readonly unknown[] = typeof raw === 'string' ? raw.split(/\s+/) : Array.isArray(raw) ? raw : []
  return sizes.flatMap((size) => (typeof size === 'string' && SIZE.test(size) ? [size.toLowerCase()] : [])).slice(0, SIZES)
}
