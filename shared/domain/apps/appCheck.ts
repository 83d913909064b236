import * as z from 'zod'
import type { OpenedFrame } from '../../confinedFrames/frameContent'
import type { JsonObject } from '../../lib/json'
import type { AppDeclared, AppGrant } from './app'

/** What the page of a check is given: an app to start, without a call of its server. */
export interface AppToCheck {
  readonly frame: OpenedFrame
  readonly declared: AppDeclared
  readonly grant: AppGrant
  /** A tool that shows it, as MCP writes tools. */
  readonly tool: JsonObject
  readonly hostVersion: string
}

/** What the page of a check saw of an app. Much of it is what the app says of itself. */
export const SeenApp = z.object({
  /** Why its frame ended, if it did. */
  end: z.enum(['unconfined', 'flooded', 'late', 'crashed', 'left', 'stole']).optional(),
  /** The params of its `ui/initialize`. */
  greeting: z.record(z.string(), z.unknown()).optional(),
  /** It said `ui/notifications/initialized` in time. */
  ready: z.boolean(),
  sized: z.boolean(),
  /** Messages that are none, or answer what nobody asked. */
  malformed: z.number(),
  /** Requests whose form or place is wrong. */
  refused: z.array(z.object({ method: z.string(), code: z.number() })),
  /** Hosts that were kept from it. */
  hosts: z.array(z.object({ origin: z.string(), way: z.enum(['connect', 'load', 'frame']) })),
  /** What else was kept from it. */
  kept: z.array(z.enum(['refusedMore', 'refusedCode', 'refusedPeer', 'tooLong'])),
})
export type SeenApp = z.infer<typeof SeenApp>
