import * as z from 'zod'
import { ServerId } from '../domain/ids'
import { call } from './define'

export const iconsCalls = {
  /**
   * A picture that the server lists, fetched from its own origin and checked: at most 128 KB, and no SVG.
   * Result: a `data:` URL, or null where Parley does not show it. A refusal is kept for ten minutes.
   * Errors: NOT_FOUND (no such server).
   */
  'icons.read': call<{ dataUrl: string } | null>()(z.object({ serverId: ServerId, src: z.string().min(1).max(200_000) })),
}
