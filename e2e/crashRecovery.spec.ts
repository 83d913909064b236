import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { isAlive } from './lib/processes.ts'
import { readDatabase } from './lib/readDatabase.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { Gate } from './model/gate.ts'
import { callTools, say } from './model/reply.ts'
import { composer, conversation, message, openConversation, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, approval } from './screen/questions.ts'
import { state } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'
import { GateFolder } from './servers/lib/gates.ts'
import { alternateShells } from './lib/alternateShells.ts'

const pidsIn = (file: string): readonly number[] => readFileSync(file, 'utf8').trim().split('\n').map(Number)

test('a server that is killed in a call ends the call as an error, and is started again', alternateShells(0), async ({ parley, model }) => {
  const pids = join(parley.folder, 'pids')
  const ui = await startChat(parley, model, { fragile: fixture('crashing', 'call', pids) })
  model.will(callTools({ server: 'fragile', tool: 'hang', arguments: {} }), say('The server is gone, I see'))
  await send(ui, 'Hang')
  await allowOnce(ui, 'hang')
  // Waits until the call is in flight. A call that is allowed but not yet sent would wait for the restarted server.
  const sent = "select count(*) as calls from message_record where direction = 'sent' and json like '%tools/call%hang%'"
  await expect.poll(() => readDatabase(parley.dataDir, sent).map((row) => row['calls'])).toEqual([1])
  process.kill(pidsIn(pids).at(-1) ?? -1, 'SIGKILL')
  // The next step waits up to ten seconds for the server's restart.
  await expect(message(ui, 'The server is gone, I see')).toBeVisible({ timeout: 20_000 })
  expect(JSON.stringify((await model.request(2)).messages)).toMatch(/SIGKILL|ended|exited|killed/i)
  await goTo(ui, 'Servers')
  await expect(state(ui, 'fragile')).toHaveText('Ready', { timeout: 20_000 })
  expect(pidsIn(pids).length).toBeGreaterThan(1)
})

test(
  'a turn that Parley was killed in is shown as cut off, with what was said so far, and can be tried again',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model)
    model.will(say('Half of the ans', new Gate()))
    await send(ui, 'A long question')
    await expect(message(ui, 'Half of the ans')).toBeVisible()
    await expect
      .poll(() =>
        readDatabase(parley.dataDir, 'select json from part')
          .map((row) => String(row['json']))
          .join(),
      )
      .toContain('A long question')
    await parley.kill()

    const again = await parley.launch()
    await openConversation(again, 'A long question')
    await expect(
      conversation(again)
        .getByText(/cut off/i)
        .first(),
    ).toBeVisible()
    model.will(say('The whole answer'))
    await conversation(again).getByRole('button', { name: 'Retry' }).click()
    await expect(message(again, 'The whole answer')).toBeVisible()
  },
)

test(
  'a call in flight when Parley was killed is shown as cut off and never runs again by itself',
  alternateShells(1),
  async ({ parley, model }) => {
    const folder = parley.makeFolder('gates')
    const gates = new GateFolder(folder)
    const ui = await startChat(parley, model, { slow: fixture('slow', folder) })
    model.will(callTools({ server: 'slow', tool: 'work', arguments: { name: 'a', steps: 1 } }))
    await send(ui, 'Work on it')
    await allowOnce(ui, 'work')
    await gates.opened('a-begun', AbortSignal.timeout(10_000))
    await parley.kill()

    const again = await parley.launch()
    await openConversation(again, 'Work on it')
    await expect(
      conversation(again)
        .getByText(/cut off/i)
        .first(),
    ).toBeVisible()
    model.will(say('So it was interrupted'))
    await send(again, 'What happened?')
    await expect(message(again, 'So it was interrupted')).toBeVisible()
    const roles = (await model.request(2)).messages.map(({ role }) => role).filter((role) => role !== 'system')
    expect(roles).toEqual(['user', 'assistant', 'tool', 'user'])
    expect(model.requests).toHaveLength(2)
  },
)

test(
  'an approval that waited when Parley was killed waits again, and the turn goes on from there',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { everything: real('everything') })
    model.will(callTools({ server: 'everything', tool: 'echo', arguments: { message: 'still here' } }), say('It went on'))
    await send(ui, 'Echo something')
    await expect(approval(ui, 'echo')).toBeVisible()
    await parley.kill()

    const again = await parley.launch()
    await openConversation(again, 'Echo something')
    await allowOnce(again, 'echo')
    await expect(message(again, 'It went on')).toBeVisible()
    expect(JSON.stringify((await model.request(2)).messages)).toContain('still here')
  },
)

test('C08: after kill -9 and the next start no child of the former run is left, not even one that ignores SIGTERM', async ({
  parley,
  model,
}) => {
  const pids = join(parley.folder, 'pids')
  await startChat(parley, model, { stubborn: fixture('orphanMaker', pids) })
  await expect.poll(() => pidsIn(pids).length).toBe(2)
  const former = pidsIn(pids)
  await parley.kill()
  await parley.launch()
  await expect.poll(() => former.filter(isAlive), { timeout: 15_000 }).toEqual([])
})

test('what was typed and not sent survives kill -9', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('Yes'))
  await send(ui, 'Is anybody there?')
  await expect(message(ui, 'Yes')).toBeVisible()
  await composer(ui).fill('Half a thou')
  await expect.poll(() => readDatabase(parley.dataDir, 'select draft from conversation').map(({ draft }) => draft)).toContain('Half a thou')
  await parley.kill()
  const again = await parley.launch()
  await openConversation(again, 'Is anybody there?')
  await expect(composer(again)).toHaveValue('Half a thou')
})
