import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ReadyState } from '../../../shared/domain/connectionState'
import { negotiated } from '../../../shared/testing/readyState'
import { renderWithHost } from '../../testing/renderWithHost'
import { aServer, hostOf } from '../../testing/sampleServers'
import { AboutPanel } from './AboutPanel'

/** What the page says of a server in this state, by the name of the fact. */
async function facts(state: Partial<ReadyState>): Promise<Readonly<Record<string, string>>> {
  const good = aServer(state)
  await renderWithHost(<AboutPanel server={good.server} state={good.state} />, hostOf(good))
  return Object.fromEntries(screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']))
}

it('says at the choice of the model that MCP has deprecated asking for one, and what that means for this server', async () => {
  await facts({ negotiation: negotiated('2026-07-28') })
  expect(document.body.textContent).toContain(
    'Deprecated Since 2026-07-28, MCP advises servers to use a model of their own. With good, it goes on working; a version of MCP from 2027-07-28 on may drop it.',
  )
})

it('marks tasks of 2025 among what a server can do, and not the extension that replaced them', async () => {
  const replaced = 'Replaced Since 2026-07-28, tasks are an extension of MCP that works differently.'
  expect((await facts({ abilities: ['tasks'] }))['Capabilities']).toContain(replaced)
  cleanup()
  expect((await facts({ abilities: ['tasks'], negotiation: negotiated('2026-07-28') }))['Capabilities']).not.toContain('Replaced')
})

it('marks logging among what a server can do, and HTTP+SSE at the transport only', async () => {
  const said = await facts({ abilities: ['logging'], transport: 'sse', negotiation: negotiated('2025-06-18') })
  expect(said['Capabilities']).toContain(
    'Deprecated Since 2026-07-28, MCP advises servers to print what they log, or to use OpenTelemetry.',
  )
  expect(said['Capabilities']).not.toContain('Streamable HTTP')
  expect(said['Transport']).toContain('Deprecated Since 2025-03-26, MCP has Streamable HTTP in its place. With good, it goes on working.')
})
