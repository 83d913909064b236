import type { Era } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { UnknownKind } from '../../shared/domain/logEntry'
import { log } from '../lib/log'
import type { Incoming } from '../transport/trackingTransport'
import type { SessionExtensions } from './sessionExtensions'

/** A message of a server with a method that Parley does not know, as it arrived. */
export interface UnknownMessage {
  readonly kind: UnknownKind
  readonly method: string
  readonly params: unknown
}

const inEither = [
  'notifications/cancelled',
  'notifications/progress',
  'notifications/message',
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
]

/** The notifications of the protocol that a server may send. */
const notifications: Readonly<Record<Era, ReadonlySet<string>>> = {
  '2025': new Set([...inEither, 'notifications/elicitation/complete', 'notifications/tasks/status']),
  '2026': new Set([...inEither, 'notifications/subscriptions/acknowledged']),
}

/** The requests that Parley answers. Servers of the 2026 era send none: they ask in their results. */
const requests: Readonly<Record<Era, ReadonlySet<string>>> = {
  '2025': new Set(['ping', 'elicitation/create', 'sampling/createMessage', 'roots/list']),
  '2026': new Set(),
}

/**
 * Pure: in which way a message is unknown in an era; undefined if its method is known. Before the greeting has ended, the era is the older
 * one. A request of the 2026 era is never answered (2026-07-28, basic: only servers respond).
 */
export function unknownKind(message: Incoming, era: Era): UnknownKind | undefined {
  if ('id' in message) return requests[era].has(message.method) ? undefined : era === '2026' ? 'unanswered' : 'refused'
  return notifications[era].has(message.method) ? undefined : 'notification'
}

export interface IncomingDeps {
  readonly serverId: ServerId
  /** The era that was found; undefined before. */
  readonly era: () => Era | undefined
  readonly extensions: (era: Era) => SessionExtensions
  /** Receives the parameters of a log message. */
  readonly onLog: (params: unknown) => void
  readonly onUnknown: (message: UnknownMessage) => void
}

/**
 * Looks at each notification and request of a server before the SDK does, which would drop what it does not know. Returns true if the message
 * must not go on: there may be any number of log messages, and nothing may answer a server of the 2026 era.
 */
export function takeIncoming(message: Incoming, { serverId, era: eraNow, extensions, onLog, onUnknown }: IncomingDeps): boolean {
  const { method, params } = message
  if (method === 'notifications/message') {
    onLog(params)
    return true
  }
  const era = eraNow() ?? '2025'
  const kind = unknownKind(message, era)
  if (kind === undefined || (kind === 'refused' && extensions(era).answerers().has(method))) return false
  const listener = kind === 'notification' ? extensions(era).listener(method) : undefined
  if (!listener) onUnknown({ kind, method, params })
  else
    try {
      listener(params, { serverId })
    } catch (thrown) {
      // One odd message must not end the others.
      log('warn', 'A notification of an extension could not be read', { server: serverId, method, error: thrown })
    }
  return kind !== 'refused'
}
