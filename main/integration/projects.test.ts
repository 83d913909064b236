import { mkdirSync, realpathSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ModelRef, type ConversationId, type ProjectId } from '../../shared/domain/ids'
import type { AttachedFile } from '../../shared/files/attachedFile'
import { isRecord } from '../../shared/lib/json'
import type { ProjectChange } from '../../shared/rpc/projects'
import { ScriptedModel } from '../chat/testing/scriptedModel'
import { toFileUri } from '../roots/toFileUri'
import { asker, asks, askingServer, done, ElicitingHost } from '../testing/elicitingHost'
import { imported } from '../testing/importFile'
import { TestHost } from '../testing/testHost'

async function file(host: TestHost, name: string): Promise<AttachedFile> {
  const { uploadId } = await host.call('files.begin', { name, bytes: 3 })
  await host.call('files.append', { uploadId, offset: 0, data: 'YSBi' })
  return await host.call('files.finish', { uploadId })
}

const opened = async (host: TestHost, conversationId: ConversationId) => (await host.call('chat.open', { conversationId })).conversation
const project = (host: TestHost, projectId: ProjectId) => host.computed('projects').find(({ id }) => id === projectId)

it('a project’s files are those of the unsent message of a new chat in it, and stay while the project has them', async () => {
  await using host = await TestHost.start()
  const { projectId } = await host.call('projects.create', { name: '  Taxes ' })
  const { sha256 } = await file(host, 'march.txt')
  await host.call('projects.attach', {
    projectId,
    files: [
      { sha256, name: 'march.txt' },
      { sha256, name: 'twice.txt' },
    ],
  })
  expect(project(host, projectId)).toMatchObject({ name: 'Taxes', files: [{ sha256, name: 'march.txt', type: 'text/plain' }] })
  const { conversationId } = await host.call('chat.create', { projectId })
  const names = async () => (await host.call('files.ofDraft', { conversationId })).map(({ name }) => name)
  expect(await names()).toEqual(['march.txt'])
  // The person takes it off: nothing is sent that they do not see.
  await host.call('files.saveDraft', { conversationId, files: [] })
  expect([await names(), project(host, projectId)?.files.length]).toEqual([[], 1])
  expect(await host.call('files.deleteBefore', { before: Date.now() + 60_000 })).toMatchObject({ count: 0 })
  const dataDir = await host.quit()
  await using again = await TestHost.start({ dataDir })
  expect([project(again, projectId)?.files.length, await again.call('files.exists', { sha256 })]).toEqual([1, true])
  await again.call('projects.detach', { projectId, sha256 })
  expect([project(again, projectId)?.files, await again.call('files.totalBefore', { before: Date.now() + 60_000 })]).toMatchObject([
    [],
    { count: 1 },
  ])
})

it('a project that is removed goes for good at the next start, with its files, and its conversations stay', async () => {
  await using host = await TestHost.start()
  const { projectId } = await host.call('projects.create', { name: 'Taxes' })
  const { sha256, name } = await file(host, 'march.txt')
  await host.call('projects.attach', { projectId, files: [{ sha256, name }] })
  const { conversationId } = await host.call('chat.create', { projectId })
  await host.call('files.saveDraft', { conversationId, files: [] })
  await host.call('chat.changeSettings', { conversationId, change: { instructions: 'Short' } })
  await host.call('projects.remove', { projectId })
  expect((await host.until('chat.conversations', ([first]) => first !== undefined && first.project === undefined)).length).toBe(1)
  await expect(host.call('projects.change', { projectId, change: { name: 'x' } })).rejects.toMatchObject({ reason: 'projects.gone' })
  await using again = await TestHost.start({ dataDir: await host.quit() })
  const { project: none, settings } = await opened(again, conversationId)
  expect([none, settings, again.computed('projects'), await again.call('files.exists', { sha256 })]).toEqual([
    undefined,
    { instructions: 'Short' },
    [],
    false,
  ])
})

it('several conversations move at once; one that is gone is left out, and so is a temporary one', async () => {
  await using host = await TestHost.start()
  const { projectId } = await host.call('projects.create', { name: 'Taxes' })
  const ids = await Promise.all([1, 2, 3].map(async () => (await host.call('chat.create', {})).conversationId))
  const { conversationId: temporary } = await host.call('chat.create', { temporary: true })
  await host.call('chat.remove', { conversationIds: ids.slice(2) })
  await host.call('conversations.moveToProject', { conversationIds: [...ids, temporary], projectId })
  const [first] = await host.until('chat.conversations', (all) => all.length === 2 && all.every((one) => one.project === projectId))
  expect([host.computed('chat.conversations').length, first?.project, (await opened(host, temporary)).project]).toEqual([
    2,
    projectId,
    undefined,
  ])
  const gone = { conversationIds: ids, projectId: '00000000-0000-4000-8000-000000000000' }
  expect(await host.ask('conversations.moveToProject', gone)).toMatchObject({
    ok: false,
    error: { code: 'NOT_FOUND', reason: 'projects.gone' },
  })
})

it('a temporary chat has settings of its own, is in no project, and keeps them when it is kept', async () => {
  await using model = await ScriptedModel.start({ text: ['Hello'] })
  await using host = await TestHost.start()
  const { projectId } = await host.call('projects.create', { name: 'Taxes' })
  await expect(host.call('chat.create', { temporary: true, projectId })).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'projects.noTemporary',
  })
  await host.call('models.saveProvider', { kind: 'openai-compatible', baseUrl: model.baseUrl, models: ['scripted-1'], id: 'local' })
  const { conversationId } = await host.call('chat.create', { temporary: true, model: ModelRef.parse('local/scripted-1') })
  await host.call('chat.changeSettings', {
    conversationId,
    change: { instructions: 'canary-instructions', parameters: { temperature: 0.3 } },
  })
  await host.call('chat.send', { conversationId, text: 'Hi' })
  await host.until('chat.temporary', ([first]) => first?.turn === 'done')
  expect([JSON.stringify(model.requests[0]?.messages[0]).includes('canary-instructions'), model.requests[0]?.temperature]).toEqual([
    true,
    0.3,
  ])
  expect(readFileSync(join(host.dataDir, 'parley.db-wal')).includes('canary-instructions')).toBe(false)
  await host.call('chat.keep', { conversationId })
  expect((await opened(host, conversationId)).settings.instructions).toBe('canary-instructions')
})

it('refuses folders that are not there and keeps what a link leads to; one that goes later may stay', async () => {
  await using host = await TestHost.start()
  const { projectId } = await host.call('projects.create', { name: 'Taxes' })
  const folder = join(host.dataDir, 'work')
  mkdirSync(folder)
  const change = (folders: readonly string[]) => host.call('projects.change', { projectId, change: { folders: { add: [...folders] } } })
  await expect(change([join(folder, 'nowhere')])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await change([folder, toFileUri(folder)])
  expect(project(host, projectId)?.folders).toEqual([realpathSync(folder)])
})

// Catches: the undo of a removal that fails, because the folder went from the disk meanwhile.
it('puts a folder back that was taken out and is gone from the disk since, and no other one that is not there', async () => {
  await using host = await TestHost.start()
  const { projectId } = await host.call('projects.create', { name: 'Taxes' })
  const [work, notes] = [join(host.dataDir, 'work'), join(host.dataDir, 'notes')]
  mkdirSync(work)
  mkdirSync(notes)
  const change = (folders: ProjectChange['folders']) => host.call('projects.change', { projectId, change: { folders } })
  await change({ add: [work, notes] })
  const listed = project(host, projectId)?.folders ?? []
  const [first = ''] = listed
  await change({ remove: [first] })
  rmdirSync(work)
  await change({ add: [first], at: 0 })
  expect(project(host, projectId)?.folders).toEqual(listed)
  await expect(change({ add: [join(work, 'deeper')] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { projectId: another } = await host.call('projects.create', { name: 'Trips' })
  await expect(host.call('projects.change', { projectId: another, change: { folders: { add: [first] } } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

it('a conversation that begins as another one says the same, also of a folder that is gone', async () => {
  await using host = await TestHost.start()
  const folder = join(host.dataDir, 'work')
  mkdirSync(folder)
  const { conversationId: first } = await host.call('chat.create', {})
  await host.call('chat.changeSettings', { conversationId: first, change: { instructions: 'Short', folders: { add: [folder] } } })
  const { settings } = await opened(host, first)
  rmdirSync(folder)
  const { conversationId } = await host.call('chat.create', { settingsOf: first })
  expect(settings.folders).toHaveLength(1)
  expect((await opened(host, conversationId)).settings).toEqual(settings)
})

it('a server of 2026 is told the folders of the project inside of a call of its conversation', async () => {
  const told: unknown[] = []
  await using server = await askingServer((params, tries) => {
    told.push(params['inputResponses'])
    return tries % 2 === 1 ? asks({ where: { method: 'roots/list' } }) : done
  })
  await using it = await ElicitingHost.start({ type: 'http', url: server.url })
  const { host } = it
  const folder = join(host.dataDir, 'work')
  mkdirSync(folder)
  const { projectId } = await host.call('projects.create', { name: 'Taxes' })
  await host.call('projects.change', { projectId, change: { folders: { add: [folder] } } })
  const { conversationId } = await host.call('chat.create', { model: 'none', projectId })
  await host.call('chat.runTool', { conversationId, serverId: asker, tool: 'go', arguments: {} })
  const { id, details } = await it.question()
  const uri = toFileUri(realpathSync(folder))
  expect(details).toEqual({ kind: 'folders', current: [], added: [uri] })
  await it.answer(id, { kind: 'folders', action: 'share', roots: [] })
  await it.call(conversationId)
  const [, answered] = told
  expect(isRecord(answered) && answered['where']).toEqual({ roots: [{ uri, name: 'work' }] })
})

it('X09: an export has the instructions but no folder and no project, and a file that is imported says nothing in the person’s name', async () => {
  await using model = await ScriptedModel.start({ text: ['Hello'] })
  await using host = await TestHost.start()
  await host.call('models.saveProvider', { kind: 'openai-compatible', baseUrl: model.baseUrl, models: ['scripted-1'], id: 'local' })
  const { projectId } = await host.call('projects.create', { name: 'Taxes' })
  const { conversationId } = await host.call('chat.create', { projectId, model: ModelRef.parse('local/scripted-1') })
  const change = {
    instructions: 'Short',
    parameters: { temperature: 0.3 },
    switches: { servers: { files: false } },
    folders: { add: [host.dataDir] },
  }
  await host.call('chat.changeSettings', { conversationId, change })
  await host.call('chat.send', { conversationId, text: 'Hi' })
  await host.until('chat.conversations', ([first]) => first?.turn === 'done')
  const written = await exported(host, conversationId)
  expect(written).toContain('"instructions":"Short"')
  expect([written.includes(host.dataDir), written.includes(projectId)]).toEqual([false, false])
  await host.call('chat.remove', { conversationIds: [conversationId] })
  await imported(host, 'own.json', written)
  await imported(
    host,
    'other.json',
    written
      .replace('"settings":{', `"project":"${projectId}","settings":{"folders":[${JSON.stringify(host.dataDir)}],`)
      .replaceAll(conversationId, '00000000-0000-4000-8000-000000000001'),
  )
  const back = await Promise.all(host.computed('chat.conversations').map(({ id }) => opened(host, id)))
  expect(back.map(({ settings, project: none, model: chosen }) => [settings, none, chosen])).toEqual([
    [{}, undefined, 'default'],
    [{}, undefined, 'default'],
  ])
})

async function exported(host: TestHost, conversationId: ConversationId): Promise<string> {
  const begun = await host.call('exports.begin', { conversationId, to: 'page', format: 'json', calls: true, reasoning: false })
  if (!begun) throw new Error('Nothing is exported')
  let text = ''
  for (;;) {
    const { bytes = '', ended } = await host.call('exports.next', { exportId: begun.exportId })
    text += Buffer.from(bytes, 'base64').toString()
    if (ended) return text
  }
}
