import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { passTime } from '../../../testing/settle'
import { fill, user } from '../../../testing/user'
import { button, dialog, press, showQuestion } from '../testing/questionStage'

afterEach(() => vi.useRealTimers())

const details: ApprovalDetails = {
  kind: 'approval',
  tool: 'write_note',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  arguments: { text: 'line\n'.repeat(400) },
  why: { id: 'approvals.asked.noRule' },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
}

it('a call whose long argument is being edited can be allowed, once its field was read to the end', async () => {
  const shown = await showQuestion(details)
  expect(dialog().textContent).toContain('Look at the whole of “text” first')
  await user.click(button('Edit'))
  const args = screen.getByRole('textbox', { name: 'Arguments' })
  Object.defineProperties(args, { clientHeight: { value: 100 }, scrollHeight: { value: 800 } })
  await user.type(args, '{Home}')
  await passTime(600)
  expect(dialog().textContent).not.toContain('Look at the whole of “text” first')
  args.scrollTop = 700
  fireEvent.scroll(args)
  await press('Allow once')
  expect(shown.answers).toEqual([{ kind: 'approval', action: 'allowOnce' }])
})

it('says beside the field what a tool does not take, in words of Parley, and lets it not be allowed until it fits', async () => {
  const inputSchema = { type: 'object', properties: { count: { type: 'integer' }, dryRun: { type: 'boolean' } } }
  const shown = await showQuestion({ ...details, inputSchema, arguments: { count: 1, dryRun: 'maybe' } })
  shown.host.answer('questions.checkArguments', ({ arguments: args }) => ({
    problems: JSON.stringify(args).includes('"count":0') ? [{ pointer: '/count', what: { kind: 'minimum', params: { limit: 1 } } }] : [],
  }))
  await user.click(button('Edit'))
  await user.click(button('Form'))
  // A value that the field for yes and no cannot show is not shown as empty.
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'dryRun' }).value).toBe('"maybe"')
  await fill(screen.getByRole('textbox', { name: 'count' }), '0')
  await passTime(600)
  await passTime(1)
  expect(screen.getByRole('textbox', { name: 'count', description: /Must be at least 1/ })).toBeTruthy()
  expect([button('Allow once').disabled, button('Always allow…').disabled]).toEqual([true, true])
  await fill(screen.getByRole('textbox', { name: 'count' }), '2')
  await passTime(600)
  await press('Allow once')
  expect(shown.answers).toMatchObject([{ arguments: { count: 2, dryRun: 'maybe' } }])
})

it('offers no editing of a tool that takes no arguments: an edit could only be refused', async () => {
  await showQuestion({ ...details, inputSchema: { type: 'object', properties: {}, additionalProperties: false }, arguments: {} })
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})
