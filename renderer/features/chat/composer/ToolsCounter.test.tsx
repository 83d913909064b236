import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { ToolsCounter } from './ToolsCounter'

// A tool that no model could be told of was missing, and nobody learned why.
it('names the tools that no model gets, with their servers, and counts them', async () => {
  const untold = [
    { serverId: 'Files', tool: 'odd' },
    { serverId: 'Mail', tool: 'odd' },
  ]
  const host = new FakeHost()
    .publish('models', { providers: [] })
    .publish('servers', { servers: [], broken: [] })
    .publish('servers.catalogVersions', {})
    .publish('connections.states', {})
    .publish('accounts', { accounts: [], attempts: [] })
    .answer('chat.toolsForModel', () => ({ servers: [{ serverId: 'Files', tools: ['read'] }], count: 1, leftOut: 0, limit: 128, untold }))
  await renderWithHost(<ToolsCounter conversation={undefined} />, host)
  await user.click(await screen.findByRole('button', { name: /1 of 3 tools/ }))
  expect(await screen.findByText('No model gets 2 more, because nothing can say what they take:')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Files/odd', 'Mail/odd', 'read'])
})
