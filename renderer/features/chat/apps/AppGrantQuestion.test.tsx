import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AppId, type StartedApp } from '../../../../shared/domain/apps/app'
import type { Call } from '../../../../shared/domain/chat'
import type { DataFlowFinding } from '../../../../shared/domain/dataFlow'
import { CallId, ConversationId, ServerId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { AppGrantQuestion } from './AppGrantQuestion'
import { AppInstance } from './appInstance'
import { AppUnprotectedQuestion } from './AppUnprotectedQuestion'

const serverId = ServerId.parse('Budget')
const callId = CallId.parse('00000000-0000-4000-8000-000000000001')
const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000002')
const started: StartedApp = {
  appId: AppId.parse('00000000-0000-4000-8000-000000000003'),
  frame: { address: 'about:blank#app', origin: 'http://app.localhost:1', app: { allow: '' } },
  serverId,
  resourceUri: 'ui://budget/page',
  bytes: 100,
  tool: { name: 'show-budget' },
  declared: { reach: { connect: ['https://api.example'], load: [], frames: [] }, permissions: [], refusedDeclarations: 0 },
  grant: { origins: [], ownCode: false, redirects: false, permissions: [] },
  policy: { content: "default-src 'none'", connections: '();report-to=parley' },
  input: {},
  offers: { tools: true, resources: true, prompts: true, sampling: false },
}
const call: Call = {
  id: callId,
  serverId,
  tool: 'show-budget',
  ui: { resourceUri: 'ui://budget/page' },
  definitionHash: 'h',
  startedBy: 'model',
  asked: {},
  why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
  state: 'done',
  startedAt: 1_000,
  endedAt: 1_038,
}
const source = (server: string, tool: string) => ({
  serverId: ServerId.parse(server),
  tool,
  at: 1,
  guessed: false,
  because: { id: 'dataFlow.because.appReaches' as const },
})
const meeting: DataFlowFinding = {
  privateData: [source('Bank', 'accounts')],
  outsideText: [source('News', 'headlines')],
  wayOut: {
    serverId,
    guessed: false,
    because: { id: 'dataFlow.because.appReaches' },
    app: { resourceUri: 'ui://budget/page', reaches: 'any' },
  },
}

async function ask(answer: () => DataFlowFinding | null, kind: 'hosts' | 'unprotected' = 'hosts'): Promise<HTMLElement> {
  const facts = { version: '1', platform: 'linux', shell: 'browser' } as const
  const app = new AppInstance(call, conversationId, facts)
  const onClose = (): void => undefined
  const question =
    kind === 'hosts' ? (
      <AppGrantQuestion app={app} started={started} because="named" onClose={onClose} />
    ) : (
      <AppUnprotectedQuestion app={app} onClose={onClose} />
    )
  await renderWithHost(question, new FakeHost().answer('apps.meeting', answer))
  return screen.findByRole('dialog')
}
const words = (element: HTMLElement): string => element.textContent.replaceAll(/[\u2066-\u2069]/g, '')

// Catches: a call is decided while its app reaches nobody, and then the app is let reach a host in a conversation in which private data may leave.
it.each(['hosts', 'unprotected'] as const)('L09: says whose private data may leave by what the app would reach: %s', async (kind) => {
  const question = await ask(() => meeting, kind)
  expect(words(question)).toContain('Private data of Bank and text from outside by News have met in this conversation.')
})

it('says nothing of it where nothing has met', async () => {
  expect(words(await ask(() => null))).not.toContain('Private data')
})

// Catches an app that is let out because nobody could say what has met.
it('allows nothing while that is not known, and says why', async () => {
  const question = within(
    await ask(() => {
      throw new AppError('INTERNAL', 'The host is busy')
    }),
  )
  await user.click(question.getByRole('checkbox', { name: 'api.example' }))
  expect((await question.findByRole('alert')).textContent).toContain('The host is busy')
  await vi.waitFor(() => expect(question.queryByText('The answers can be pressed in a moment.')).toBeNull())
  expect(question.getByRole('button', { name: 'Always allow' })).toHaveProperty('disabled', true)
  expect(question.getByRole('button', { name: 'Allow 1 host this time' })).toHaveProperty('disabled', true)
})
