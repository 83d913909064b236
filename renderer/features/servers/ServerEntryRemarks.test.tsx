import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/domain/ids'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { t } from '../../i18n/t'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { BrokenServerCard } from './BrokenServerCard'
import { ServerEntryRemarks } from './ServerEntryRemarks'

const notes = ServerId.parse('notes')
const twin = ServerId.parse('n\u043etes')

// Catches: two servers that look the same, one of which somebody wrote into servers.json, and nobody says so.
it('H15: says of a server whose name looks like that of another one, and by which letter', async () => {
  const servers = ['notes', 'n\u043etes', 'other'].map((name) => sampleServer(name))
  const lookAlikes = { notes: twin, ['n\u043etes']: notes } as Record<string, ServerId>
  const host = new FakeHost().publish('servers', { servers, broken: [], lookAlikes })
  await renderWithHost(
    servers.map((server) => <ServerEntryRemarks key={server.id} server={server} />),
    host,
  )
  const said = ['n\u043e‹U+043E›tes', 'notes'].map((server) => t('servers.lookAlike', { server }))
  expect(said.map((text) => screen.queryAllByText(text).length)).toEqual([1, 1])
})

// Catches: a refused name that looks like the one beside it, so that nobody sees why it was refused.
it('H15: shows the hidden character of a name that was refused', async () => {
  const server = { id: ServerId.parse('no\u2060tes'), error: { code: 'INVALID_INPUT', message: '', reason: 'servers.nameHidden' } } as const
  await renderWithHost(<BrokenServerCard server={server} />, new FakeHost())
  expect(screen.getByRole('heading').textContent).toBe('noU+2060tes')
})

// Catches: a path to servers.json, where the entry is not, and a Remove that fails.
it('offers nothing for an unusable entry of a policy, and says whose it is', async () => {
  const error = { code: 'POLICY', message: '', reason: 'servers.twoPolicies', params: { name: 'notes', by: ['Atlas IT', 'Dana'] } } as const
  const host = new FakeHost().publish('app', {
    shell: 'test',
    version: '1',
    platform: 'linux',
    dataDir: '/data',
    secretsKept: 'memory',
    fresh: false,
    problems: [],
  })
  await renderWithHost(<BrokenServerCard server={{ id: notes, error, setBy: 'Atlas IT' }} />, host)
  expect([screen.queryAllByRole('button').length, screen.queryByText(/servers\.json/)]).toEqual([0, null])
  expect(screen.getByText('Atlas IT')).toBeTruthy()
})
