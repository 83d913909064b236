import { isRecord } from '../../shared/lib/json'

/** At most so much of one attribute's content is sent, in UTF-16 units. */
export const CONTENT_CHARACTERS = 16_384
/** Deeper parts of a value are left out. */
const DEPTH = 64

/** How much of the content there is room for. */
interface Room {
  left: number
}

/**
 * Pure: what people said and tools returned, as text for a collector that may have it: JSON, up to about `CONTENT_CHARACTERS`. Of pictures, sounds and
 * other files only the kind and the size is sent. The time depends on the room, not on the value.
 */
export function contentForTelemetry(value: unknown, characters: number = CONTENT_CHARACTERS): string {
  return JSON.stringify(shortened(value, { left: characters }, 0)) ?? ''
}

function shortened(value: unknown, room: Room, depth: number): unknown {
  room.left -= 5
  if (typeof value === 'string') {
    const kept = value.slice(0, Math.max(0, room.left))
    room.left -= kept.length
    return kept
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH) return undefined
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) {
      if (room.left <= 0) break
      items.push(shortened(item, room, depth + 1))
    }
    return items
  }
  return isRecord(value) ? members(value, room, depth) : undefined
}

function members(value: Readonly<Record<string, unknown>>, room: Room, depth: number): Readonly<Record<string, unknown>> {
  const isFile = typeof value['mimeType'] === 'string' || typeof value['mediaType'] === 'string'
  const kept: [string, unknown][] = []
  for (const key in value) {
    if (room.left <= 0) break
    room.left -= key.length
    const isBlob = key === 'blob' || (key === 'data' && isFile)
    kept.push(isBlob ? ['bytes', bytesOf(value[key])] : [key, shortened(value[key], room, depth + 1)])
  }
  return Object.fromEntries(kept)
}

/** The size of a file, which is in base64, as bytes, or in a member of its own; undefined for an address. */
function bytesOf(data: unknown): number | undefined {
  if (typeof data === 'string') return Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0)
  if (data instanceof Uint8Array) return data.byteLength
  return isRecord(data) && 'data' in data && data['data'] !== data ? bytesOf(data['data']) : undefined
}
