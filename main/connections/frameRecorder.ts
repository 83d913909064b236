import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { Frame } from '../../shared/domain/frame'
import type { CallId, ConnectionId, ServerId } from '../../shared/domain/ids'
import type { NewFrame } from '../frames/frameLog'
import { frameText } from './frameText'
import type { WireTap } from './wireTransport'

/** Room behind the part that is kept, so that a secret at its end is still seen whole when secrets are taken out. */
const MARGIN = 4_096

export interface RecorderDeps {
  readonly serverId: ServerId
  readonly connectionId: ConnectionId
  readonly frameBytes: number
  readonly now: () => number
  readonly record: (frame: NewFrame) => void
}

/** Turns what one connection says and hears into frames. */
export class FrameRecorder implements WireTap {
  readonly #deps: RecorderDeps

  constructor(deps: RecorderDeps) {
    this.#deps = deps
  }

  lost(callId: CallId | undefined, why: string, bytes: number): void {
    const { serverId, connectionId, now, record } = this.#deps
    const json = JSON.stringify(why)
    record({ serverId, connectionId, ...(callId !== undefined && { callId }), at: now(), direction: 'received', bytes, json })
  }

  message(direction: Frame['direction'], message: JSONRPCMessage, callId: CallId | undefined, bytes: number | undefined): void {
    const { serverId, connectionId, frameBytes, now, record } = this.#deps
    record({
      serverId,
      connectionId,
      ...(callId !== undefined && { callId }),
      at: now(),
      direction,
      ...frameText(message, frameBytes + MARGIN, bytes),
    })
  }
}
