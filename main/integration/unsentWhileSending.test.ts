import { expect, it } from 'vitest'
import { ServerId, type ConversationId } from '../../shared/domain/ids'
import type { AttachedFile } from '../../shared/files/attachedFile'
import { ScriptedModel } from '../chat/testing/scriptedModel'
import { httpServer, sendJson, sendResult } from '../connections/testing/httpServer'
import { TestHost } from '../testing/testHost'

const library = ServerId.parse('Library')

/** A server that answers a reading when the test says so. */
async function slowLibrary(reading: PromiseWithResolvers<void>, asked: PromiseWithResolvers<void>) {
  return await httpServer(({ method, message, response }) => {
    const { id } = message
    if (method !== 'POST') return void response.writeHead(405).end()
    if (id === undefined) return void response.writeHead(202).end()
    const complete = (result: object): void =>
      sendResult(response, id, { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result })
    switch (message['method']) {
      case 'server/discover':
        return complete({ supportedVersions: ['2026-07-28'], capabilities: { resources: {} } })
      case 'resources/list':
        return complete({ resources: [{ uri: 'book://moby-dick', name: 'Moby Dick' }] })
      case 'resources/templates/list':
        return complete({ resourceTemplates: [] })
      case 'resources/read':
        asked.resolve()
        return void reading.promise.then(() => complete({ contents: [{ uri: 'book://moby-dick', text: 'Call me Ishmael.' }] }))
      default:
        return sendJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }, 404)
    }
  })
}

async function upload(host: TestHost, name: string): Promise<Pick<AttachedFile, 'sha256' | 'name'>> {
  const { uploadId } = await host.call('files.begin', { name, bytes: name.length })
  await host.call('files.append', { uploadId, offset: 0, data: Buffer.from(name).toString('base64') })
  const { sha256 } = await host.call('files.finish', { uploadId })
  return { sha256, name }
}

async function unsent(host: TestHost, conversationId: ConversationId) {
  const { conversation } = await host.call('chat.open', { conversationId })
  return [conversation.draft, (await host.call('files.ofDraft', { conversationId })).map(({ name }) => name)]
}

// Catches a draft that is emptied when what was attached has been read: the person went on typing and attaching meanwhile.
it('a message that was read for long takes along itself and its files, and nothing that was written since then', async () => {
  const reading = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await using server = await slowLibrary(reading, asked)
  await using model = await ScriptedModel.start({ text: ['Ahab.'] }, { text: ['Yes.'] })
  const providers = [{ id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl: model.baseUrl, models: ['scripted-1'] }]
  await using host = await TestHost.start({
    files: {
      'settings.json': { models: { default: 'local/scripted-1', providers } },
      'servers.json': { mcpServers: { [library]: { type: 'http', url: server.url } } },
    },
  })
  await host.until('connections.states', (states) => states[library]?.phase === 'ready')
  const { conversationId } = await host.call('chat.create', {})
  const [first, second] = [await upload(host, 'first.txt'), await upload(host, 'second.txt')]
  await host.call('chat.saveDraft', { conversationId, draft: 'Who speaks?' })
  await host.call('files.saveDraft', { conversationId, files: [first] })
  const attachments = [{ source: 'resource', serverId: library, uri: 'book://moby-dick' }] as const
  const sending = host.call('chat.send', { conversationId, text: 'Who speaks?', attachments: [...attachments], files: [first] })
  await asked.promise
  await host.call('chat.saveDraft', { conversationId, draft: 'Who speaks?\n\nAnd where?' })
  await host.call('files.saveDraft', { conversationId, files: [first, second] })
  reading.resolve()
  await sending
  expect(await unsent(host, conversationId)).toEqual(['And where?', ['second.txt']])

  // The same for a message that waits: it is in the queue, or was sent, as soon as it is accepted.
  await host.call('chat.queue', { conversationId, text: 'Hello', files: [] })
  expect(await unsent(host, conversationId)).toEqual(['And where?', ['second.txt']])
  await host.call('chat.queue', { conversationId, text: 'And where?', files: [second] })
  expect(await unsent(host, conversationId)).toEqual(['', []])
})
