import * as z from 'zod'
import { CallId, ServerId } from '../../shared/domain/ids'
import type { CallTask } from '../../shared/domain/task'
import type { TaskStore } from '../calls/taskStore'
import type { TaskRecord } from '../calls/taskStore'
import type { Clock } from '../lib/clock'
import { json } from '../storage/columnSchemas'
import type { Database } from '../storage/database'

const Row = z.object({
  call: CallId,
  server: ServerId,
  launch_hash: z.string(),
  era: z.enum(['2025', '2026']),
  tool: z.string(),
  task_id: z.string(),
  status: z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled']),
  message: z.string().nullable(),
  created: z.number(),
  checked: z.number(),
  expires: z.number().nullable(),
  answered: json(z.array(z.string())),
})

/** Owner of task records: one for each unfinished call that a server runs as a task. */
export class TaskTable implements TaskStore {
  readonly #database: Database

  /** @param longestMs The longest wait for a task. Older records come from a Parley that was not started again in time. */
  constructor({ database, clock, longestMs }: { readonly database: Database; readonly clock: Clock; readonly longestMs: number }) {
    this.#database = database
    database.run('DELETE FROM task WHERE created < ?', clock.now() - longestMs)
  }

  remember({ callId, serverId, launchHash, era, tool, task, answered }: TaskRecord): void {
    this.#database.run(
      `INSERT OR REPLACE INTO task (call, server, launch_hash, era, tool, task_id, status, message, created, checked, expires, answered)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      callId,
      serverId,
      launchHash,
      era,
      tool,
      task.taskId,
      task.status,
      task.statusMessage ?? null,
      task.createdAt,
      task.checkedAt,
      task.expiresAt ?? null,
      JSON.stringify(answered),
    )
  }

  find(callId: CallId): TaskRecord | undefined {
    const row = this.#database.get('SELECT * FROM task WHERE call = ?', callId)
    return row && recordOf(Row.parse(row))
  }

  note(callId: CallId, task: CallTask): void {
    this.#database.run(
      'UPDATE task SET status = ?, message = ?, checked = ?, expires = ? WHERE call = ?',
      task.status,
      task.statusMessage ?? null,
      task.checkedAt,
      task.expiresAt ?? null,
      callId,
    )
  }

  noteAnswered(callId: CallId, keys: readonly string[]): void {
    const known = this.find(callId)
    if (!known) return
    this.#database.run('UPDATE task SET answered = ? WHERE call = ?', JSON.stringify([...new Set([...known.answered, ...keys])]), callId)
  }

  forget(callId: CallId): void {
    this.#database.run('DELETE FROM task WHERE call = ?', callId)
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#database.run('UPDATE task SET server = ? WHERE server = ?', to, from)
  }
}

function recordOf(row: z.infer<typeof Row>): TaskRecord {
  return {
    callId: row.call,
    serverId: row.server,
    launchHash: row.launch_hash,
    era: row.era,
    tool: row.tool,
    task: {
      taskId: row.task_id,
      status: row.status,
      createdAt: row.created,
      checkedAt: row.checked,
      ...(row.message !== null && { statusMessage: row.message }),
      ...(row.expires !== null && { expiresAt: row.expires }),
    },
    answered: row.answered,
  }
}
