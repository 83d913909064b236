import { expect, it } from 'vitest'
import type { AppGrant } from '../../shared/domain/apps/app'
import { ModelRef, ServerId, type ConversationId } from '../../shared/domain/ids'
import { ScriptedModel, type ScriptedAnswer } from '../chat/testing/scriptedModel'
import { AppHost, board, boardFile } from '../testing/appHost'
import { toolNameForModel } from '../tools/toolNameForModel'

const vault = ServerId.parse('vault')
const granted: AppGrant = { origins: ['https://api.board.example'], ownCode: false, redirects: false, permissions: [] }
const wants = (serverId: ServerId): ScriptedAnswer => ({
  calls: [{ id: serverId, name: toolNameForModel(serverId, 'show_page'), arguments: '{}' }],
})

// Catches: text that leads the model astray has it give private data to a tool whose interface sends it on, without a question.
it('L09: a tool that an app shows is a way out as soon as a person lets that app reach a host, and the question names app, server and host', async () => {
  const round = [wants(vault), wants(board), { text: ['Done.'] }]
  await using model = await ScriptedModel.start(...round, ...round)
  const runs = { command: process.execPath, args: [boardFile, '--era', '2025'] }
  await using test = await AppHost.start({
    files: {
      'servers.json': {
        mcpServers: {
          board: runs,
          vault: { ...runs, parley: { touches: { readsPrivate: true, bringsOutside: true, sendsOut: false } } },
        },
      },
    },
  })
  const { host } = test
  await host.until('connections.states', (states) => states[vault]?.phase === 'ready')
  await host.call('models.saveProvider', {
    kind: 'openai-compatible',
    baseUrl: model.baseUrl,
    models: ['scripted-1'],
    id: 'local',
    key: 'k',
  })
  for (const serverId of [vault, board])
    await host.call('rules.save', { subject: { serverId, tool: 'show_page' }, verdict: 'allow', lasts: 'always' })
  const send = async (): Promise<ConversationId> => {
    const { conversationId } = await host.call('chat.create', { model: ModelRef.parse('local/scripted-1') })
    await host.call('chat.send', { conversationId, text: 'Show me' })
    return conversationId
  }
  const states = async (conversationId: ConversationId) => {
    const { messages } = (await host.call('chat.open', { conversationId })).conversation
    return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call.state] : [])))
  }

  const before = await send()
  await expect.poll(() => states(before)).toEqual(['done', 'done'])
  // The calls were decided when the app reached nobody: whoever lets it reach a host is told what has met by then.
  const { conversation } = await host.call('chat.open', { conversationId: before })
  const calls = conversation.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
  const shown = calls.find(({ serverId }) => serverId === board)
  if (!shown) throw new Error('The board was not called')
  expect(await host.call('apps.meeting', { conversationId: before, callId: shown.id })).toMatchObject({
    privateData: [{ serverId: vault }],
    wayOut: { serverId: board, app: { resourceUri: 'ui://board/page', reaches: 'any' } },
  })
  const alone = await test.run('show_page')
  expect(await host.call('apps.meeting', { conversationId: test.conversationId, callId: alone.id })).toBeNull()
  await host.call('apps.grant', { appId: (await test.start()).appId, grant: granted, lasts: 'always' })

  const after = await send()
  const { id, details } = await test.question()
  expect(details).toMatchObject({
    tool: 'show_page',
    dataFlow: {
      privateData: [{ serverId: vault }],
      outsideText: [{ serverId: vault }],
      wayOut: { serverId: board, guessed: false, app: { resourceUri: 'ui://board/page', reaches: granted.origins } },
    },
  })
  await test.answer(id, { kind: 'approval', action: 'deny' })
  await expect.poll(() => states(after)).toEqual(['done', 'denied'])
})
