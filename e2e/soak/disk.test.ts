import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ConversationId, ServerId } from '../../shared/domain/ids'
import type { Questions } from '../../shared/domain/question'
import type { CallName, InputOf, OutputOf } from '../../shared/rpc/contract'
import { fixture } from '../lib/serverEntries'
import { isAlive } from '../lib/processes'
import { Gate } from '../model/gate'
import { callTools, say } from '../model/reply'
import { ScriptedModel } from '../model/scriptedModel'
import type { HostPage } from './hostPage'
import { noSmallDisk, SmallDisk } from './smallDisk'

const full = { ok: false, error: { code: 'NOT_SAVED', reason: 'storage.diskFull' } }

/** A disk with room for a new data folder, with these servers and this model. */
async function diskFor(model: ScriptedModel, servers: object = {}): Promise<SmallDisk> {
  return SmallDisk.make(4, { 'settings.json': JSON.stringify(model.settings), 'servers.json': JSON.stringify({ mcpServers: servers }) })
}

async function done<N extends CallName>(page: HostPage, name: N, input: InputOf<N>): Promise<OutputOf<N>> {
  const reply = await page.call(name, input)
  if (reply.ok !== true) throw new Error(`${name}: ${JSON.stringify(reply)}`)
  return reply.value
}

async function conversation(page: HostPage, conversationId: ConversationId) {
  return (await done(page, 'chat.open', { conversationId })).conversation
}

/** Returns a function that always knows which questions are open. */
async function questionsOf(page: HostPage): Promise<() => Questions['open']> {
  let open: Questions['open'] = []
  await page.watch('questions', (questions) => (open = questions.open))
  return () => open
}

const state = async (page: HostPage, id: ConversationId) => (await conversation(page, id)).messages.at(-1)?.state

describe.skipIf(noSmallDisk !== undefined)(
  `a disk that takes nothing${noSmallDisk ? ` (${noSmallDisk})` : ''}`,
  { tags: ['slow'], timeout: 60_000 },
  () => {
    it('refuses each change with the reason while it is full, keeps what was acknowledged over a kill, and goes on when there is space', async () => {
      await using model = await ScriptedModel.start()
      await using disk = await diskFor(model)
      const host = await disk.start()
      const page = await host.openPage()
      const { conversationId } = await done(page, 'chat.create', {})
      await done(page, 'chat.rename', { conversationId, title: 'Before' })
      disk.fill()
      const refused = [
        await page.call('chat.rename', { conversationId, title: 'x'.repeat(200) }),
        await page.call('chat.saveDraft', { conversationId, draft: 'y'.repeat(50_000) }),
        await page.call('chat.create', {}),
        await page.call('settings.set', { appearance: { theme: 'dark' } }),
      ]
      expect(refused).toMatchObject([full, full, full, full])
      expect(await conversation(page, conversationId)).toMatchObject({ title: 'Before', draft: '' })
      await host.end('SIGKILL')
      disk.free()

      const again = await (await disk.start()).openPage()
      expect(await conversation(again, conversationId)).toMatchObject({ title: 'Before', draft: '' })
      await done(again, 'chat.rename', { conversationId, title: 'After' })
      await done(again, 'settings.set', { appearance: { theme: 'dark' } })
      expect((await conversation(again, conversationId)).title).toBe('After')
      expect(JSON.parse(readFileSync(join(disk.path, 'settings.json'), 'utf8'))).toMatchObject({ appearance: { theme: 'dark' } })
    })

    it('shows a turn that could not be saved as failed, with the reason, also to whoever opens it later, and saves that when there is space', async () => {
      await using model = await ScriptedModel.start()
      await using disk = await diskFor(model)
      const host = await disk.start()
      const page = await host.openPage()
      const { conversationId } = await done(page, 'chat.create', {})
      const gate = new Gate()
      model.will(say('Once ', gate, 'upon a time '.repeat(500)))
      await done(page, 'chat.send', { conversationId, text: 'A story' })
      await expect.poll(async () => (await conversation(page, conversationId)).messages[1]?.parts.length).toBe(1)
      disk.fill()
      gate.open()
      await expect.poll(() => state(page, conversationId)).toBe('failed')
      const notice = { kind: 'notice', error: { code: 'NOT_SAVED', reason: 'storage.diskFull' } }
      expect((await conversation(page, conversationId)).messages[1]?.parts.at(-1)).toMatchObject(notice)
      expect(await page.call('chat.retry', { conversationId })).toMatchObject(full)
      disk.free()
      model.will(say('The whole story'))
      await done(page, 'chat.retry', { conversationId })
      await expect.poll(() => state(page, conversationId)).toBe('done')
      await host.end('SIGKILL')
      const again = await (await disk.start()).openPage()
      expect((await conversation(again, conversationId)).messages[1]).toMatchObject({
        state: 'done',
        parts: [{ text: expect.stringMatching(/^Once upon a time .*The whole story$/) }],
      })
    })

    it('takes no approval that it cannot write down: nothing runs, and it can be given when there is space', async () => {
      await using model = await ScriptedModel.start()
      await using disk = await diskFor(model, { fragile: fixture('crashing', 'call') })
      const page = await (await disk.start()).openPage()
      const questions = await questionsOf(page)
      const { conversationId } = await done(page, 'chat.create', {})
      model.will(callTools({ server: 'fragile', tool: 'hello', arguments: {} }), say('It said hello'))
      await done(page, 'chat.send', { conversationId, text: 'Say hello' })
      await expect.poll(() => questions().map(({ details }) => details.kind)).toEqual(['approval'])
      const [question] = questions()
      if (!question) throw new Error('Nothing is asked')
      const allow = { questionId: question.id, answer: { kind: 'approval', action: 'allowOnce' } } as const
      disk.fill()
      expect(await page.call('questions.answer', allow)).toMatchObject(full)
      expect([questions().map(({ id }) => id), await state(page, conversationId)]).toEqual([[question.id], 'waiting'])
      disk.free()
      expect(await done(page, 'questions.answer', allow)).toEqual({ taken: true })
      await expect.poll(() => state(page, conversationId)).toBe('done')
    })

    it('quits well while it is full, and leaves no process behind', async () => {
      await using model = await ScriptedModel.start()
      const pids = join(tmpdir(), `parley-disk-pids-${process.pid}`)
      onTestFinished(() => rmSync(pids, { force: true }))
      await using disk = await diskFor(model, { outlives: fixture('orphanMaker', pids) })
      const host = await disk.start()
      const page = await host.openPage()
      await done(page, 'servers.start', { serverId: 'outlives' as ServerId })
      disk.fill()
      expect(await host.end('SIGTERM')).toEqual({ code: 0, signal: null })
      const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number)
      await expect.poll(() => started.filter((pid) => isAlive(pid))).toEqual([])
      expect(started.length).toBeGreaterThan(1)
    })

    it('says what happened and what to do when it cannot start: the disk is full', async () => {
      await using model = await ScriptedModel.start()
      await using disk = await diskFor(model)
      await (await disk.start()).end('SIGTERM')
      disk.fill()
      const { code, printed } = await disk.run()
      expect([code, printed]).toEqual([1, 'Nothing could be saved, because the disk is full.\nFree some space, then try again.\n'])
      disk.free()
      expect((await (await disk.start()).openPage()).isOpen).toBe(true)
    })

    it('starts nothing on a disk that can only be read, and says so', async () => {
      await using model = await ScriptedModel.start()
      await using disk = await diskFor(model)
      disk.makeReadOnly()
      const { code, printed } = await disk.run()
      expect(code).toBe(1)
      expect(printed).toMatch(/^The data folder \S+ cannot be used\.\nGive one that you may write to with --data-dir\.\n$/)
      expect(existsSync(join(disk.path, 'host.json'))).toBe(false)
    })

    it('refuses a change of a file with the reason when its disk becomes read-only, and goes on with the rest', async () => {
      await using model = await ScriptedModel.start()
      await using disk = await diskFor(model)
      const page = await (await disk.start()).openPage()
      const { conversationId } = await done(page, 'chat.create', {})
      disk.makeReadOnly()
      expect(await page.call('settings.set', { appearance: { theme: 'dark' } })).toMatchObject({
        ok: false,
        error: { code: 'NOT_SAVED', reason: 'storage.diskReadOnly' },
      })
      model.will(say('Still here'))
      await done(page, 'chat.send', { conversationId, text: 'Are you there?' })
      await expect.poll(() => state(page, conversationId)).toBe('done')
    })
  },
)
