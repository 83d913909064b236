import { act, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { emptyCatalog } from '../../../../shared/domain/catalog'
import type { Conversation } from '../../../../shared/domain/chat'
import { ConversationId, ModelRef, ProjectId, ServerId, UndoId } from '../../../../shared/domain/ids'
import type { Project } from '../../../../shared/domain/projects/project'
import { AppError } from '../../../../shared/errors/appError'
import { negotiated, readyState } from '../../../../shared/testing/readyState'
import { sampleServer } from '../../../../shared/testing/sampleServer'
import { showChat, showNewChatIn, useNavigation } from '../../../state/navigation'
import { endUndo, useUndoStore } from '../../../state/undoStore'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { fill, user } from '../../../testing/user'
import { ChatView, preloadChat } from '../ChatView'
import { useNewChatChoices } from '../newChatChoices'

const uuid = (n: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(n).padStart(12, '0')}`
const id = ConversationId.parse(uuid(1))
const github = ServerId.parse('GitHub')
const [small, large] = [ModelRef.parse('local/small'), ModelRef.parse('local/large')]
const release: Project = {
  id: ProjectId.parse(uuid(2)),
  name: 'Release',
  created: 0,
  instructions: 'Plain words.',
  model: small,
  parameters: { temperature: 0.4 },
  switches: { servers: {}, tools: { [github]: { delete: false } } },
  folders: ['/code/atlas'],
  accounts: {},
  files: [],
}
const plain: Conversation = {
  id,
  title: 'Checklist',
  created: 0,
  model: 'default',
  draft: '',
  chosenAccounts: {},
  settings: {},
  messages: [],
}

function hostWith(conversation: Conversation = plain): FakeHost {
  const host = new FakeHost()
    .publish('models', {
      providers: [{ id: 'local', kind: 'openai-compatible', name: 'Local', models: [small, large], hasKey: false }],
      default: large,
    })
    .publish('projects', [release])
    .publish('chat.conversations', [{ ...conversation, updated: 0 }])
    .publish('servers', { servers: [sampleServer('GitHub')], broken: [] })
    .publish('servers.catalogVersions', {})
    .publish('connections.states', { [github]: readyState({ negotiation: negotiated('2025-11-25') }) })
    .publish('accounts', { accounts: [], attempts: [] })
    .publish('questions', { open: [], ended: [] })
    .answer('chat.open', () => ({ conversation, seq: 0 }))
    .answer('chat.create', () => ({ conversationId: id }))
    .answer('chat.toolsForModel', () => ({ servers: [], count: 0, leftOut: 0, limit: 128 }))
    .answer('models.facts', () => ({ asOf: '2026-11-01', models: { [large]: { thinks: false, temperature: false } } }))
    .answer('servers.catalog', () => ({
      ...emptyCatalog,
      tools: ['search', 'delete'].map((name) => ({ name, hash: name, inputSchema: { type: 'object' } })),
    }))
    .answer('folders.check', ({ folders }) => folders.map((folder) => ({ folder, found: true })))
  for (const name of ['chat.changeSettings', 'chat.setModel'] as const) host.answer(name, () => undefined)
  return host
}

const dialog = () => screen.getByRole('dialog', { name: 'This conversation' })
const changes = (host: FakeHost) =>
  host.asked.flatMap(({ name, input }) => (name === 'chat.changeSettings' ? [Object(input).change as unknown] : []))
const toggle = async (name: string) => await user.click(within(dialog()).getByRole('switch', { name }))

async function open(host: FakeHost): Promise<void> {
  await renderWithHost(<ChatView />, host)
  await user.click(screen.getByRole('button', { name: 'Conversation settings' }))
  await settle()
}

beforeAll(preloadChat)
beforeEach(() => {
  useNavigation.setState({ ...useNavigation.getInitialState(), conversationId: id })
  useNewChatChoices.setState({ model: 'default', chosenAccounts: {} })
})

it('a switch says what is its own, and inherits again when it is put back', async () => {
  const host = hostWith({ ...plain, project: release.id, settings: { switches: { servers: { [github]: false }, tools: {} } } })
  await open(host)
  expect(within(dialog()).getByText('turned off here')).toBeTruthy()
  await toggle('GitHub')
  expect(changes(host)).toEqual([{ switches: { servers: { [github]: null } } }])
})

it('what comes from the project is said, and a tool of it can be turned on here alone', async () => {
  const host = hostWith({ ...plain, project: release.id })
  await open(host)
  expect(within(dialog()).getByText('Plain words.')).toBeTruthy()
  expect(within(dialog()).getByRole('combobox', { name: 'Model' }).textContent).toBe('small')
  expect(within(dialog()).getByPlaceholderText('0.4, from project Release')).toBeTruthy()
  expect(within(dialog()).getByText('/code/atlas')).toBeTruthy()
  expect(within(dialog()).getByText('Everything is as in the project.')).toBeTruthy()
  await user.click(within(dialog()).getByRole('button', { name: 'Tools of “GitHub”' }))
  await toggle('delete')
  expect(changes(host)).toEqual([{ switches: { tools: { [github]: { delete: true } } } }])
})

it('says that a server of an older MCP is told about its own folders only', async () => {
  await open(hostWith({ ...plain, settings: { folders: ['/code/docs'] } }))
  expect(within(dialog()).getByText(/“GitHub” is an older server and is told only about its own folders/)).toBeTruthy()
})

it('shows only the parameters that the model takes', async () => {
  await open(hostWith())
  expect(within(dialog()).queryByRole('group', { name: 'Reasoning effort' })).toBeNull()
  expect(within(dialog()).queryByRole('textbox', { name: 'Temperature' })).toBeNull()
  expect(within(dialog()).getByRole('textbox', { name: 'Longest answer, in tokens' })).toBeTruthy()
})

it('asks nothing of a model where none answers', async () => {
  await open(hostWith({ ...plain, model: 'none' }))
  expect(within(dialog()).queryByRole('textbox', { name: 'Longest answer, in tokens' })).toBeNull()
  expect(within(dialog()).queryByRole('group', { name: 'Reasoning effort' })).toBeNull()
  expect(within(dialog()).getByRole('combobox', { name: 'Model' }).textContent).toBe('No model')
})

it('takes all values of the project, and gives its own back', async () => {
  const own = { instructions: 'Short.', folders: ['/code/docs'] }
  const undoId = UndoId.parse(uuid(3))
  const host = hostWith({ ...plain, project: release.id, model: large, settings: own }).answer('chat.inheritSettings', () => ({ undoId }))
  await open(host)
  expect(within(dialog()).getByText('3 things differ. They count from the next message.')).toBeTruthy()
  await user.click(within(dialog()).getByRole('button', { name: 'Use all values of “Release”' }))
  const asked = (wanted: string) => host.asked.flatMap(({ name, input }) => (name === wanted ? [input] : []))
  expect(asked('chat.inheritSettings')).toEqual([{ conversationId: id }])
  host.answer('chat.restoreSettings', () => {
    throw new AppError('NOT_SAVED', 'The disk is full')
  })
  await user.click(within(dialog()).getByRole('button', { name: 'Undo' }))
  expect((await within(dialog()).findByRole('alert')).textContent).toContain('The disk is full')
  // What could not be brought back can be tried again.
  host.answer('chat.restoreSettings', () => undefined)
  await user.click(within(dialog()).getByRole('button', { name: 'Undo' }))
  await settle()
  expect(asked('chat.restoreSettings')).toEqual(Array(2).fill({ conversationId: id, undoId }))
  expect(within(dialog()).queryByRole('button', { name: 'Undo' })).toBeNull()
})

// Catches: closing the dialog takes the only undo away.
it('what was given up for the project can be taken back after the dialog is closed', async () => {
  const undoId = UndoId.parse(uuid(3))
  const host = hostWith({ ...plain, project: release.id, model: large })
    .answer('chat.inheritSettings', () => ({ undoId }))
    .answer('chat.restoreSettings', () => undefined)
  await open(host)
  await user.click(within(dialog()).getByRole('button', { name: 'Use all values of “Release”' }))
  await user.click(within(dialog()).getByRole('button', { name: 'Close' }))
  expect(useUndoStore.getState().offer?.sentence.replaceAll(/[\u2068\u2069]/g, '')).toBe('“Checklist” uses all values of “Release” now')
  endUndo('undo')
  await settle()
  expect(host.asked.flatMap(({ name, input }) => (name === 'chat.restoreSettings' ? [input] : []))).toEqual([
    { conversationId: id, undoId },
  ])
})

// Catches: 7 typed as the temperature is gone with Escape, and nobody said so.
it('does not close over a value that cannot be saved before that is told', async () => {
  const host = hostWith({ ...plain, model: small })
  await open(host)
  const field = within(dialog()).getByRole<HTMLInputElement>('textbox', { name: 'Temperature' })
  await fill(field, '7')
  await user.keyboard('{Escape}')
  expect(within(dialog()).getByText('A number from 0 to 2. It is not saved: correct it, or close again to leave it out.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(changes(host)).toEqual([])
})

// Catches: a temperature of its own that looks like an inherited one, with no way back.
it('says of a number that it is its own, and gives it back', async () => {
  const host = hostWith({ ...plain, model: small, project: release.id, settings: { parameters: { temperature: 1 } } })
  await open(host)
  const row = within(dialog()).getByRole('region', { name: 'Answers' })
  expect(within(row).getByText('changed here')).toBeTruthy()
  await user.click(within(row).getByRole('button', { name: 'As in Release' }))
  expect(changes(host)).toEqual([{ parameters: { temperature: null } }])
})

// Catches: no way from the project's temperature to none.
it('leaves a number to the model though the project sets one', async () => {
  const host = hostWith({ ...plain, model: small, project: release.id })
  await open(host)
  await user.click(within(dialog()).getByRole('button', { name: 'As the model does by itself' }))
  expect(changes(host)).toEqual([{ unset: ['temperature'] }])
})

it('takes the number of the project again', async () => {
  const host = hostWith({ ...plain, project: release.id, settings: { unset: ['temperature'] } })
  await open(host)
  expect(within(dialog()).getByText('1 thing differs. It counts from the next message.')).toBeTruthy()
  await user.click(within(dialog()).getByRole('button', { name: 'As in Release' }))
  expect(changes(host)).toEqual([{ parameters: { temperature: null } }])
})

// Catches: a variable that is none goes to the model as it is, without a word at the field.
it('names variables that it does not know, and a folder that is not there', async () => {
  await open(hostWith({ ...plain, settings: { instructions: 'On {{Date}} in {{project_folder}}' } }))
  expect(within(dialog()).getByText(/does not know {{Date}}: it goes to the model as written/)).toBeTruthy()
  expect(within(dialog()).getByText(/There is no folder here/)).toBeTruthy()
})

// Catches: what stands behind the first ones goes to the model as it is, without a word at the field.
it('says how many variables are too many to be filled in', async () => {
  await open(hostWith({ ...plain, settings: { instructions: '{{project_folder}} '.repeat(52) } }))
  expect(within(dialog()).getByText(/Parley fills in the first 50 variables. 2 more go to the model as written/)).toBeTruthy()
})

it('says where the model comes from though nobody chose it', async () => {
  await open(hostWith())
  expect(within(dialog()).getByText('the default model')).toBeTruthy()
})

it('a new chat becomes a conversation of its project with the first change, and its settings stay open', async () => {
  const host = hostWith({ ...plain, project: release.id })
  showNewChatIn(release.id)
  await open(host)
  await toggle('GitHub')
  await settle()
  expect(host.asked.filter(({ name }) => name === 'chat.create').map(({ input }) => input)).toEqual([
    { model: 'default', projectId: release.id },
  ])
  expect(changes(host)).toEqual([{ switches: { servers: { [github]: false } } }])
  expect(useNavigation.getState()).toMatchObject({ conversationId: id, conversationSettings: true })
  expect(dialog()).toBeTruthy()
})

it('two changes at once in a new chat make one conversation', async () => {
  const created = Promise.withResolvers<{ conversationId: ConversationId }>()
  const host = hostWith({ ...plain, project: release.id }).answer('chat.create', () => created.promise)
  showNewChatIn(release.id)
  await open(host)
  await toggle('GitHub')
  await fill(within(dialog()).getByRole<HTMLTextAreaElement>('textbox', { name: 'Instructions' }), 'Be brief')
  await act(async () => within(dialog()).getByRole('textbox', { name: 'Instructions' }).blur())
  await act(async () => created.resolve({ conversationId: id }))
  await settle()
  expect(host.asked.filter(({ name }) => name === 'chat.create')).toHaveLength(1)
  expect(changes(host)).toEqual([{ switches: { servers: { [github]: false } } }, { instructions: 'Be brief' }])
})

it('what was typed for one conversation is saved there, though another one comes to the front', async () => {
  const host = hostWith()
  await open(host)
  await fill(within(dialog()).getByRole<HTMLTextAreaElement>('textbox', { name: 'Instructions' }), 'Be brief')
  await act(async () => showChat(ConversationId.parse(uuid(9))))
  await settle()
  expect(host.asked.flatMap(({ name, input }) => (name === 'chat.changeSettings' ? [input] : []))).toEqual([
    { conversationId: id, change: { instructions: 'Be brief' } },
  ])
})

it('takes one folder away without a word about the others', async () => {
  const host = hostWith({ ...plain, settings: { folders: ['/code/docs', '/code/more'] } })
  await open(host)
  await user.click(within(dialog()).getByRole('button', { name: /\/code\/docs/ }))
  expect(changes(host)).toEqual([{ folders: { remove: ['/code/docs'] } }])
})

it('says why a change could not be made', async () => {
  const host = hostWith().answer('chat.changeSettings', () => {
    throw new AppError('NOT_FOUND', 'This conversation is gone')
  })
  await open(host)
  await fill(within(dialog()).getByRole<HTMLTextAreaElement>('textbox', { name: 'Instructions' }), 'Be brief')
  await act(async () => within(dialog()).getByRole('textbox', { name: 'Instructions' }).blur())
  expect((await within(dialog()).findByRole('alert')).textContent).toContain('This conversation is gone')
})

it('closes when another conversation comes to the front, so that nothing is changed in the wrong one', async () => {
  await open(hostWith())
  await act(async () => showChat(ConversationId.parse(uuid(9))))
  expect(screen.queryByRole('dialog')).toBeNull()
})
