import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderWithHost } from '../../../testing/renderWithHost'
import { emptyCatalog, type Prompt } from '../../../../shared/domain/catalog'
import type { ConnectionState } from '../../../../shared/domain/connectionState'
import { ConnectionId, ConversationId, PreviewId, ServerId } from '../../../../shared/domain/ids'
import type { PromptMessage } from '../../../../shared/domain/promptPreview'
import { AppError } from '../../../../shared/errors/appError'
import { negotiated } from '../../../../shared/testing/readyState'
import { attach, useAttachments } from '../../../state/draftAttachments'
import { startPick, useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { passTime, settle } from '../../../testing/settle'
import { tinyPng } from '../../../testing/tinyPng'
import { listItems } from '../../../testing/listItems'
import { namesOf } from '../../../testing/namesOf'
import { fill, user } from '../../../testing/user'
import { useInsertStore } from '../composer/insertStore'
import { PickedItemDialog } from './PickedItemDialog'

const id = ConversationId.parse('00000000-0000-4000-8000-000000000001')
const previewId = PreviewId.parse('00000000-0000-4000-8000-000000000002')
const serverId = ServerId.parse('Library')
const messages: readonly PromptMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'Greet <b>Ada</b>' }] },
  {
    role: 'assistant',
    content: [
      { type: 'image', data: tinyPng, mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'book://emma', name: 'Emma' },
      { type: 'resource', uri: 'book://notes', text: 'Some notes' },
    ],
  },
]
const ready: ConnectionState = {
  phase: 'ready',
  connectionId: ConnectionId.parse('00000000-0000-4000-8000-000000000009'),
  since: 0,
  negotiation: negotiated('2025-11-25'),
  transport: 'stdio',
  identity: { name: 'x', version: '1' },
  abilities: ['completions'],
  offers: { tools: 0, resources: 0, prompts: 1, skipped: 0 },
}
const greet: Prompt = {
  name: 'greet',
  description: 'A greeting',
  arguments: [
    { name: 'tone', required: false },
    { name: 'who', description: 'Whom to greet', required: true },
  ],
}

function host(prompt: Prompt): FakeHost {
  const fake = new FakeHost()
  fake.publish('connections.states', {})
  fake.answer('servers.catalog', () => ({ ...emptyCatalog, prompts: [prompt] }))
  fake.answer('prompts.preview', () => ({ previewId, serverId, prompt: 'greet', messages, bytes: 70 }))
  fake.answer('chat.create', () => ({ conversationId: id }))
  fake.answer('chat.sendPrompt', () => undefined)
  return fake
}
const asked = (fake: FakeHost, name: string): readonly unknown[] => fake.asked.flatMap((call) => (call.name === name ? [call.input] : []))
const dialog = (): HTMLElement => screen.getByRole('dialog')
const title = (): string => within(dialog()).getByRole('heading', { level: 2 }).textContent
async function pick(): Promise<void> {
  await act(async () => startPick({ kind: 'prompt', serverId, name: 'greet' }))
  await settle()
}

beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: id, pick: undefined })
  useInsertStore.setState({ text: '' })
})

afterEach(() => {
  vi.useRealTimers()
  useNavigation.setState({ conversationId: undefined, pick: undefined })
  useAttachments.setState({ attached: [], elsewhere: new Map() })
})

it('PM-05: asks for the arguments, the required ones first, and has nothing filled in while one of those is missing', async () => {
  const fake = host(greet)
  await renderWithHost(<PickedItemDialog />, fake)
  await pick()
  expect([title(), namesOf(within(dialog()).getAllByRole('combobox'))]).toEqual(['Use “greet”', ['who', 'tone']])
  await user.click(within(dialog()).getByRole('button', { name: 'Preview' }))
  expect(dialog().textContent).toContain('Fill this in')
  expect(asked(fake, 'prompts.preview')).toEqual([])
  await fill(within(dialog()).getByLabelText<HTMLInputElement>('who'), 'Ada')
  await user.click(within(dialog()).getByRole('button', { name: 'Preview' }))
  expect(asked(fake, 'prompts.preview')).toEqual([{ serverId, prompt: 'greet', arguments: { who: 'Ada' } }])
})

it('PM-01, PM-03: a prompt without arguments is shown at once and whole, and sent only when the person says so', async () => {
  const fake = host({ ...greet, arguments: [] })
  await renderWithHost(<PickedItemDialog />, fake)
  await pick()
  expect(title()).toBe('Send “greet”?')
  expect(asked(fake, 'prompts.preview')).toHaveLength(1)
  expect(dialog().textContent).toContain('Greet <b>Ada</b>')
  expect(asked(fake, 'chat.sendPrompt')).toEqual([])
  await fill(within(dialog()).getByLabelText<HTMLTextAreaElement>('Your own words'), 'In Danish')
  await waitFor(() => expect(within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false))
  await user.click(within(dialog()).getByRole('button', { name: 'Send' }))
  expect(asked(fake, 'chat.sendPrompt')).toEqual([{ conversationId: id, previewId, text: 'In Danish' }])
  expect(useNavigation.getState().pick).toBeUndefined()
})

it('PM-04: shows every kind of content in the role that it has', async () => {
  await renderWithHost(<PickedItemDialog />, host({ ...greet, arguments: [] }))
  await pick()
  const [first, second] = listItems('Messages')
  const answer = within(second ?? document.body)
  expect(first?.textContent).toContain('As you')
  expect(second?.textContent).toContain('As the model')
  expect([answer.getAllByRole('img').length, answer.getAllByLabelText('Audio from “Library”').length]).toEqual([1, 1])
  for (const words of ['book://emma', 'Some notes', 'Written by “Library”']) expect(second?.textContent).toContain(words)
  expect(first?.textContent).toContain('Greet <b>Ada</b>')
})

it('CP-05: tells the server nothing of what seems to be a secret while it is typed, and proposes for the rest', async () => {
  const secret = { name: 'api_key', required: true }
  const described = { name: 'who', description: 'Your password at the bank', required: false }
  const fake = host({ ...greet, arguments: [secret, described, { name: 'tone', required: false }] })
  fake.publish('connections.states', { [serverId]: ready })
  fake.answer('completion.propose', ({ value }) => ({ values: [`${value}!`], hasMore: false }))
  await renderWithHost(<PickedItemDialog />, fake)
  await pick()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const name of ['api_key', 'who', 'tone']) {
    await act(async () => within(dialog()).getByLabelText(name).focus())
    await fill(within(dialog()).getByLabelText<HTMLInputElement>(name), 'x1')
    await passTime(300)
    await settle()
  }
  expect(asked(fake, 'completion.propose').every((input) => JSON.stringify(input).includes('"argument":"tone"'))).toBe(true)
  expect(asked(fake, 'completion.propose').at(-1)).toEqual({
    serverId,
    target: { kind: 'prompt', name: 'greet' },
    argument: 'tone',
    value: 'x1',
    chosen: {},
  })
})

it('gives the words to the composer where they are to be changed first, without what hides in them', async () => {
  const fake = host({ ...greet, arguments: [] })
  const [first] = messages
  const hidden: PromptMessage = { role: 'user', content: [{ type: 'text', text: 'Greet <b>Ada</b>\u{E0041}' }] }
  const shown = first ? [hidden, ...messages.slice(1)] : []
  fake.answer('prompts.preview', () => ({ previewId, serverId, prompt: 'greet', messages: shown, bytes: 70 }))
  await renderWithHost(<PickedItemDialog />, fake)
  await pick()
  await user.click(within(dialog()).getByRole('button', { name: 'Edit as text' }))
  expect(useInsertStore.getState().text).toBe('Greet <b>Ada</b>\n\nSome notes')
  expect([useNavigation.getState().pick, asked(fake, 'chat.sendPrompt')]).toEqual([undefined, []])
})

it('says why a prompt could not be filled in or sent, and lets the person try again', async () => {
  const fake = host({ ...greet, arguments: [] })
  fake.answer('prompts.preview', () => {
    throw new AppError('SERVER_NOT_READY', 'The server “Library” is not ready')
  })
  await renderWithHost(<PickedItemDialog />, fake)
  await pick()
  expect(within(dialog()).getByRole('alert').textContent).toContain('is not ready')
  fake.answer('prompts.preview', () => ({ previewId, serverId, prompt: 'greet', messages, bytes: 70 }))
  fake.answer('chat.sendPrompt', () => {
    throw new AppError('MODEL_MISSING', 'There is no model to answer')
  })
  await user.click(within(dialog()).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false))
  await user.click(within(dialog()).getByRole('button', { name: 'Send' }))
  expect([title(), within(dialog()).getByRole('alert').textContent]).toEqual(['Send “greet”?', 'There is no model to answer. '])
})

it('a prompt that begins a conversation takes along what waits beside the composer', async () => {
  const fake = host({ ...greet, arguments: [] })
  useNavigation.setState({ conversationId: undefined })
  attach({ source: 'resource', serverId, uri: 'book://emma', name: 'Emma' })
  await renderWithHost(<PickedItemDialog />, fake)
  await pick()
  await waitFor(() => expect(within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false))
  await user.click(within(dialog()).getByRole('button', { name: 'Send' }))
  expect(asked(fake, 'chat.sendPrompt')).toEqual([{ conversationId: id, previewId }])
  expect([useNavigation.getState().conversationId, useAttachments.getState().attached]).toMatchObject([id, [{ name: 'Emma' }]])
})
