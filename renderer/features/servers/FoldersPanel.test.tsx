import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aServer, hostOf } from '../../testing/sampleServers'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { FoldersPanel } from './FoldersPanel'

it('RO-04, RO-07: shows which folders a server is told about, takes one back, and says that they do not fence it in', async () => {
  const { server, state } = aServer({}, { roots: ['file:///srv/a%20b'], rootsChosen: true })
  const host = hostOf({ server, state, scroller: { current: null } }).answer('servers.setRoots', () => undefined)
  await renderWithHost(<FoldersPanel server={server} state={state} />, host)
  expect(screen.getByText('/srv/a b')).toBeTruthy()
  expect(screen.getByText(/What it can reach is up to your system: Parley does not fence it in\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
  expect(host.asked.at(-1)).toEqual({ name: 'servers.setRoots', input: { serverId: server.id, roots: [] } })
})
