import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { parseTask } from './parseTask'

const server = ServerId.parse('worker')
const codeOf = (read: () => unknown): string => {
  try {
    read()
  } catch (thrown) {
    return AppError.from(thrown).code
  }
  return 'none'
}

it('reads a task in the words of its era', () => {
  const said = { taskId: 't', status: 'working', statusMessage: 'Half way', ttl: 60_000, pollInterval: 10, ttlMs: null, pollIntervalMs: 20 }
  expect([parseTask(said, '2025', server), parseTask(said, '2026', server)]).toEqual([
    { taskId: 't', status: 'working', statusMessage: 'Half way', ttlMs: 60_000, pollMs: 10, inputRequests: {} },
    { taskId: 't', status: 'working', statusMessage: 'Half way', ttlMs: null, pollMs: 20, inputRequests: {} },
  ])
})

it.each([
  undefined,
  {},
  { taskId: '', status: 'working' },
  { taskId: 5, status: 'working' },
  { taskId: 't' },
  { taskId: 't', status: 'resting' },
  { taskId: 'x'.repeat(1_001), status: 'working' },
])('refuses %j as a task', (said) => {
  expect(codeOf(() => parseTask(said, '2026', server))).toBe('PROTOCOL_ERROR')
})

it('keeps little of a long message, and leaves out times that are none', () => {
  const said = parseTask(
    { taskId: 't', status: 'working', statusMessage: 'ä'.repeat(5_000), ttlMs: -1, pollIntervalMs: 'soon' },
    '2026',
    server,
  )
  expect({ bytes: Buffer.byteLength(said.statusMessage ?? '') < 1_010, ttlMs: said.ttlMs, pollMs: said.pollMs }).toEqual({
    bytes: true,
    ttlMs: undefined,
    pollMs: undefined,
  })
})
