import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallId, ServerId } from '../../../../shared/domain/ids'
import type { Call } from '../../../../shared/domain/chat'
import type { AppErrorData } from '../../../../shared/errors/appError'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { ToolCallBody } from './ToolCallBody'
import { ToolCallCard } from './ToolCallCard'

const denied = (code: AppErrorData['code']): Call => ({
  id: CallId.parse('00000000-0000-4000-8000-000000000050'),
  serverId: ServerId.parse('files'),
  tool: 'remove',
  definitionHash: 'h',
  startedBy: 'model',
  asked: {},
  why: { by: 'policy', reason: { id: 'approvals.why.denied' }, verdict: 'deny' },
  state: 'denied',
  error: { code, message: 'no' },
  startedAt: 0,
})

it('a call of a tool that a model made up is named as its word, with no server, and is not offered to be run again', async () => {
  const params = { name: 'files__nope', near: ['files__note'], count: 1 }
  const error: AppErrorData = { code: 'UNKNOWN_TOOL', message: '', reason: 'chat.unknownTool', params }
  const call: Call = { ...denied('DENIED'), serverId: ServerId.parse('unknown'), tool: 'nope', definitionHash: '', state: 'failed', error }
  const host = new FakeHost().answer('questions.ofCall', () => [])
  await renderWithHost(<ToolCallCard call={call} onReview={() => undefined} onRunAgain={() => undefined} />, host)
  await user.click(screen.getByRole('button', { name: /There is no tool “files__nope”/ }))
  expect(document.body.textContent).toContain('It may have meant files__note.')
  expect(document.body.textContent).not.toContain('unknown')
  expect(screen.queryByRole('button', { name: /Run again/ })).toBeNull()
})

it.each([
  ['POLICY', 0],
  ['DENIED', 1],
] as const)('a call that was refused with %s can be run again %i times: what the policy forbids would fail again', async (code, times) => {
  const host = new FakeHost().answer('questions.ofCall', () => [])
  await renderWithHost(<ToolCallBody call={denied(code)} onRunAgain={() => undefined} />, host)
  expect(screen.queryAllByRole('button', { name: 'Run again' })).toHaveLength(times)
})
