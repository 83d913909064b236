import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { contextBudget, type ContextParts } from './contextBudget'

const [files, git] = ['files', 'git'].map((id) => ServerId.parse(id))
if (!files || !git) throw new Error('Two servers')
const parts: ContextParts = {
  instructions: 100,
  tools: [
    { serverId: files, tokens: 2_000 },
    { serverId: git, tokens: 1_000 },
  ],
  history: 4_000,
  messages: 6,
  attachments: 500,
  attached: 1,
  results: 3_000,
  calls: 2,
  largest: { tool: 'read', tokens: 2_500 },
}

it('adds up the sources as they are estimated, where nothing was counted yet', () => {
  expect(contextBudget(parts, undefined)).toEqual({
    total: 10_600,
    instructions: 100,
    tools: {
      tokens: 3_000,
      servers: [
        { serverId: files, tokens: 2_000 },
        { serverId: git, tokens: 1_000 },
      ],
    },
    history: { tokens: 4_000, messages: 6 },
    attachments: { tokens: 500, count: 1 },
    results: { tokens: 3_000, calls: 2, largest: { tool: 'read', tokens: 2_500 } },
  })
})

it('comes to what the provider counted, and to what was added since', () => {
  // 8,000 of these 10,600 were sent, and the provider counted 10,000: a quarter more. 2,600 were added.
  const { total, results, history, instructions } = contextBudget(parts, { counted: 10_000, estimated: 8_000 })
  expect(total).toBe(13_250)
  expect([instructions, history.tokens, results]).toEqual([
    125,
    5_000,
    { tokens: 3_750, calls: 2, largest: { tool: 'read', tokens: 3_125 } },
  ])
})

it('does not believe a count that is of something else', () => {
  expect(contextBudget(parts, { counted: 100_000, estimated: 8_000 }).total).toBe(10_600)
  expect(contextBudget(parts, { counted: 3, estimated: 8_000 }).total).toBe(10_600)
  expect(contextBudget(parts, { counted: 3, estimated: 0 }).total).toBe(10_600)
})
