import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { negotiated } from '../../../shared/testing/readyState'
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

it('says where a person shares folders that sharing them is deprecated, and what that means for this server', async () => {
  const good = aServer({ negotiation: negotiated('2026-07-28') })
  await renderWithHost(<FoldersPanel server={good.server} state={good.state} />, hostOf(good))
  expect(document.body.textContent).toContain(
    'Deprecated Since 2026-07-28, MCP advises servers to take folders as arguments of a tool or in their configuration.',
  )
  expect(document.body.textContent).toContain('With good, it goes on working; a version of MCP from 2027-07-28 on may drop it.')
})

it('P14: a folder with keys is not shared by picking it: the remark comes first, and the safe answer first of all', async () => {
  const { server, state } = aServer({}, { roots: ['file:///srv/gone'], rootsChosen: true })
  const host = hostOf({ server, state, scroller: { current: null } })
    .answer('servers.setRoots', () => undefined)
    .answer('folders.pick', () => ({ path: '/home/dana/.ssh' }))
    .answer('folders.check', ({ folders }) =>
      folders.map((folder) => (folder.endsWith('.ssh') ? { folder, found: true, risk: 'keys' as const } : { folder, found: false })),
    )
  await renderWithHost(<FoldersPanel server={server} state={state} />, host)
  expect(await screen.findByText('This folder is not there any more. The server is not told about it.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add folder' }))
  const remark = await screen.findByRole('alert')
  expect(remark.textContent).toMatch(
    /^\/home\/dana\/\.ssh Keys, tokens or passwords are in this folder\..*Do not shareShare it all the same$/,
  )
  expect(host.asked.filter(({ name }) => name === 'servers.setRoots')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Share it all the same' }))
  expect(host.asked.at(-1)).toEqual({
    name: 'servers.setRoots',
    input: { serverId: server.id, roots: ['file:///srv/gone', '/home/dana/.ssh'] },
  })
})
