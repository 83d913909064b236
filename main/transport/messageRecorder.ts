import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { lostRecord, type MessageRecord } from '../../shared/domain/messageRecord'
import type { CallId, ConnectionId, ServerId } from '../../shared/domain/ids'
import type { Message } from '../../shared/i18n/message'
import type { NewMessageRecord } from '../traffic/trafficLog'
import { redactInputResponses } from './redactInputResponses'
import type { MessageObserver } from './trackingTransport'

/** Extra room after the kept part. A secret at its end is then still complete when secrets are removed. */
const MARGIN = 4_096

export interface RecorderDeps {
  readonly serverId: ServerId
  readonly connectionId: ConnectionId
  readonly frameBytes: number
  readonly now: () => number
  readonly record: (record: NewMessageRecord) => void
}

/** Turns the messages of one session into message records. */
export class MessageRecorder implements MessageObserver {
  readonly #deps: RecorderDeps

  constructor(deps: RecorderDeps) {
    this.#deps = deps
  }

  lost(callId: CallId | undefined, why: Message, bytes: number): void {
    const { serverId, connectionId, now, record } = this.#deps
    const at = now()
    record({ serverId, connectionId, ...(callId !== undefined && { callId }), at, direction: 'received', bytes, json: lostRecord(why) })
  }

  message(direction: MessageRecord['direction'], message: JSONRPCMessage, callId: CallId | undefined, bytes: number | undefined): void {
    const { serverId, connectionId, frameBytes, now, record } = this.#deps
    record({
      serverId,
      connectionId,
      ...(callId !== undefined && { callId }),
      at: now(),
      direction,
      ...redactInputResponses(message, frameBytes + MARGIN, bytes),
    })
  }
}
