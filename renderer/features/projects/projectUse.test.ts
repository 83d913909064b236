import { expect, it } from 'vitest'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { ConversationId, ProjectId } from '../../../shared/domain/ids'
import { conversationsIn, projectUse } from './projectUse'

const uuid = (n: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(n).padStart(12, '0')}`
const [release, other] = [ProjectId.parse(uuid(1)), ProjectId.parse(uuid(2))]
const conversation = (n: number, change: Partial<ConversationSummary> = {}): ConversationSummary => ({
  id: ConversationId.parse(uuid(n)),
  title: String(n),
  created: 0,
  updated: n,
  chosenAccounts: {},
  project: release,
  ...change,
})

it('counts what waits and runs in a project, and knows its last use', () => {
  const all = [
    conversation(11, { turn: 'running' }),
    conversation(12),
    conversation(13, { turn: 'failed', needsKey: true }),
    conversation(14, { archived: true, turn: 'running' }),
    conversation(15, { project: other, turn: 'running' }),
  ]
  const { conversations, ...use } = projectUse({ id: release, created: 5 }, all, new Set([ConversationId.parse(uuid(12))]))
  expect(conversations.map(({ title }) => title)).toEqual(['13', '12', '11'])
  expect(use).toEqual({ lastUse: 13, waiting: 2, running: 1 })
  expect(projectUse({ id: release, created: 5 }, [], new Set()).lastUse).toBe(5)
})

it('finds the conversations that are in none', () => {
  const { project: _, ...free } = conversation(16)
  expect(conversationsIn(undefined, [conversation(11), free])).toEqual([free])
})
