import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ConversationId, ProjectId, QuestionId, ServerId, UndoId } from '../../shared/domain/ids'
import type { Project } from '../../shared/domain/projects/project'
import { FakeHost } from '../testing/fakeHost'
import { renderWithHost } from '../testing/renderWithHost'
import { namesOf } from '../testing/namesOf'
import { fill, user } from '../testing/user'
import { UndoBar } from '../widgets/UndoBar'
import { useNavigation } from '../state/navigation'
import { Sidebar } from './Sidebar'

const boats = ConversationId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b11')
const undoId = UndoId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b12')
const sampleProject: Project = {
  id: ProjectId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b14'),
  name: 'Release',
  created: 0,
  instructions: '',
  parameters: {},
  switches: { servers: {}, tools: {} },
  folders: [],
  accounts: {},
  files: [],
}
const host = () =>
  new FakeHost()
    .publish('chat.conversations', [{ id: boats, title: 'Boats', created: Date.now(), updated: Date.now(), chosenAccounts: {} }])
    .publish('servers', { servers: [], broken: [] })
    .publish('connections.states', {})
    .publish('questions', {
      open: [
        {
          id: QuestionId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b13'),
          asker: { serverId: ServerId.parse('files'), callIds: [], conversationId: boats },
          created: 0,
          expires: 1,
          details: { kind: 'folders', current: [] },
        },
      ],
      ended: [],
    })
    .answer('chat.remove', () => ({ undoId }))
    .answer('chat.restore', () => undefined)
    .answer('chat.rename', () => undefined)

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

async function choose(entry: string): Promise<void> {
  await user.click(within(screen.getByRole('region', { name: 'Conversations' })).getByRole('button', { name: 'More' }))
  await user.click(screen.getByRole('menuitem', { name: entry }))
}

it('leads to the views by their names, and counts what waits beside the Inbox', async () => {
  await renderWithHost(<Sidebar />, host())
  const navigation = screen.getByRole('navigation', { name: 'Main' })
  expect(namesOf(within(navigation).queryAllByRole('link'))).toEqual(['Chat', 'Projects', 'Servers', 'Inbox', 'Settings'])
  const inbox = within(navigation).getByRole('link', { name: 'Inbox', description: '1' })
  expect(within(navigation).getByRole('img', { name: '1 waiting' })).toBeTruthy()
  await user.click(inbox)
  expect(useNavigation.getState().view).toBe('inbox')
  expect(inbox.getAttribute('aria-current')).toBe('page')
})

// Catches: two conversations with the same title, and nothing in the list that says which project each is in.
it('says of a conversation which project it is in, when the pointer rests on it and to screen readers', async () => {
  const inProject = host()
    .publish('chat.conversations', [
      { id: boats, title: 'Boats', created: Date.now(), updated: Date.now(), chosenAccounts: {}, project: sampleProject.id },
    ])
    .publish('projects', [sampleProject])
  await renderWithHost(<Sidebar />, inProject)
  const row = screen.getByRole('link', { name: /Boats/, description: 'Project Release' })
  expect(document.querySelector('[data-hint]')).toBeNull()
  await user.hover(row)
  await waitFor(() => expect(document.querySelector('[data-hint]')?.textContent).toBe('Project Release'))
  await user.keyboard('{Escape}')
  expect(document.querySelector('[data-hint]')).toBeNull()
})

// Catches: a long title of which nobody ever sees more than its beginning.
it('shows the whole title of a conversation that the list cuts off', async () => {
  const title = 'What we said about the boats in the harbour'
  const one = { id: boats, title, created: Date.now(), updated: Date.now(), chosenAccounts: {} }
  await renderWithHost(<Sidebar />, host().publish('chat.conversations', [one]))
  const row = screen.getByRole('link', { name: /harbour/ })
  const cut = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(() => 1)
  await user.hover(row)
  await waitFor(() => expect(document.querySelector('[data-hint]')?.textContent).toBe(title))
  await user.unhover(row)
  expect(document.querySelector('[data-hint]')).toBeNull()
  cut.mockRestore()
})

it('marks a conversation whose question waits', async () => {
  await renderWithHost(<Sidebar />, host())
  expect(screen.getByRole('region', { name: 'Conversations' }).textContent).toContain('Waiting for you')
})

it('deletes a conversation at once, and Ctrl+Z brings it back', async () => {
  const view = await renderWithHost(
    <>
      <Sidebar />
      <UndoBar />
    </>,
    host(),
  )
  await choose('Delete')
  expect(screen.getByText('“Boats” deleted')).toBeTruthy()
  await user.keyboard('{Control>}z{/Control}')
  expect(view.host.asked.map(({ name }) => name)).toEqual(['chat.remove', 'chat.restore'])
  expect(useNavigation.getState().conversationId).toBe(boats)
})

// Catches: the composer takes the focus after a removal, and the key goes nowhere.
it('Ctrl+Z brings it back from an empty field too, and leaves the words in another one alone', async () => {
  const view = await renderWithHost(
    <>
      <Sidebar />
      <UndoBar />
      <textarea aria-label="Message" />
    </>,
    host(),
  )
  await choose('Delete')
  await fill(screen.getByLabelText('Message'), 'words')
  await user.keyboard('{Control>}z{/Control}')
  expect(view.host.asked.map(({ name }) => name)).toEqual(['chat.remove'])
  await user.clear(screen.getByLabelText('Message'))
  await user.keyboard('{Control>}z{/Control}')
  expect(view.host.asked.map(({ name }) => name)).toEqual(['chat.remove', 'chat.restore'])
})

it('shows at once that an answer has failed, beside a conversation that is not in front', async () => {
  const failed = { id: boats, title: 'Boats', created: 1, updated: Date.now(), chosenAccounts: {}, turn: 'failed', unread: true } as const
  await renderWithHost(<Sidebar />, host().publish('chat.conversations', [failed]).publish('questions', { open: [], ended: [] }))
  expect(screen.getByRole('link', { name: /^Boats ?Failed ?Unread$/ })).toBeTruthy()
})

it('scrolls to the conversation that is opened from elsewhere', async () => {
  const before = Reflect.get(Element.prototype, 'scrollIntoView')
  const scrolled: string[] = []
  Reflect.set(Element.prototype, 'scrollIntoView', function (this: Element) {
    scrolled.push(this.textContent)
  })
  await renderWithHost(<Sidebar />, host())
  expect(scrolled).toEqual([])
  act(() => useNavigation.setState({ view: 'chat', conversationId: boats }))
  expect(scrolled).toEqual([expect.stringContaining('Boats')])
  Reflect.set(Element.prototype, 'scrollIntoView', before)
})

it('opens the menu of a line with the other button of the mouse, and deletes with the key', async () => {
  const view = await renderWithHost(<Sidebar />, host())
  const line = within(screen.getByRole('region', { name: 'Conversations' })).getByRole('link', { name: /^Boats/ })
  await user.pointer({ keys: '[MouseRight]', target: line })
  expect(namesOf(screen.getAllByRole('menuitem'))).toContain('Export…')
  await user.keyboard('{Escape}')
  line.focus()
  await user.keyboard('{Delete}')
  expect(view.host.asked).toEqual([{ name: 'chat.remove', input: { conversationIds: [boats] } }])
})

it('renames a conversation in place with Enter, and leaves it with Escape', async () => {
  const view = await renderWithHost(<Sidebar />, host())
  await choose('Rename')
  await fill(screen.getByLabelText('Name of the conversation'), 'Ships')
  await user.keyboard('{Escape}')
  expect(view.host.asked).toEqual([])
  await choose('Rename')
  await fill(screen.getByLabelText('Name of the conversation'), ' Ships ')
  await user.keyboard('{Enter}')
  expect(view.host.asked).toEqual([{ name: 'chat.rename', input: { conversationId: boats, title: 'Ships' } }])
})
