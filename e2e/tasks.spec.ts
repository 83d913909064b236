import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startHttpServer } from './lib/httpServerProcess.ts'
import type { Parley } from './lib/parley.ts'
import { fixture, fixtureFile, real, remote } from './lib/serverEntries.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { callTools, say } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { conversation, message, openConversation, send, stopButton } from './screen/chat.ts'
import { allowOnce, answer, form } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'

/** Returns the requests that the server received, in order. */
const requests = (folder: string): readonly string[] =>
  readFileSync(join(folder, 'requests.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => String((JSON.parse(line) as { readonly method?: string }).method))

/** Has the model call one tool of a server that runs tasks, in a folder of the test. */
async function start(parley: Parley, model: ScriptedModel, era: '2025' | '2026', tool: string): Promise<{ ui: Page; folder: string }> {
  const folder = parley.makeFolder('work')
  const ui = await startChat(parley, model, { worker: fixture('longWork', era, folder) })
  model.will(callTools({ server: 'worker', tool, arguments: { name: 'a' } }), say('So it has ended'))
  await send(ui, 'Work on it')
  await allowOnce(ui, tool)
  return { ui, folder }
}

async function lastToolMessage(model: ScriptedModel): Promise<string> {
  const { messages } = await model.request(2)
  return JSON.stringify(messages.findLast(({ role }) => role === 'tool')?.content)
}

for (const [kind, era] of (['2025', '2026'] as const).entries()) {
  test(`a task of ${era} asks, and brings its answer into the conversation`, alternateShells(kind), async ({ parley, model }) => {
    const { ui } = await start(parley, model, era, 'ask')
    await form(ui, 'worker').getByRole('textbox', { name: 'name' }).fill('Ada')
    await answer(form(ui, 'worker'), 'Submit')
    await form(ui, 'worker').getByRole('textbox', { name: 'size' }).fill('l')
    await answer(form(ui, 'worker'), 'Submit')
    await expect(message(ui, 'So it has ended')).toBeVisible()
    expect(await lastToolMessage(model)).toContain('Ada')
  })

  test(
    `a task of ${era} says how it stands, and stopping the turn gives it up at its server`,
    alternateShells(kind + 1),
    async ({ parley, model }) => {
      const { ui, folder } = await start(parley, model, era, 'work')
      await expect(conversation(ui).getByText('Runs as a task')).toBeVisible()
      writeFileSync(join(folder, 'a-says'), 'Counting the sheep')
      await expect(conversation(ui).getByText('Counting the sheep')).toBeVisible()
      await stopButton(ui).click()
      await expect(stopButton(ui)).toBeHidden()
      await expect.poll(() => requests(folder)).toContain('tasks/cancel')
    },
  )
}

test('a task goes on when Parley is killed, and its answer comes after the next start', alternateShells(0), async ({ parley, model }) => {
  const folder = parley.makeFolder('work')
  await using server = await startHttpServer(process.execPath, [fixtureFile('longWork'), '2026', folder, '--http', '0'])
  const ui = await startChat(parley, model, { worker: remote(server.url) })
  model.will(callTools({ server: 'worker', tool: 'work', arguments: { name: 'a' } }), say('So it has ended'))
  await send(ui, 'Work on it')
  await allowOnce(ui, 'work')
  await expect(conversation(ui).getByText('Runs as a task')).toBeVisible()
  await parley.kill()

  const again = await parley.launch()
  await openConversation(again, 'Work on it')
  await expect(conversation(again).getByText('Runs as a task')).toBeVisible()
  expect(model.requests).toHaveLength(1)
  writeFileSync(join(folder, 'a-done'), '')
  await expect(message(again, 'So it has ended')).toBeVisible()
  expect(await lastToolMessage(model)).toContain('Work a is done')
  expect(requests(folder).filter((method) => method === 'tools/call')).toHaveLength(1)
})

test(
  'a call whose task was lost with its server ends with the reason, and the turn goes on',
  alternateShells(1),
  async ({ parley, model }) => {
    const { ui, folder } = await start(parley, model, '2025', 'work')
    await expect(conversation(ui).getByText('Runs as a task')).toBeVisible()
    await parley.kill()
    writeFileSync(join(folder, 'tasks.json'), '{}')

    const again = await parley.launch()
    await openConversation(again, 'Work on it')
    await expect(message(again, 'So it has ended')).toBeVisible()
    expect(await lastToolMessage(model)).toContain('does not know the task any more')
  },
)

test('server-everything does its research as a task, and asks on the way', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { everything: real('everything') })
  const asked = { topic: 'python', ambiguous: true }
  model.will(callTools({ server: 'everything', tool: 'simulate-research-query', arguments: asked }), say('Read it through'))
  await send(ui, 'Find out about python')
  await allowOnce(ui, 'simulate-research-query')
  const question = form(ui, 'everything')
  await expect(question).toBeVisible({ timeout: 15_000 })
  await expect(question).toContainText('could have multiple interpretations')
  await question.getByRole('radio', { name: 'Python snake species' }).check()
  await answer(question, 'Submit')
  await expect(message(ui, 'Read it through')).toBeVisible({ timeout: 15_000 })
  expect(await lastToolMessage(model)).toContain('Research Report: python (snake)')
})
