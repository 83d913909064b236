import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { emptyCatalog } from '../../../../shared/domain/catalog'
import { ServerId } from '../../../../shared/domain/ids'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { readyState } from '../../../../shared/testing/readyState'
import { sampleServer } from '../../../../shared/testing/sampleServer'
import { settle } from '../../../testing/settle'
import { showQuestion } from '../testing/questionStage'

afterEach(() => vi.useRealTimers())

const details: ApprovalDetails = {
  kind: 'approval',
  tool: 'echo',
  inputSchema: { type: 'object' },
  arguments: {},
  why: { id: 'approvals.asked.noRule' },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
}

// Catches: "Allow echo?" for the wrong one of two servers that both have such a tool, since only the small line below names it.
it.each([
  ['another server has', 'echo', true],
  ['no other server has', 'other', false],
])('names the server beside the title where %s a tool of this name', async (_, tool, isNamed) => {
  const { host } = await showQuestion(details)
  const title = screen.getByRole('heading', { name: 'Allow echo?' })
  host.answer('servers.catalog', () => ({ ...emptyCatalog, tools: [{ name: tool, inputSchema: {}, hash: '' }] }))
  await act(async () => {
    host.publish('servers', { servers: [sampleServer('namesake')], broken: [] })
    host.publish('connections.states', { [ServerId.parse('namesake')]: readyState() })
    host.publish('servers.catalogVersions', {})
  })
  await settle()
  await settle()
  expect(title.parentElement?.textContent).toBe(isNamed ? 'Allow echo?of Everything' : 'Allow echo?')
  expect(screen.getByRole('dialog', { name: 'Allow echo?' })).toBeTruthy()
})
