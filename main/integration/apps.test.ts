import { describe, expect, it } from 'vitest'
import type { AppGrant } from '../../shared/domain/apps/app'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import type { ChatSettingsChange } from '../../shared/rpc/projects'
import { breakingOut } from '../apps/testing/breakingOut'
import { AppHost, board } from '../testing/appHost'

const nothing: AppGrant = { origins: [], ownCode: false, redirects: false, permissions: [] }
const words = ({ content }: JsonObject): string => JSON.stringify(content)

describe.each(['2025', '2026'] as const)('a server of %s', (era) => {
  it('AP-01, AP-02, AP-26, AH-29: names its interface, because Parley claims the extension, and the app starts with its input and its whole result', async () => {
    await using test = await AppHost.start({ era })
    const call = await test.run('show_page', { topic: 'plans' })
    expect(call.ui).toEqual({ resourceUri: 'ui://board/page' })
    const app = await test.startOf(call)
    expect(app).toMatchObject({
      serverId: board,
      resourceUri: 'ui://board/page',
      input: { topic: 'plans' },
      frame: { address: expect.stringContaining('.localhost') },
      tool: { name: 'show_page', _meta: { ui: { resourceUri: 'ui://board/page' } } },
      grant: nothing,
      offers: { tools: true, resources: true, sampling: true },
    })
    expect(await test.host.call('apps.result', { appId: app.appId })).toMatchObject({
      content: [{ type: 'text', text: 'The board is shown' }],
      structuredContent: { notes: ['a', 'b'] },
      _meta: { viewUUID: 'board-1', onlyForTheView: true },
    })
    // What is for the view alone does not go with the call, which a model reads.
    expect(JSON.stringify(call)).not.toContain('onlyForTheView')
  })

  it('AP-12, AP-13, L15, AH-26, AH-27, AH-28: an app calls only tools that are for apps, each after one answer, and what it gets is whole', async () => {
    await using test = await AppHost.start({ era })
    const app = await test.start()
    const polled = test.tool(app, 'board_poll')
    // Nobody says what a tool for interfaces does, least of all that it only reads.
    expect((await test.state(({ wishes }) => wishes.length === 1))?.wishes).toEqual([{ tool: 'board_poll', changes: false }])
    await test.allow(app, 'board_poll')
    expect(await polled).toMatchObject({ content: [{ type: 'text', text: 'board_poll' }], _meta: { of: 'board_poll' } })
    expect(await test.tool(app, 'board_poll')).toMatchObject({ content: [{ text: 'board_poll' }] })
    await expect(test.tool(app, 'model_only')).rejects.toMatchObject({ code: 'UNKNOWN_TOOL', reason: 'apps.notForApps' })
    await expect(test.tool(app, 'nobody_has_it')).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' })
    expect(await test.host.call('apps.calls', { appId: app.appId })).toMatchObject([
      { tool: 'board_poll', arguments: '{}', state: 'done' },
      { tool: 'board_poll', state: 'done' },
      { tool: 'model_only', state: 'failed' },
      { tool: 'nobody_has_it', state: 'failed', error: { code: 'UNKNOWN_TOOL' } },
    ])
    // An interface gets no tool into the list of the model.
    const { servers } = await test.host.call('chat.toolsForModel', {})
    expect([servers[0]?.tools.includes('board_read'), servers[0]?.tools.includes('board_poll')]).toEqual([true, false])
  })

  it('an app runs no tool that is switched off in its conversation, also if that happens while a person is asked', async () => {
    await using test = await AppHost.start({ era })
    const app = await test.start()
    const { conversationId } = test
    const change = async (switches: NonNullable<ChatSettingsChange['switches']>) =>
      await test.host.call('chat.changeSettings', { conversationId, change: { switches } })
    await test.allow(app, 'board_save')
    const asked = test.tool(app, 'board_save')
    const { id } = await test.question()
    await change({ tools: { [board]: { board_save: false } } })
    await test.answer(id, { kind: 'approval', action: 'allowOnce' })
    await expect(asked).rejects.toMatchObject({ code: 'UNKNOWN_TOOL', reason: 'chat.toolSwitchedOff' })
    await change({ servers: { [board]: false }, tools: { [board]: { board_save: null } } })
    await expect(test.tool(app, 'board_save')).rejects.toMatchObject({ code: 'UNKNOWN_TOOL', reason: 'chat.toolSwitchedOff' })
    await change({ servers: { [board]: null } })
    const saved = test.tool(app, 'board_save')
    await test.answer((await test.question()).id, { kind: 'approval', action: 'allowOnce' })
    expect(words(await saved)).toContain('saved 1')
  })

  it('a question that the server asks in a call of an app reaches the person, and the app gets the result', async () => {
    await using test = await AppHost.start({ era })
    const app = await test.start()
    await test.allow(app, 'board_ask')
    const asked = test.tool(app, 'board_ask')
    const question = await test.question()
    expect(question).toMatchObject({ details: { kind: 'form' }, asker: { serverId: board, conversationId: test.conversationId } })
    await test.answer(question.id, { kind: 'form', action: 'accept', content: { name: 'Ada' } })
    expect(words(await asked)).toContain('Ada')
  })

  it('AP-14: a tool that changes something is approved each time, and a denied one is an error that is not asked about again', async () => {
    await using test = await AppHost.start({ era })
    const app = await test.start()
    await test.allow(app, 'board_save')
    const answer = async (action: 'allowOnce' | 'deny'): Promise<void> => {
      const { id, details } = await test.question()
      expect(details).toMatchObject({ kind: 'approval', tool: 'board_save', byApp: true })
      await test.answer(id, { kind: 'approval', action })
    }
    for (const count of [1, 2]) {
      const saved = test.tool(app, 'board_save')
      await answer('allowOnce')
      expect(words(await saved)).toContain(`saved ${count}`)
    }
    const denied = test.tool(app, 'board_save')
    await answer('deny')
    expect(await denied).toMatchObject({ isError: true })
    expect(await test.tool(app, 'board_save')).toMatchObject({ isError: true })
    expect(await test.state()).toMatchObject({ deniedTools: ['board_save'], allowedTools: [] })
    await test.allow(app, 'board_save')
    const again = test.tool(app, 'board_save')
    await answer('allowOnce')
    expect(words(await again)).toContain('saved 3')
  })

  it('an app hears of progress by its own token, which its server does not get', async () => {
    await using test = await AppHost.start({ era })
    const app = await test.start()
    await test.allow(app, 'board_progress')
    const events: unknown[] = []
    const stop = test.host.follow('apps.events', app.appId, (event) => events.push(event))
    expect(words(await test.tool(app, 'board_progress', { _meta: { progressToken: 7, 'x/y': 1 } }))).toContain('string')
    await expect.poll(() => events).toEqual([{ type: 'progress', progressToken: 7, progress: 1, total: 2, message: 'half' }])
    stop()
  })

  it('AH-45: lists and reads what its server has, and nothing of what is too long', async () => {
    await using test = await AppHost.start({ era })
    const app = await test.start()
    expect(await test.ask(app, 'resources/read', { uri: 'board://notes', _meta: { progressToken: 1 } })).toMatchObject({
      contents: [{ text: 'Notes of the board' }],
    })
    expect(await test.ask(app, 'tools/list', {})).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'board_poll' })]),
    })
    await expect(test.ask(app, 'resources/read', { uri: 'board://nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(test.ask(app, 'resources/read', {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
    await expect(test.ask(app, 'tools/call', { name: 'board_read', arguments: [] })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
    await test.allow(app, 'board_big')
    await expect(test.tool(app, 'board_big')).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
  })
})

it('L25, AP-29: what is no page of an app starts none, and its result is there as text', async () => {
  await using test = await AppHost.start()
  const refused: unknown[] = []
  for (const tool of ['show_large', 'show_wrong_type', 'show_bad_base64', 'show_not_text', 'show_missing', 'board_read']) {
    const call = await test.run(tool)
    expect(call.result?.content[0]).toMatchObject({ type: 'text' })
    refused.push(await test.startOf(call).catch((thrown: unknown) => [tool, AppError.from(thrown).code]))
  }
  expect(refused).toEqual([
    ['show_large', 'MESSAGE_TOO_LARGE'],
    ['show_wrong_type', 'UNTRUSTED_CONTENT'],
    ['show_bad_base64', 'UNTRUSTED_CONTENT'],
    ['show_not_text', 'UNTRUSTED_CONTENT'],
    ['show_missing', 'NOT_FOUND'],
    ['board_read', 'NOT_FOUND'],
  ])
  expect(test.host.computed('apps.states').open).toEqual([])
})

it('L03, AP-08: of hostile declarations the well-formed ones are shown, and nobody is granted anything by them', async () => {
  await using test = await AppHost.start()
  const declaredBy = async (tool: string) => {
    const { declared, grant, prefersBorder } = await test.start(tool)
    expect(grant).toEqual(nothing)
    return { ...declared, prefersBorder }
  }
  const none = { connect: [], load: [], frames: [] }
  expect(await declaredBy('show_breaking_out')).toMatchObject({ reach: none, refusedDeclarations: 3 * breakingOut.length })
  expect(await declaredBy('show_many_hosts')).toMatchObject({ reach: { connect: { length: 100 } }, refusedDeclarations: 4_900 })
  expect(await declaredBy('show_prototype')).toMatchObject({ reach: none, permissions: ['geolocation'] })
  expect(await declaredBy('show_openai')).toMatchObject({ reach: { connect: ['https://api.openai.example'] }, prefersBorder: true })
  expect(await declaredBy('show_listed')).toMatchObject({ permissions: ['clipboardWrite'], prefersBorder: false })
  expect(await declaredBy('show_blob')).toMatchObject({ reach: none, permissions: [] })
  expect(await declaredBy('show_page')).toMatchObject({
    reach: { connect: ['https://api.board.example', 'https://live.board.example'], load: ['https://*.cdn.example'] },
    permissions: [],
  })
})
