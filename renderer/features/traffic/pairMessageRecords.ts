import { t, translator } from '../../i18n/t'
import { lostReason, type MessageRecord } from '../../../shared/domain/messageRecord'
import { isRecord } from '../../../shared/lib/json'
import type { Message } from '../../../shared/i18n/message'

/** A message record with its most important facts. */
export type RecordLine = MessageLine | LostLine

/** A message whose content was not stored. */
interface LostLine extends Omit<MessageLine, 'kind'> {
  readonly kind: 'lost'
  readonly why: Message
}

interface MessageLine {
  readonly record: MessageRecord
  /** 'strayError' is an error that answers no request. 'unknown' is not JSON-RPC. */
  readonly kind: 'request' | 'notification' | 'answer' | 'error' | 'strayError' | 'unknown'
  /** The subject of the message, or of the request that it answers: "tools/call echo". Absent when unknown. */
  readonly subject?: string
  /** Its JSON-RPC id as text. Absent for notifications. */
  readonly messageId?: string
  /** The method of a request. For an answer, the method of its request, if known. */
  readonly method?: string
  /** For an answer: its request, from which the duration follows. */
  readonly request?: MessageRecord
  readonly ms?: number
}

/** Pure: interprets message records and joins each answer to its request. Keeps their order, oldest first. */
export function pairMessageRecords(records: readonly MessageRecord[]): readonly RecordLine[] {
  const open = new Map<string, { readonly record: MessageRecord; readonly subject: string; readonly method: string }>()
  return records.map((record) => {
    const why = lostReason(record)
    if (why) return { record, kind: 'lost', why }
    const { method, id, target, failed } = peek(record.json)
    const messageId = id === undefined ? {} : { messageId: id }
    if (method !== undefined) {
      const subject = target === undefined ? method : `${method} ${target}`
      if (id === undefined) return { record, kind: 'notification', subject, method }
      open.set(`${record.connectionId} ${record.direction} ${id}`, { record, subject, method })
      return { record, kind: 'request', subject, method, ...messageId }
    }
    if (id === undefined) return { record, kind: failed ? 'strayError' : 'unknown' }
    const asked = open.get(`${record.connectionId} ${record.direction === 'sent' ? 'received' : 'sent'} ${id}`)
    return {
      record,
      kind: failed ? 'error' : 'answer',
      ...messageId,
      ...(asked && { subject: asked.subject, method: asked.method, request: asked.record, ms: record.at - asked.record.at }),
    }
  })
}

/** Describes a message on one line: "tools/call echo", "answer to tools/call echo". */
export function describeRecord(line: RecordLine): string {
  const { subject } = line
  switch (line.kind) {
    case 'request':
    case 'notification':
      return subject ?? ''
    case 'answer':
      return subject === undefined ? t('traffic.answerToEarlier') : t('traffic.answerTo', { subject })
    case 'error':
      return subject === undefined ? t('traffic.errorToEarlier') : t('traffic.errorTo', { subject })
    case 'strayError':
      return t('traffic.error')
    case 'unknown':
      return t('traffic.notAMessage')
    case 'lost':
      return translator().message(line.why)
  }
}

interface Peeked {
  readonly method?: string
  readonly id?: string
  /** The tool, prompt or address in the request. */
  readonly target?: string
  readonly failed: boolean
}

function peek(json: string): Peeked {
  const message = parsed(json)
  // A long message was cut and is no longer JSON. Its beginning shows what it is.
  if (!message) return peekAtText(json.slice(0, 2000))
  const { method, id, params, error } = message
  const target = isRecord(params) ? (params['name'] ?? params['uri']) : undefined
  return {
    failed: error !== undefined,
    ...(typeof method === 'string' && { method }),
    ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }),
    ...(typeof target === 'string' && { target }),
  }
}

function peekAtText(text: string): Peeked {
  const method = /"method":\s*"([^"\\]+)"/.exec(text)?.[1]
  const id = /^\{(?:"jsonrpc":\s*"2\.0",\s*)?(?:"method":\s*"[^"\\]+",\s*)?"id":\s*(?:"([^"\\]+)"|(\d+))/.exec(text)
  const found = id?.[1] ?? id?.[2]
  return { failed: text.includes('"error":'), ...(method !== undefined && { method }), ...(found !== undefined && { id: found }) }
}

function parsed(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : undefined
  } catch {
    // The message was cut, so it is read as text instead.
    return undefined
  }
}
