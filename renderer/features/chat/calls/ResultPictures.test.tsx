import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Call } from '../../../../shared/domain/chat'
import { CallId, ServerId } from '../../../../shared/domain/ids'
import type { ContentBlock } from '../../../../shared/domain/toolResult'
import { t } from '../../../i18n/t'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { tinyPng } from '../../../testing/tinyPng'
import { user } from '../../../testing/user'
import { ToolCallCard } from './ToolCallCard'

const picture = (data: string): ContentBlock => ({ type: 'image', data, mimeType: 'image/png' })

async function show(...content: readonly ContentBlock[]): Promise<void> {
  const call: Call = {
    id: CallId.parse('00000000-0000-4000-8000-000000000001'),
    serverId: ServerId.parse('cam'),
    tool: 'shoot',
    definitionHash: 'h',
    startedBy: 'model',
    asked: {},
    why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
    state: 'done',
    startedAt: 0,
    result: { content, structured: 'noSchema', isError: false, bytes: 10 },
  }
  await renderWithHost(<ToolCallCard call={call} onReview={() => undefined} />, new FakeHost())
}

const pictures = () => screen.queryByRole('list', { name: t('chat.pictures', { tool: 'shoot' }) })
const openPicture = (number: number) => screen.getByRole('button', { name: t('chat.openPicture', { number, server: 'cam' }) })

it('shows the picture of a result in the row, and opens it in large by the keyboard', async () => {
  await show({ type: 'text', text: 'The door.' }, picture(tinyPng))
  openPicture(1).focus()
  await user.keyboard('{Enter}')
  const large = within(screen.getByRole('dialog', { name: t('chat.sentBy', { server: 'cam' }) })).getByRole('img')
  expect(large.getAttribute('src')).toBe(`data:image/png;base64,${tinyPng}`)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// A thousand pictures would be decoded at once, and one of a billion points would take all memory.
it('shows a few of many, and none of what is no picture or takes too much memory', async () => {
  const huge = `iVBORw0KGgoAAAANSUhEUgAA${btoa('\xff\xff\0\0\xff\xff')}CAYAAAAfFcSJ`
  await show(picture(huge), picture(btoa('no picture')), picture('"><script>'), ...Array.from({ length: 30 }, () => picture(tinyPng)))
  expect(pictures()?.querySelectorAll('img').length).toBe(4)
})

it('has no list of pictures for a result without any', async () => {
  await show({ type: 'text', text: 'The door.' }, picture(btoa('no picture')))
  expect(pictures()).toBeNull()
})
