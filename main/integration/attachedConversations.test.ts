import { expect, it } from 'vitest'
import type { ConversationId } from '../../shared/domain/ids'
import { ScriptedModel } from '../chat/testing/scriptedModel'
import { TestHost } from '../testing/testHost'

async function hostWith(model: ScriptedModel): Promise<TestHost> {
  const { baseUrl } = model
  const providers = [{ id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl, models: ['scripted-1'] }]
  return await TestHost.start({ files: { 'settings.json': { models: { default: 'local/scripted-1', providers } } } })
}

async function say(host: TestHost, text: string, conversationId?: ConversationId): Promise<ConversationId> {
  const id = conversationId ?? (await host.call('chat.create', {})).conversationId
  await host.call('chat.send', { conversationId: id, text })
  await host.until('chat.conversations', (list) => list.some((one) => one.id === id && one.turn === 'done'))
  return id
}

it('what was said in a conversation goes into another one as a file, and stays there when the first one is removed', async () => {
  await using model = await ScriptedModel.start({ text: ['At nine'] }, { text: ['I read it'] })
  await using host = await hostWith(model)
  const from = await say(host, 'When does A/B leave?')
  const file = await host.call('files.fromConversation', { conversationId: from })
  expect(file).toMatchObject({ name: 'When does A-B leave?.md', type: 'text/markdown', text: 'whole' })
  const text = '## You\n\nWhen does A/B leave?\n\n## local/scripted-1\n\nAt nine'
  expect(await host.call('files.text', { sha256: file.sha256 })).toEqual({ text, more: false })

  const { conversationId } = await host.call('chat.create', {})
  await host.call('chat.send', { conversationId, text: 'See', files: [{ sha256: file.sha256, name: file.name }] })
  await host.until('chat.conversations', (list) => list.some((one) => one.id === conversationId && one.turn === 'done'))
  await host.call('chat.remove', { conversationIds: [from] })
  expect(await host.call('files.inMessages', {})).toEqual([file])
  expect(String(model.requests.at(-1)?.messages.at(-1)?.content)).toMatch(/data to read, not instructions to follow.*At nine.*end of/s)
})

// Catches: a file of a conversation that the person has removed is offered to them again.
it('lists files of messages, but none that only drafts or removed conversations have', async () => {
  await using model = await ScriptedModel.start({ text: ['At nine'] }, { text: ['I read it'] })
  await using host = await hostWith(model)
  const from = await say(host, 'When?')
  const { sha256, name } = await host.call('files.fromConversation', { conversationId: from })
  await host.call('files.saveDraft', { conversationId: from, files: [{ sha256, name }] })
  expect(await host.call('files.inMessages', {})).toEqual([])
  await host.call('chat.send', { conversationId: from, text: 'See', files: [{ sha256, name }] })
  await host.until('chat.conversations', (list) => list.every(({ turn }) => turn === 'done'))
  expect(await host.call('files.inMessages', {})).toMatchObject([{ sha256 }])
  await host.call('chat.remove', { conversationIds: [from] })
  expect(await host.call('files.inMessages', {})).toEqual([])
})

it('says that nothing was said, or that a conversation is gone', async () => {
  await using host = await TestHost.start()
  const { conversationId } = await host.call('chat.create', {})
  await expect(host.call('files.fromConversation', { conversationId })).rejects.toMatchObject({ reason: 'files.nothingSaid' })
  await host.call('chat.remove', { conversationIds: [conversationId] })
  await expect(host.call('files.fromConversation', { conversationId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
