import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JsonValue } from '../../shared/lib/json'
import { askingServer, asker, asks, ElicitingHost, type AskingAnswer } from '../testing/elicitingHost'

const SECRET = 'correct horse 4711'

const form = (message: string): object => ({
  one: {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message,
      requestedSchema: { type: 'object', properties: { password: { type: 'string', title: 'Your password' }, name: { type: 'string' } } },
    },
  },
})

/** Asks for a password, says it back in a second question, and then in the error that ends the call. */
const saysBack: AskingAnswer = ({ inputResponses }, tries) => {
  const typed = /correct[^"]*/.exec(JSON.stringify(inputResponses ?? ''))?.[0] ?? 'nothing'
  if (tries === 1) return asks(form('Sign in'))
  if (tries === 2) return asks(form(`Was it ${typed}, or ${Buffer.from(typed).toString('base64')}?`), `state ${typed}`)
  return { code: -32_000, message: `${SECRET} is wrong` }
}

/** The raw content of every file in a data folder. */
function onDisk(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n')
}

it('H13: a password that a server says back is in no error, no record and no file', async () => {
  await using server = await askingServer(saysBack)
  const running = await ElicitingHost.start({ url: server.url })
  const { host } = running
  const { conversationId, question: first } = await running.run('go')
  const content = { password: SECRET, name: 'Ada Lovelace' }
  await running.answer(first.id, { kind: 'form', action: 'accept', content })
  const { open } = await host.until('questions', (questions) => questions.open.some(({ id }) => id !== first.id))
  const second = open.find(({ id }) => id !== first.id)
  if (!second) throw new Error('Asked once')
  await running.answer(second.id, { kind: 'form', action: 'accept', content: { name: 'Ada Lovelace' } })
  const call = await running.call(conversationId)
  const shown: Record<string, unknown> = {
    call,
    traffic: await host.call('traffic.ofServer', { serverId: asker, limit: 500 }),
    record: await host.call('questions.record', { questionId: second.id }),
    ended: await host.until('questions', (questions) => questions.open.length === 0),
  }
  const dataDir = await running.quit()
  shown['disk'] = onDisk(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  const holding = Object.entries(shown).filter(([, value]) =>
    [SECRET, Buffer.from(SECRET).toString('base64')].some((text) => JSON.stringify(value as JsonValue).includes(text)),
  )
  expect(holding.map(([place]) => place)).toEqual([])
  // What was searched is what the server said: it is there, but for the password.
  expect([JSON.stringify(call).includes('••• is wrong'), JSON.stringify(shown['record']).includes('Was it •••, or •••?')]).toEqual([
    true,
    true,
  ])
})
