import { lostRecord } from '../../shared/domain/messageRecord'
import { ConnectionId } from '../../shared/domain/ids'
import type { Clock } from '../lib/clock'
import type { NewMessageRecord } from '../traffic/trafficLog'
import type { AppInstance } from './appInstance'

const MINUTE_MS = 60_000
const PER_MINUTE = 2_000
/** A longer one was cut by its page. */
const MOST_CHARACTERS = 100_000

/** A message between an app and its page, as JSON text. */
export interface BridgeMessage {
  readonly direction: 'toApp' | 'fromApp'
  readonly json: string
  /** How long ago it passed: pages hand them on together. */
  readonly agoMs: number
  /** How long it was where `json` is only its beginning. */
  readonly bytes?: number | undefined
}

export interface AppLogDeps {
  readonly clock: Clock
  readonly record: (record: NewMessageRecord) => void
}

/**
 * Writes the messages of apps among those of their servers, as a connection of its own: its id is the app's. What comes too fast is only counted.
 */
export class AppLog {
  readonly #deps: AppLogDeps

  constructor(deps: AppLogDeps) {
    this.#deps = deps
  }

  write(app: AppInstance, messages: readonly BridgeMessage[]): void {
    const now = this.#deps.clock.now()
    const { logged } = app
    if (now - logged.since >= MINUTE_MS) {
      this.end(app)
      logged.since = now
      logged.count = 0
    }
    for (const { direction, json, agoMs, bytes } of messages) {
      const at = Math.round(now - agoMs)
      if (logged.count++ < PER_MINUTE) this.#record(app, direction === 'toApp' ? 'sent' : 'received', { json, at, bytes })
      else logged.lost++
    }
  }

  /** Tells how many messages were too many. */
  end(app: AppInstance): void {
    const { logged } = app
    if (logged.lost === 0) return
    this.#record(app, 'received', {
      json: lostRecord({ id: 'traffic.appMessagesLeftOut', params: { count: logged.lost } }),
      at: this.#deps.clock.now(),
    })
    logged.lost = 0
  }

  #record({ subject: { appId, serverId } }: AppInstance, direction: 'sent' | 'received', { json, at, bytes }: Passed): void {
    this.#deps.record({
      serverId,
      connectionId: ConnectionId.parse(appId),
      at,
      direction,
      bytes: bytes ?? Buffer.byteLength(json),
      json,
      cut: json.length >= MOST_CHARACTERS,
    })
  }
}

interface Passed extends Pick<BridgeMessage, 'json' | 'bytes'> {
  readonly at: number
}
