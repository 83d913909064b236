import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyCatalog, type Tool } from '../../../../shared/domain/catalog'
import { ConversationId, ServerId } from '../../../../shared/domain/ids'
import { startPick, useNavigation } from '../../../state/navigation'
import { t } from '../../../i18n/t'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { fill, user } from '../../../testing/user'
import { PickedItemDialog } from './PickedItemDialog'

const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000001')
const serverId = ServerId.parse('Web')
const fetchTool: Tool = {
  name: 'fetch',
  inputSchema: { type: 'object', properties: { url: { type: 'string' }, note: { type: 'string' } }, required: ['url'] },
  hash: 'a',
}

beforeEach(() => useNavigation.setState({ view: 'chat', conversationId, pick: undefined }))
afterEach(() => useNavigation.setState({ conversationId: undefined, pick: undefined }))

const runs = (host: FakeHost) => host.asked.flatMap(({ name, input }) => (name === 'chat.runTool' ? [input] : []))
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const run = () => user.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('chat.run') }))

async function show(args?: Tool['inputSchema']): Promise<FakeHost> {
  const host = new FakeHost()
    .publish('connections.states', {})
    .answer('servers.catalog', () => ({ ...emptyCatalog, tools: [fetchTool] }))
    .answer('chat.runTool', () => undefined)
  await renderWithHost(<PickedItemDialog />, host)
  await act(async () => startPick({ kind: 'tool', serverId, name: 'fetch', ...(args && { arguments: args }) }))
  await settle()
  return host
}

it('sends no required text that was left empty, and says so at its field', async () => {
  const host = await show()
  await run()
  expect(runs(host)).toEqual([])
  expect(field('url').getAttribute('aria-invalid')).toBe('true')
  await fill(field('url'), 'https://example.com')
  await run()
  expect(runs(host)).toEqual([{ conversationId, serverId, tool: 'fetch', arguments: { url: 'https://example.com' } }])
})

it('begins with the arguments of the call that is to be run again', async () => {
  const host = await show({ url: 'htp://example.com', note: 'once' })
  expect([field('url').value, field('note').value]).toEqual(['htp://example.com', 'once'])
  await fill(field('url'), 'http://example.com')
  await run()
  expect(runs(host)).toMatchObject([{ arguments: { url: 'http://example.com', note: 'once' } }])
})

// Catches JSON with a comma too many that is gone when the form is shown.
it('shows no form of JSON that it cannot read: what was typed stays, with what is wrong with it', async () => {
  const host = await show()
  await user.click(screen.getByRole('button', { name: 'JSON' }))
  await fill(field('Arguments'), '{"url": "http://example.com", }')
  await user.click(screen.getByRole('button', { name: 'Form' }))
  expect(field('Arguments').value).toBe('{"url": "http://example.com", }')
  expect(screen.getByRole('alert').textContent).not.toBe('')
  await fill(field('Arguments'), '{"url": "http://example.com"}')
  await user.click(screen.getByRole('button', { name: 'Form' }))
  expect([field('url').value, screen.queryByRole('alert')]).toEqual(['http://example.com', null])
  await run()
  expect(runs(host)).toMatchObject([{ arguments: { url: 'http://example.com' } }])
})
