import { isMessage, type Message } from '../i18n/message'
import type { CallId, ConnectionId, ServerId } from './ids'

/**
 * One JSON-RPC message seen on the wire. `json` is its text without secrets, cut when it is long. For a lost message, `json` is a
 * `lostRecord`.
 */
export interface MessageRecord {
  readonly id: number
  readonly serverId: ServerId
  readonly connectionId: ConnectionId
  readonly callId?: CallId
  readonly at: number
  readonly direction: 'sent' | 'received'
  readonly bytes: number
  readonly json: string
}

/** No JSON starts with this. So no server can write a record that looks like Parley's own. */
const LOST = 'lost '

/** Pure: the text of a record for a message that was lost, with the reason. */
export function lostRecord(why: Message): string {
  return LOST + JSON.stringify(why)
}

/** Pure: why the message of a record was lost. Undefined for any other record. */
export function lostReason(record: Pick<MessageRecord, 'json'>): Message | undefined {
  if (!record.json.startsWith(LOST)) return undefined
  try {
    const why: unknown = JSON.parse(record.json.slice(LOST.length))
    return isMessage(why) ? why : undefined
  } catch {
    // Another version of Parley wrote it.
    return undefined
  }
}
