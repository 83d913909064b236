import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { TestHost } from '../../main/testing/testHost'
import { fixture } from '../lib/serverEntries.ts'
import { callTools, say } from '../model/reply.ts'
import { ScriptedModel } from '../model/scriptedModel.ts'

const asker = ServerId.parse('asker')

/** Collects everything that Parley logs to stderr until it is disposed of. */
function listenToLog(): { readonly text: () => string } & Disposable {
  const written: string[] = []
  const write = process.stderr.write.bind(process.stderr)
  process.stderr.write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0
  return { text: () => written.join(''), [Symbol.dispose]: () => void (process.stderr.write = write) }
}

/** Returns the raw content of every file in the data folder. */
function onDisk(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n')
}

/** Returns the open form as soon as there is one. */
async function openForm(host: TestHost) {
  const { open } = await host.until('questions', (questions) => questions.open.some(({ details }) => details.kind === 'form'))
  const question = open.find(({ details }) => details.kind === 'form')
  if (!question) throw new Error('There is no form')
  return question
}

it.each(['asksUser', 'asksUser2026'] as const)(
  'EL-31, H13: what is typed into a form goes to the server, and to nothing else (%s)',
  async (server) => {
    const canary = `canary${Math.random().toString(36).slice(2)}`
    await using model = await ScriptedModel.start()
    using log = listenToLog()
    await using host = await TestHost.start({
      files: { 'servers.json': { mcpServers: { asker: fixture(server) } }, 'settings.json': model.settings },
    })
    await host.until('connections.states', ({ [asker]: state }) => state?.phase === 'ready')
    model.will(callTools({ server: 'asker', tool: 'ask_quietly', arguments: {} }), say('Done'))
    const { conversationId } = await host.call('chat.create', { model: 'default' })
    await host.call('chat.send', { conversationId, text: 'Go on' })
    const asked = await host.until('questions', ({ open }) => open.some(({ details }) => details.kind === 'approval'))
    const approval = asked.open[0]
    if (!approval) throw new Error('Nobody asked')
    await host.call('questions.answer', { questionId: approval.id, answer: { kind: 'approval', action: 'allowOnce' } })
    const form = await openForm(host)
    expect(form.details).toMatchObject({ secretLooking: ['password'] })
    await host.call('questions.saveDraft', { questionId: form.id, draft: { password: canary } })
    const wrong = { kind: 'form', action: 'accept', content: { password: canary, name: 7 } } as const
    const refused = await host.ask('questions.answer', { questionId: form.id, answer: wrong })
    const answer = { kind: 'form', action: 'accept', content: { password: canary, name: 'Ada' } } as const
    await host.call('questions.answer', { questionId: form.id, answer })
    await host.until('chat.conversations', (all) => all.some(({ id, turn }) => id === conversationId && turn === 'done'))
    const { conversation } = await host.call('chat.open', { conversationId })
    const records = await host.call('traffic.ofServer', { serverId: asker, limit: 500 })
    const places = {
      refused,
      conversation,
      records,
      model: model.requests.map(({ messages }) => messages),
      questions: await host.until('questions', ({ open }) => open.length === 0),
      serverLog: await host.call('logs.export', { serverId: asker }),
      log: log.text(),
      disk: onDisk(host.dataDir),
    }
    expect(Object.entries(places).filter(([, place]) => JSON.stringify(place).includes(canary))).toEqual([])
    // The answer did arrive, and the records that the test searched are the real ones.
    expect([JSON.stringify(records).includes('•••'), JSON.stringify(model.requests).includes('Thank you')]).toEqual([true, true])
  },
)

it('H13: what was typed into a form and then not sent is gone from the disk, too', async () => {
  const canary = `canary${Math.random().toString(36).slice(2)}`
  const host = await TestHost.start({ files: { 'servers.json': { mcpServers: { asker: fixture('asksUser2026') } } } })
  await host.until('connections.states', ({ [asker]: state }) => state?.phase === 'ready')
  const { conversationId } = await host.call('chat.create', { model: 'none' })
  await host.call('chat.runTool', { conversationId, serverId: asker, tool: 'ask_name', arguments: {} })
  const form = await openForm(host)
  await host.call('questions.saveDraft', { questionId: form.id, draft: { name: canary } })
  const kept = onDisk(host.dataDir).includes(canary)
  await host.call('questions.answer', { questionId: form.id, answer: { kind: 'form', action: 'decline' } })
  await host.until('chat.conversations', (all) => all.some(({ id, turn }) => id === conversationId && turn === 'done'))
  const dataDir = await host.quit()
  const left = onDisk(dataDir).includes(canary)
  rmSync(dataDir, { recursive: true, force: true })
  expect({ kept, left }).toEqual({ kept: true, left: false })
})
