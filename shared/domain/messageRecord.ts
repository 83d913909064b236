import type { CallId, ConnectionId, ServerId } from './ids'

/** One JSON-RPC message seen on the wire. `json` is its text, cut when it is long; secrets are taken out. */
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
