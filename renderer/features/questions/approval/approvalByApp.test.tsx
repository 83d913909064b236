import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { openQuestion } from '../../../state/navigation'
import { dialog, press, questionOf, showQuestion } from '../testing/questionStage'

afterEach(() => vi.useRealTimers())

const save: ApprovalDetails = {
  kind: 'approval',
  tool: 'board_save',
  byApp: true,
  inputSchema: { type: 'object' },
  arguments: { text: 'all' },
  why: { id: 'approvals.asked.noRule' },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
}

it('a call that an app wants names the app as who asks and as who sees the result, and takes no word for a model', async () => {
  const { answers } = await showQuestion(save)
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(async () => openQuestion(questionOf(save).id))
  expect(within(dialog()).getByRole('heading', { name: 'The app of “Everything” asks to call board_save' })).toBeTruthy()
  expect(dialog().textContent).toContain('The app of Everything sees the result.')
  expect(dialog().textContent).not.toMatch(/\bmodel\b/)
  expect(screen.queryByRole('textbox', { name: 'Word for the model' })).toBeNull()
  await press('Deny')
  expect(answers).toEqual([{ kind: 'approval', action: 'deny' }])
})

it('AP-30: a tool of an app is asked about by the name that its app gave it, and as of the app', async () => {
  const { byApp: _byApp, ...asTool } = save
  await showQuestion({ ...asTool, tool: 'in-app:pin' })
  expect(within(dialog()).getByRole('heading', { name: 'Allow pin?' })).toBeTruthy()
  expect(dialog().textContent).toMatch(/from the app of \W*Everything\W* in this conversation/)
})
