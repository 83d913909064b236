import * as z from 'zod'
import { ConversationId, ProjectId, QuestionId, ServerId } from '../ids'
import { quickWindowKeys } from './quickWindowKeys'

/** `"desktop"` in `settings.json`: how Parley is at hand while its window is not in front. Everything is off at first. */
const desktopChoices = z.object({
  /** Shows Parley's icon in the tray. */
  tray: z.boolean(),
  /** Closing the window hides it. Parley, its servers and its turns go on. */
  keepRunning: z.boolean(),
  /** The keys that open the quick window from any program. */
  quickWindow: z.enum(['off', ...quickWindowKeys]),
})
export const DesktopSettings = z.object({
  tray: desktopChoices.shape.tray.default(false),
  keepRunning: desktopChoices.shape.keepRunning.default(false),
  quickWindow: desktopChoices.shape.quickWindow.default('off'),
})
export type DesktopSettings = z.infer<typeof DesktopSettings>
/** A change of these settings. What is missing does not change. */
export const DesktopChange = desktopChoices.partial()
export type DesktopChange = z.infer<typeof DesktopChange>

/** A place in the main window that a person asks for from outside of it: from the tray, the quick window or a notification. */
export const Place = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('newChat') }),
  z.object({ kind: z.literal('conversation'), conversationId: ConversationId }),
  z.object({ kind: z.literal('question'), questionId: QuestionId }),
  z.object({ kind: z.literal('inbox') }),
  z.object({ kind: z.literal('projects'), projectId: ProjectId.optional() }),
  z.object({ kind: z.literal('servers'), serverId: ServerId.optional() }),
  /** `page`: the name of a page of the settings. The window ignores one that it does not know. */
  z.object({ kind: z.literal('settings'), page: z.string().max(40).optional() }),
])
export type Place = z.infer<typeof Place>

/** A place that the main window has not shown yet. A later request replaces an earlier one. */
export interface PlaceRequest {
  readonly number: number
  readonly place: Place
}

/** Whether the keys of the quick window work. `taken`: another program has them, or the system does not give them to Parley. */
export type QuickWindowKeysState = 'off' | 'ready' | 'taken'

/** The value of the topic `desktop`. */
export interface DesktopState {
  readonly settings: DesktopSettings
  readonly quickWindowKeys: QuickWindowKeysState
  readonly request: PlaceRequest | null
}
