import { expect, it } from 'vitest'
import { CallId, ServerId } from '../../shared/domain/ids'
import type { TaskRecord } from '../calls/taskStore'
import { systemClock } from '../lib/clock'
import { Database } from '../storage/database'
import { TaskTable } from './taskTable'

const open = (database: Database, now = 1_000): TaskTable =>
  new TaskTable({ database, clock: { ...systemClock, now: () => now }, longestMs: 500 })
const record = (more: Partial<TaskRecord['task']> = {}): TaskRecord => ({
  callId: CallId.parse(systemClock.newId()),
  serverId: ServerId.parse('worker'),
  launchHash: 'hash',
  era: '2026',
  tool: 'work',
  task: { taskId: 't', status: 'working', createdAt: 900, checkedAt: 900, ...more },
  answered: [],
})

it('TK-05: keeps everything that is needed to ask for a task again, and gives it to the next run', () => {
  const database = new Database(':memory:')
  const known = record({ statusMessage: 'Half way', expiresAt: 2_000 })
  open(database).remember(known)
  expect(open(database).find(known.callId)).toEqual(known)
})

it('writes down what became known, what was answered, and forgets what has ended', () => {
  const database = new Database(':memory:')
  const tasks = open(database)
  const known = record({ statusMessage: 'Begun', expiresAt: 2_000 })
  tasks.remember(known)
  const later = { taskId: 't', status: 'input_required', createdAt: 900, checkedAt: 950 } as const
  tasks.note(known.callId, later)
  tasks.noteAnswered(known.callId, ['who'])
  tasks.noteAnswered(known.callId, ['who', 'where'])
  expect(tasks.find(known.callId)).toEqual({ ...known, task: later, answered: ['who', 'where'] })
  tasks.forget(known.callId)
  expect(tasks.find(known.callId)).toBeUndefined()
})

it('follows a server to its new name, and leaves what is too old behind', () => {
  const database = new Database(':memory:')
  const tasks = open(database)
  const known = record()
  tasks.remember(known)
  tasks.renameServer(known.serverId, ServerId.parse('renamed'))
  expect(tasks.find(known.callId)?.serverId).toBe('renamed')
  expect(open(database, 1_500).find(known.callId)).toBeUndefined()
})
