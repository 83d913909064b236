import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyCatalog, type Tool } from '../../../shared/domain/catalog'
import type { ConnectionState } from '../../../shared/domain/connectionState'
import { ConversationId, ProjectId, ServerId } from '../../../shared/domain/ids'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { t } from '../../i18n/t'
import { openPalette, useNavigation } from '../../state/navigation'
import { offerQuote } from '../../state/quoteOffer'
import { FakeHost } from '../../testing/fakeHost'
import { collectTexts } from '../../testing/namesOf'
import { renderWithHost } from '../../testing/renderWithHost'
import { aServer } from '../../testing/sampleServers'
import { settle } from '../../testing/settle'
import { fill, user } from '../../testing/user'
import { CommandPalette } from './CommandPalette'

const tool = (name: string): Tool => ({ name, inputSchema: {}, hash: '' })
const ready: ConnectionState = aServer().state

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})

afterEach(() => {
  useNavigation.setState({ palette: false, pick: undefined })
  offerQuote(undefined)
})

/** Opens the palette over ready servers with these tools, and types. */
async function search(tools: Readonly<Record<string, readonly string[]>>, query: string): Promise<void> {
  await searchIn(hostWith(tools), query)
}

function hostWith(tools: Readonly<Record<string, readonly string[]>>): FakeHost {
  const names = Object.keys(tools)
  return new FakeHost()
    .publish('servers', { servers: names.map((name) => sampleServer(name)), broken: [] })
    .publish('connections.states', Object.fromEntries(names.map((name) => [ServerId.parse(name), ready])))
    .publish('servers.catalogVersions', {})
    .publish('questions', { open: [], ended: [] })
    .publish('chat.conversations', [])
    .answer('servers.catalog', ({ serverId }) => ({ ...emptyCatalog, tools: (tools[serverId] ?? []).map(tool) }))
}

async function searchIn(host: FakeHost, query: string): Promise<void> {
  await renderWithHost(<CommandPalette />, host)
  await act(async () => openPalette(true))
  await screen.findByRole('listbox')
  await settle()
  await fill(screen.getByRole<HTMLInputElement>('combobox'), query)
}
const found = () => within(screen.getByRole('group', { name: new RegExp(t('commandPalette.toolsAndPrompts')) }))

// With one key for "my" + "files read" and "my files" + "read", the second row was the first one again.
it('opens the tool of the server whose row was chosen, also where names join to the same words', async () => {
  await search({ my: ['files read'], 'my files': ['read'] }, 'read')
  const rows = found().getAllByRole('option')
  expect(collectTexts(rows)).toEqual(['readmy files', 'files readmy'])
  expect(new Set(rows.map((row) => row.getAttribute('data-value'))).size).toBe(2)
  await user.click(rows[0] ?? document.body)
  expect(useNavigation.getState().pick).toMatchObject({ kind: 'tool', serverId: 'my files', name: 'read' })
})

it('finds a tool in the form in which the conversation names it', async () => {
  await search({ notes: ['echo'], notes_old: ['echo'] }, 'notes/echo')
  expect(collectTexts(found().getAllByRole('option'))).toEqual(['echonotes'])
})

it('says when more servers have a tool of this name than are shown, and finds one by its server', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `server ${index}`)
  await search(Object.fromEntries(names.map((name) => [name, ['echo_all', 'echo']])), 'echo')
  expect(collectTexts(found().getAllByRole('option'))).toEqual(names.slice(0, 6).map((name) => `echo${name}`))
  expect(screen.getByText(t('commandPalette.firstOf', { heading: t('commandPalette.toolsAndPrompts'), shown: 6, found: 16 }))).toBeTruthy()
  await fill(screen.getByRole<HTMLInputElement>('combobox'), 'echo 7')
  expect(collectTexts(found().getAllByRole('option'))).toEqual(['echoserver 7', 'echo_allserver 7'])
})

// Catches: two conversations with the same title, of which nobody knows which is which.
it('names the project of a conversation, and finds it by that', async () => {
  const id = ConversationId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b11')
  const project = {
    id: ProjectId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b12'),
    name: 'Release',
    created: 0,
    instructions: '',
    parameters: {},
  }
  const host = hostWith({})
    .publish('projects', [{ ...project, switches: { servers: {}, tools: {} }, folders: [], accounts: {}, files: [] }])
    .publish('chat.conversations', [{ id, title: 'Notes', created: 0, updated: Date.now(), chosenAccounts: {}, project: project.id }])
  await searchIn(host, 'release')
  expect(screen.getByRole('option', { name: /^Notes.*Release/ })).toBeTruthy()
})

// Catches: who selects by the keyboard cannot quote, because the button beside the selection is out of reach.
it('quotes what is selected, and offers that only then', async () => {
  await search({}, 'quote')
  expect(screen.queryByRole('option', { name: t('commandPalette.quoteSelection') })).toBeNull()
  const quote = vi.fn()
  act(() => offerQuote(quote))
  await user.click(screen.getByRole('option', { name: t('commandPalette.quoteSelection') }))
  expect(quote).toHaveBeenCalledOnce()
})
