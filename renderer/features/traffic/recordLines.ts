import type { MessageRecord } from '../../../shared/domain/messageRecord'
import { isRecord } from '../../../shared/lib/json'

/** A frame with what a person wants to know of it at a glance. */
export interface RecordLine {
  readonly record: MessageRecord
  readonly kind: 'request' | 'notification' | 'answer' | 'error' | 'unknown'
  /** "tools/call echo", "answer to tools/call echo". */
  readonly words: string
  /** The id that JSON-RPC gave it, as text; absent for notifications. */
  readonly messageId?: string
  /** Of a request its method; of an answer that of what it answers, where that is known. */
  readonly method?: string
  /** Of an answer: what it answers, and how long that took. */
  readonly request?: MessageRecord
  readonly ms?: number
}

export type RecordFilter = 'all' | 'calls' | 'asked' | 'errors'

/** Pure: frames with their meaning, answers joined to what they answer. Oldest first, as they came. */
export function recordLines(records: readonly MessageRecord[]): readonly RecordLine[] {
  const open = new Map<string, { readonly record: MessageRecord; readonly words: string; readonly method: string }>()
  return records.map((record) => {
    const { method, id, subject, failed } = look(record.json)
    const messageId = id === undefined ? {} : { messageId: id }
    if (method !== undefined) {
      const words = subject === undefined ? method : `${method} ${subject}`
      if (id === undefined) return { record, kind: 'notification', words, method }
      open.set(`${record.connectionId} ${record.direction} ${id}`, { record, words, method })
      return { record, kind: 'request', words, method, ...messageId }
    }
    if (id === undefined) return { record, kind: 'unknown', words: failed ? 'error' : 'not a message' }
    const asked = open.get(`${record.connectionId} ${record.direction === 'sent' ? 'received' : 'sent'} ${id}`)
    return {
      record,
      kind: failed ? 'error' : 'answer',
      words: `${failed ? 'error' : 'answer'} to ${asked?.words ?? 'an earlier frame'}`,
      ...messageId,
      ...(asked && { method: asked.method, request: asked.record, ms: record.at - asked.record.at }),
    }
  })
}

/** Pure: those that a person looks for. */
export function findRecords(lines: readonly RecordLine[], filter: RecordFilter, search: string): readonly RecordLine[] {
  const wanted = search.trim().toLowerCase()
  return lines.filter(
    (line) =>
      isOf(line, filter) &&
      (wanted === '' ||
        line.words.toLowerCase().includes(wanted) ||
        line.messageId === wanted ||
        line.record.json.toLowerCase().includes(wanted)),
  )
}

function isOf(line: RecordLine, filter: RecordFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'calls':
      return line.method === 'tools/call'
    case 'asked':
      return (
        line.kind !== 'notification' &&
        (line.request ? line.request.direction === 'received' : line.kind === 'request' && line.record.direction === 'received')
      )
    case 'errors':
      return line.kind === 'error'
  }
}

interface Looked {
  readonly method?: string
  readonly id?: string
  /** The tool, prompt or address that it is about. */
  readonly subject?: string
  readonly failed: boolean
}

function look(json: string): Looked {
  const message = parsed(json)
  // A long frame was cut and is no longer JSON: what stands at its beginning says what it is.
  if (!message) return lookAtText(json.slice(0, 2000))
  const { method, id, params, error } = message
  const subject = isRecord(params) ? (params['name'] ?? params['uri']) : undefined
  return {
    failed: error !== undefined,
    ...(typeof method === 'string' && { method }),
    ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }),
    ...(typeof subject === 'string' && { subject }),
  }
}

function lookAtText(text: string): Looked {
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
    // Cut, and looked at as text.
    return undefined
  }
}
