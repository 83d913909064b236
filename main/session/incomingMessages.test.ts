import { expect, it } from 'vitest'
import { unknownKind } from './incomingMessages'

const request = (method: string) => ({ jsonrpc: '2.0' as const, id: 1, method })
const notification = (method: string) => ({ jsonrpc: '2.0' as const, method })

it.each([
  [notification('notifications/progress'), undefined, undefined],
  [notification('notifications/resources/updated'), undefined, undefined],
  [notification('notifications/tasks/status'), undefined, 'notification'],
  [notification('notifications/elicitation/complete'), undefined, 'notification'],
  [notification('notifications/subscriptions/acknowledged'), 'notification', undefined],
  // Only clients send these.
  [notification('notifications/initialized'), 'notification', 'notification'],
  [notification('com.example/moved'), 'notification', 'notification'],
  [notification('constructor'), 'notification', 'notification'],
  [request('ping'), undefined, 'unanswered'],
  [request('elicitation/create'), undefined, 'unanswered'],
  [request('tools/call'), 'refused', 'unanswered'],
  [request('com.example/ask'), 'refused', 'unanswered'],
] as const)('JR-07: knows what is unknown in each era: %j', (message, older, newer) => {
  expect([unknownKind(message, '2025'), unknownKind(message, '2026')]).toEqual([older, newer])
})
