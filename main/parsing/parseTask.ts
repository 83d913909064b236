import type { CallTask } from '../../shared/domain/task'
import type { Era } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { shortText } from './shortText'

type Raw = Readonly<Record<string, unknown>>

/** The state of a task as its server reports it, in either era. */
export interface ReportedTask {
  readonly taskId: string
  readonly status: CallTask['status']
  readonly statusMessage?: string
  /** How long after its creation the server may forget it. Null means never. Absent means that the server did not say. */
  readonly ttlMs?: number | null
  readonly pollMs?: number
  /** The questions of the server, by key (2026). */
  readonly inputRequests: Raw
  /** The result or error of the call, if a 2026 server sends it with the status. */
  readonly result?: Raw
  readonly error?: Raw
}

const statuses: readonly string[] = ['working', 'input_required', 'completed', 'failed', 'cancelled'] satisfies CallTask['status'][]
const MESSAGE_BYTES = 1_000
/** Limit for a task id, because it goes into many requests, headers and database rows. */
const ID_CHARACTERS = 1_000

/** Reads what a server says about a task. @throws {AppError} PROTOCOL_ERROR when it is not a task. */
export function parseTask(raw: unknown, era: Era, serverId: ServerId): ReportedTask {
  const task = isRecord(raw) ? raw : {}
  const { taskId, status, inputRequests, result, error } = task
  if (typeof taskId !== 'string' || taskId === '' || taskId.length > ID_CHARACTERS || !isStatus(status)) {
    throw new AppError('PROTOCOL_ERROR', { reason: 'parsing.noTask', params: { server: serverId } })
  }
  const statusMessage = shortText(task['statusMessage'], MESSAGE_BYTES)
  const ttlMs = milliseconds(task[era === '2025' ? 'ttl' : 'ttlMs'])
  const pollMs = milliseconds(task[era === '2025' ? 'pollInterval' : 'pollIntervalMs'])
  return {
    taskId,
    status,
    inputRequests: isRecord(inputRequests) ? inputRequests : {},
    ...(statusMessage !== undefined && { statusMessage }),
    ...(ttlMs !== undefined && { ttlMs }),
    ...(typeof pollMs === 'number' && { pollMs }),
    ...(isRecord(result) && { result }),
    ...(isRecord(error) && { error }),
  }
}

function isStatus(value: unknown): value is CallTask['status'] {
  return typeof value === 'string' && statuses.includes(value)
}

function milliseconds(value: unknown): number | null | undefined {
  if (value === null) return null
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
