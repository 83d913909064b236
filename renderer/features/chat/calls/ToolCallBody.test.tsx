import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallId, ServerId } from '../../../../shared/domain/ids'
import type { Call } from '../../../../shared/domain/chat'
import type { AppErrorData } from '../../../../shared/errors/appError'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { ToolCallBody } from './ToolCallBody'

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

it.each([
  ['POLICY', 0],
  ['DENIED', 1],
] as const)('a call that was refused with %s can be run again %i times: what the policy forbids would fail again', async (code, times) => {
  const host = new FakeHost().answer('questions.ofCall', () => [])
  await renderWithHost(<ToolCallBody call={denied(code)} onRunAgain={() => undefined} />, host)
  expect(screen.queryAllByRole('button', { name: 'Run again' })).toHaveLength(times)
})
