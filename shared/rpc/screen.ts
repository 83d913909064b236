import * as z from 'zod'
import { ConversationId, MessageId, PartId, ProjectId, ServerId } from '../domain/ids'
import { call } from './contractKinds'

const Pixels = z.int().min(-10_000_000).max(10_000_000)

/** What a window showed last. The host keeps it, and understands nothing of it but the conversation. */
const LastScreen = z.object({
  view: z.string().max(40),
  settingsPage: z.string().max(40).optional(),
  projectId: ProjectId.optional(),
  serverId: ServerId.optional(),
  serverTab: z.string().max(40).optional(),
  conversationId: ConversationId.optional(),
  /** Where the person was reading in the conversation. Absent at its end. */
  place: z
    .object({
      messageId: MessageId,
      offset: Pixels,
      slice: z.object({ partId: PartId, index: z.int().min(0).max(100_000), offset: Pixels }).optional(),
    })
    .optional(),
})
export type LastScreen = z.infer<typeof LastScreen>

export const screenCalls = {
  /**
   * Remembers what a window shows, for the next start. `place.offset`: how many pixels above the upper edge the message begins.
   * `place.slice`: the slice of a long answer that is at this edge, by its part and its number from zero, and where it begins.
   * Result: nothing.
   * Errors: none of its own.
   */
  'screen.save': call<void>()(z.object({ screen: LastScreen })),
  /**
   * Reads what was on the screen last, without a conversation that is gone.
   * Result: the screen, or null at the first start.
   * Errors: none of its own.
   */
  'screen.last': call<{ screen: LastScreen | null }>()(z.object({})),
}

/** Reads what was kept. Undefined where an older or a newer Parley kept something else. */
export function parseLastScreen(value: unknown): LastScreen | undefined {
  return LastScreen.safeParse(value).data
}
