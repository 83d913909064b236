import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { negotiated } from '../../../shared/testing/readyState'
import { aServer } from '../../testing/sampleServers'
import { DeprecationNote, type DeprecationNoteProps } from './DeprecationNote'

afterEach(cleanup)

const words = (props: DeprecationNoteProps): string | null => render(<DeprecationNote {...props} />).container.textContent
const speaking = (protocol: string) => {
  const { server, state } = aServer({ negotiation: negotiated(protocol) })
  return { serverId: server.id, state }
}

// Without the server's own revision, a person with a server of 2025 would go and look for another one.
it('says what MCP has instead, and what that means for this server', () => {
  expect(words({ feature: 'sampling', of: speaking('2025-11-25') })).toBe(
    'Deprecated Since 2026-07-28, MCP advises servers to use a model of their own. For good, which speaks 2025-11-25, nothing changes.',
  )
  expect(words({ feature: 'roots', of: speaking('2026-07-28') })).toContain(
    'With good, it goes on working; a version of MCP from 2027-07-28 on may drop it.',
  )
  expect(words({ feature: 'httpSse', of: speaking('2025-06-18') })).toBe(
    'Deprecated Since 2025-03-26, MCP has Streamable HTTP in its place. With good, it goes on working.',
  )
})

it('says nothing of a server that is not connected', () => {
  const { server } = aServer()
  const of = { serverId: server.id, state: { phase: 'stopped', why: 'byUser' } as const }
  expect(words({ feature: 'coreTasks', of })).toBe('Replaced Since 2026-07-28, tasks are an extension of MCP that works differently.')
})
