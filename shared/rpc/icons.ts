import * as z from 'zod'
import { ServerId } from '../domain/ids'
import { call } from './define'

export const iconsCalls = {
  /** A picture that the server lists, checked, as a `data:` URL; null where Parley does not show it. */
  'icons.read': call<{ dataUrl: string } | null>()(z.object({ serverId: ServerId, src: z.string().min(1).max(200_000) })),
}
