import type { ResourceItem } from '../../shared/domain/resource'
import { truncateBytes } from '../lib/truncateBytes'

/** Pure: the beginning of what was read, at most so many bytes of text and blob together. Items that are left out or shortened are marked. */
export function truncateItems(items: readonly ResourceItem[], bytes: number): readonly ResourceItem[] {
  let left = bytes
  return items.map((item) => {
    const { text, blob, ...rest } = item
    const size = text === undefined ? (blob?.length ?? 0) : Buffer.byteLength(text)
    if (size <= left) {
      left -= size
      return item
    }
    const room = left
    left = 0
    // Base64 is cut at whole groups of four, so that its beginning can still be read.
    return {
      ...rest,
      ...(text === undefined ? { blob: blob?.slice(0, room - (room % 4)) ?? '' } : { text: truncateBytes(text, room) }),
      cut: true,
    }
  })
}
