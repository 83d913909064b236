import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { ChatMessage, Part } from '../../../../shared/domain/chat'
import { AccountId, ConversationId, FileHash, MessageId, ModelRef, PartId, ServerId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import { t } from '../../../i18n/t'
import { useAttachments } from '../../../state/draftAttachments'
import { useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { AssistantMessage } from '../AssistantMessage'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [here, next] = [ConversationId.parse(uuid(1)), ConversationId.parse(uuid(2))]
const [atlas, work] = [ServerId.parse('atlas'), AccountId.parse(uuid(5))]
const model = ModelRef.parse('local/scripted-1')
const tooLong = new AppError('MODEL_TOO_LONG', { reason: 'models.tooLong', params: { model: 'scripted-1' } }).toData()
const fileOf = (letter: string): AttachedFile => ({
  sha256: FileHash.parse(letter.repeat(64)),
  name: `${letter}.txt`,
  type: 'text/plain',
  bytes: 1,
  text: 'whole',
})
const id = (n: number) => PartId.parse(uuid(n))
const file = (n: number, letter: string) => ({ id: id(n), kind: 'file', file: fileOf(letter) }) as const
const attachment = (n: number, source: 'resource' | 'skill' | 'prompt' | 'app', uri?: string) =>
  ({ id: id(n), kind: 'attachment', source, serverId: atlas, name: source, content: [], bytes: 0, ...(uri && { uri }) }) as const

const question = (...parts: readonly Part[]): ChatMessage => ({
  id: MessageId.parse(uuid(3)),
  role: 'user',
  created: 0,
  state: 'done',
  parts: [...parts, { id: id(10), kind: 'text', text: 'Compare all of it' }],
})
const answer = (...parts: readonly Part[]): ChatMessage => ({
  id: MessageId.parse(uuid(4)),
  role: 'assistant',
  parent: MessageId.parse(uuid(3)),
  created: 0,
  state: 'failed',
  model,
  parts: [...parts, { id: id(11), kind: 'notice', error: tooLong }],
})

async function show(asked: ChatMessage, failed: ChatMessage): Promise<FakeHost> {
  const summary = { id: here, title: '', created: 0, updated: 0, chosenAccounts: { [atlas]: work } }
  const host = new FakeHost()
    .publish('models', { providers: [] })
    .publish('chat.conversations', [summary])
    .publish('chat.temporary', [])
    .answer('chat.create', () => ({ conversationId: next }))
  for (const name of ['chat.chooseAccount', 'chat.saveDraft', 'files.saveDraft'] as const) host.answer(name, () => undefined)
  await renderWithHost(
    <AssistantMessage conversationId={here} message={failed} question={asked} last running={false} onReview={() => undefined} />,
    host,
  )
  return host
}

beforeEach(() => {
  useNavigation.setState({ view: 'chat', conversationId: here })
  useAttachments.setState({ attached: [], elsewhere: new Map() })
})

it('a new chat begins with all that was asked: words, files, attachments, accounts, and what was said into the answer', async () => {
  const steering = { id: id(12), kind: 'steering', text: 'And the new ones', attached: [file(13, 'b'), file(14, 'a')] } as const
  const host = await show(question(file(15, 'a'), attachment(16, 'resource', 'atlas://plan')), answer(steering))
  await user.click(screen.getByRole('button', { name: t('chat.newWithMessage') }))
  await expect.poll(() => useNavigation.getState().conversationId).toBe(next)
  const names = ['chat.create', 'chat.chooseAccount', 'chat.saveDraft', 'files.saveDraft']
  expect(host.asked.filter(({ name }) => names.includes(name)).map(({ name, input }) => [name, input])).toEqual([
    ['chat.create', { settingsOf: here, model }],
    ['chat.chooseAccount', { conversationId: next, serverId: atlas, accountId: work }],
    ['chat.saveDraft', { conversationId: next, draft: 'Compare all of it\n\nAnd the new ones' }],
    [
      'files.saveDraft',
      { conversationId: next, files: ['a', 'b'].map((letter) => ({ sha256: letter.repeat(64), name: `${letter}.txt` })) },
    ],
  ])
  expect(useAttachments.getState().attached).toEqual([{ source: 'resource', serverId: atlas, uri: 'atlas://plan', name: 'resource' }])
})

it.each(['prompt', 'app'] as const)('is not offered where what a %s gave would be lost', async (source) => {
  await show(question(attachment(16, source)), answer())
  expect(screen.getByRole('button', { name: t('chat.useAnotherModel') })).toBeTruthy()
  expect(screen.queryByRole('button', { name: t('chat.newWithMessage') })).toBeNull()
})
