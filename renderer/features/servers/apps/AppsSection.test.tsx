import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ServerId } from '../../../../shared/domain/ids'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { emptyCatalog, type Tool } from '../../../../shared/domain/catalog'
import type { AppDeclared, AppGrant } from '../../../../shared/domain/apps/app'
import { negotiated } from '../../../../shared/testing/readyState'
import { ConnectionId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { AppsSection } from './AppsSection'

const [maps, other] = [ServerId.parse('Maps'), ServerId.parse('Other')]
const grant = { origins: ['https://tiles.example'], ownCode: true, redirects: false, permissions: ['camera' as const] }

it('says what the apps of this server may always, and takes each back', async () => {
  const host = new FakeHost()
    .publish('apps.grants', [
      { serverId: maps, resourceUri: 'ui://maps/page', grant, grantedAt: 1 },
      { serverId: other, resourceUri: 'ui://other/page', grant, grantedAt: 1 },
    ])
    .publish('apps.unprotected', [{ serverId: maps, allowedAt: 1 }])
    .answer('apps.setUnprotected', () => undefined)
    .answer('apps.takeBack', () => undefined)
  await renderWithHost(<AppsSection serverId={maps} />, host)
  const rows = within(screen.getByRole('region', { name: 'Apps of this server' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Open without protection'),
    expect.stringContaining('tiles.example · Use the camera · code that it writes itself'),
  ])
  await user.click(screen.getByRole('button', { name: 'Protect them again' }))
  await user.click(screen.getByRole('button', { name: /ui:\/\/maps\/page/ }))
  expect(host.asked).toEqual([
    { name: 'apps.setUnprotected', input: { serverId: 'Maps', on: false } },
    { name: 'apps.takeBack', input: { serverId: 'Maps', resourceUri: 'ui://maps/page' } },
  ])
  await act(async () => void host.publish('apps.unprotected', []).publish('apps.grants', []))
  await settle()
  expect(screen.queryByRole('region')).toBeNull()
})

const nothing: AppDeclared = { reach: { connect: [], load: [], frames: [] }, permissions: [], refusedDeclarations: 0 }
const asking: AppDeclared = {
  reach: {
    connect: ['https://api.example', 'https://tiles.example'],
    load: ['https://tiles.example', 'https://*.cdn.example'],
    frames: [],
  },
  permissions: ['geolocation', 'camera'],
  refusedDeclarations: 2,
}
const tool = (name: string, resourceUri: string): Tool => ({ name, inputSchema: { type: 'object' }, hash: name, ui: { resourceUri } })

/** A server that runs and has apps, of which a person allowed one thing. */
function withApps(granted: Partial<AppGrant> = {}): FakeHost {
  const some: AppGrant = { origins: ['https://tiles.example'], ownCode: false, redirects: false, permissions: [], ...granted }
  return new FakeHost()
    .publish('apps.grants', [{ serverId: maps, resourceUri: 'ui://maps/page', grant: some, grantedAt: Date.UTC(2026, 10, 20) }])
    .publish('apps.unprotected', [])
    .publish('servers.catalogVersions', {})
    .publish('connections.states', {
      [maps]: {
        phase: 'ready',
        connectionId: ConnectionId.parse('00000000-0000-4000-8000-000000000009'),
        since: 0,
        negotiation: negotiated('2025-11-25'),
        transport: 'stdio',
        identity: { name: 'x', version: '1' },
        abilities: [],
        offers: { tools: 2, resources: 0, prompts: 0, skipped: 0 },
      },
    })
    .answer('servers.catalog', () => ({
      ...emptyCatalog,
      tools: [tool('show_map', 'ui://maps/page'), tool('show_list', 'ui://maps/list')],
    }))
    .answer('apps.declared', () => [
      { resourceUri: 'ui://maps/page', tools: ['show_map', 'show_route'], hash: 'h1', declared: asking },
      { resourceUri: 'ui://maps/list', tools: ['show_list'], hash: 'h2', declared: nothing },
    ])
    .answer('apps.grantDeclared', () => undefined)
    .answer('apps.takeBack', () => undefined)
}
/** Presses "Allow", which takes no press that could be meant for something else. */
async function allow(name: string): Promise<void> {
  const button = screen.getByRole('button', { name: `Allow “${name}”` })
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false))
  await user.click(button)
}
const words = (element: HTMLElement): string => (element.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '')
const asked = (host: FakeHost) => host.asked.filter(({ name }) => name === 'apps.grantDeclared' || name === 'apps.takeBack')

// Catches: the page of a server says what its apps may reach, and not what they ask for, so that nobody can allow or refuse it beforehand.
it('says what each app asks for in the words of the question, what of it is allowed, and allows or takes back one by one', async () => {
  const host = withApps({ ownCode: true })
  await renderWithHost(<AppsSection serverId={maps} />, host)
  const [page] = screen.getAllByRole('list', { name: 'What it asks for' })
  expect(
    within(page ?? document.body)
      .getAllByRole('listitem')
      .map(words),
  ).toEqual([
    'api.exampleSends data there and fetches dataNot allowedAllow',
    'tiles.exampleSends data there and fetches data · Fetches pictures, fonts and scriptsAllowedTake back',
    '*.cdn.exampleFetches pictures, fonts and scriptsany host that ends in .cdn.exampleNot allowedAllow',
    'Know where this computer isNot allowedAllow',
    'Use the cameraChromium gives this to no app that is shut in.Not allowed',
    'code that it writes itselfAllowedTake back',
  ])
  const section = within(screen.getByRole('region', { name: 'Apps of this server' }))
  expect(words(section.getByText('ui://maps/page').closest('li') ?? document.body)).toContain(
    'Shows calls of the tools show_map and show_route',
  )
  expect(section.getByText('Allowed by you on 20 Nov 2026')).not.toBeNull()
  expect(section.getByText(/^2 more that it names are not well formed/)).not.toBeNull()
  // One that asks for nothing says so.
  expect(words(section.getByText('ui://maps/list').closest('li') ?? document.body)).toContain('Nothing outside.')
  // Catches: the second press of a double click on "Take back" allowed it always again.
  expect(section.getByRole('button', { name: 'Allow “api.example”' })).toHaveProperty('disabled', true)
  await allow('api.example')
  await allow('Know where this computer is')
  await user.click(section.getByRole('button', { name: 'Take back “tiles.example”' }))
  const of = { serverId: maps, resourceUri: 'ui://maps/page' }
  expect(asked(host).map(({ input }) => input)).toEqual([
    { ...of, hash: 'h1', thing: { kind: 'origin', origin: 'https://api.example' } },
    { ...of, hash: 'h1', thing: { kind: 'permission', permission: 'geolocation' } },
    { ...of, thing: { kind: 'origin', origin: 'https://tiles.example' } },
  ])
})

it('a press that comes too late says so, and what was allowed elsewhere is seen at once', async () => {
  const host = withApps().answer('apps.grantDeclared', () => {
    throw new AppError('CONFLICT', { reason: 'apps.notDeclared' })
  })
  await renderWithHost(<AppsSection serverId={maps} />, host)
  await allow('api.example')
  expect(words(await screen.findByRole('alert'))).toContain('The app does not ask for this any more')
  await act(async () => void host.publish('apps.grants', []))
  await settle()
  expect(screen.getByRole('button', { name: 'Allow “tiles.example”' })).not.toBeNull()
})

// Catches: once a page has become another one, "Allow" is refused however often it is pressed, until the person comes back to the page of the server.
it('a press that is refused because the app is another one by now shows what it asks for now, and the next press is for that', async () => {
  const hashes = ['h1', 'h2']
  const declared = () => ({ resourceUri: 'ui://maps/page', tools: ['show_map'], hash: hashes[0] ?? '', declared: asking })
  const host = withApps()
    .answer('apps.declared', () => [declared()])
    .answer('apps.grantDeclared', ({ hash }) => {
      if (hash === 'h1') throw new AppError('CONFLICT', { reason: 'apps.outOfDate' })
      return undefined
    })
  await renderWithHost(<AppsSection serverId={maps} />, host)
  hashes.shift()
  await allow('api.example')
  expect(words(await screen.findByRole('alert'))).toContain(
    'What stood here of the app was out of date. Nothing was allowed. This is what it asks for now.',
  )
  // What stands there is of another page: a press that was meant for the one before allows nothing.
  expect(screen.getByRole('button', { name: 'Allow “api.example”' })).toHaveProperty('disabled', true)
  await allow('api.example')
  expect(asked(host).map(({ input }) => (input as { hash?: string }).hash)).toEqual(['h1', 'h2'])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('an app whose page could not be read says why, and what it was allowed can still be taken back', async () => {
  const host = withApps().answer('apps.declared', () => [
    {
      resourceUri: 'ui://maps/page',
      tools: ['show_map'],
      error: new AppError('UNTRUSTED_CONTENT', { reason: 'apps.notText', params: { server: maps } }).toData(),
    },
  ])
  await renderWithHost(<AppsSection serverId={maps} />, host)
  expect(words(screen.getByText(/could not be read/))).toBe(
    'What it asks for could not be read. The page of the app of “Maps” is no readable text.',
  )
  await user.click(screen.getByRole('button', { name: 'Take back “tiles.example”' }))
  expect(asked(host)).toHaveLength(1)
})

// Catches: each look at the page of a server sends it requests, though it has no apps or does not run.
it.each([
  ['has no apps', (host: FakeHost) => host.answer('servers.catalog', () => emptyCatalog)],
  ['does not run', (host: FakeHost) => host.publish('connections.states', {})],
])('asks nothing of a server that %s', async (_how, change) => {
  const host = change(withApps())
  await renderWithHost(<AppsSection serverId={maps} />, host)
  expect(host.asked.filter(({ name }) => name === 'apps.declared')).toEqual([])
  expect(screen.getByRole('button', { name: /ui:\/\/maps\/page/ })).not.toBeNull()
})
