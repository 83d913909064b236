import * as z from 'zod'
import { ServerId } from '../domain/ids'
import { call } from './contractKinds'

export const iconsCalls = {
  /**
   * Loads a picture that the server lists, from the server's own origin, and checks it: at most 128 KB, and no SVG.
   * Result: a `data:` URL, or null if Parley does not show it. Parley remembers a refusal for ten minutes.
   * Errors: NOT_FOUND (no such server).
   */
  'icons.read': call<{ dataUrl: string } | null>()(z.object({ serverId: ServerId, src: z.string().min(1).max(200_000) })),
}
