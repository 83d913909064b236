import type { Call, Part } from '../../shared/domain/chat'
import type { CallId, MessageId, PartId, ServerId } from '../../shared/domain/ids'
import { assertNever } from '../../shared/lib/assertNever'

export interface PartRow {
  readonly id: PartId
  readonly message: MessageId
  readonly kind: Part['kind']
  readonly json: string
}
export interface CallRow {
  readonly id: CallId
  readonly part: PartId
  readonly server: ServerId
  readonly tool: string
  readonly title: string | null
  readonly definition_hash: string
  readonly started_by: Call['startedBy']
  readonly asked: string
  readonly asked_text: string | null
  readonly approved: string | null
  readonly why: string
  readonly state: Call['state']
  readonly started_at: number
  readonly ended_at: number | null
  readonly task: string | null
  readonly result: string | null
  readonly error: string | null
}

/** What of a part is its own; a call has its own table, so that it can be found by server and tool. */
export function partJson(part: Part): object {
  switch (part.kind) {
    case 'call': {
      const { id: _id, kind: _kind, call: _call, ...rest } = part
      return rest
    }
    case 'text':
    case 'reasoning':
    case 'attachment':
    case 'notice': {
      const { id: _id, kind: _kind, ...rest } = part
      return rest
    }
    default:
      return assertNever(part)
  }
}

/** Undefined for a call whose own row is missing. */
export function partOf(row: PartRow, call: Call | undefined): Part | undefined {
  const base = { id: row.id, kind: row.kind, ...parse<object>(row.json) }
  if (row.kind !== 'call') return base as Part
  return call && ({ ...base, call } as Part)
}

export function callOf(row: CallRow): Call {
  return {
    id: row.id,
    serverId: row.server,
    tool: row.tool,
    definitionHash: row.definition_hash,
    startedBy: row.started_by,
    asked: parse(row.asked),
    why: parse(row.why),
    state: row.state,
    startedAt: row.started_at,
    ...(row.title !== null && { title: row.title }),
    ...(row.asked_text !== null && { askedText: row.asked_text }),
    ...(row.approved !== null && { approved: parse(row.approved) }),
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
    ...(row.task !== null && { task: parse(row.task) }),
    ...(row.result !== null && { result: parse(row.result) }),
    ...(row.error !== null && { error: parse(row.error) }),
  }
}

/** Only what this class wrote is read back here, so its shape is known. */
export function parse<T>(json: string): T {
  return JSON.parse(json) as T
}
