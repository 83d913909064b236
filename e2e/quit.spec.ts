import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { isAlive } from './lib/processes.ts'
import { fixture } from './lib/serverEntries.ts'
import { Gate } from './model/gate.ts'
import { callTools, say } from './model/reply.ts'
import { message, send } from './screen/chat.ts'
import { allowOnce } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'
import { GateFolder } from './servers/lib/gates.ts'

const pidsIn = (file: string): readonly number[] => readFileSync(file, 'utf8').trim().split('\n').map(Number)

test('C08: quitting ends every server and what it started, even if they ignore SIGTERM', async ({ parley, model }) => {
  const pids = join(parley.folder, 'pids')
  await startChat(parley, model, {
    stubborn: fixture('orphanMaker', pids),
    crashing: fixture('crashing', 'call', join(parley.folder, 'more')),
  })
  await expect.poll(() => pidsIn(pids).length).toBe(2)
  const children = [...pidsIn(pids), ...pidsIn(join(parley.folder, 'more'))]
  await parley.quit()
  await expect.poll(() => children.filter(isAlive)).toEqual([])
})

test('quitting while the model writes and a tool runs takes no longer than a moment', async ({ parley, model }) => {
  const folder = parley.makeFolder('gates')
  const ui = await startChat(parley, model, { slow: fixture('slow', folder) })
  model.will(callTools({ server: 'slow', tool: 'work', arguments: { name: 'a', steps: 1 } }))
  await send(ui, 'Work')
  await allowOnce(ui, 'work')
  await new GateFolder(folder).opened('a-begun', AbortSignal.timeout(10_000))
  const before = Date.now()
  await parley.quit()
  expect(Date.now() - before).toBeLessThan(10_000)
})

test('a data folder that was let go can be taken again at once', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('Half', new Gate()))
  await send(ui, 'Hello')
  await expect(message(ui, 'Half')).toBeVisible()
  await parley.quit()
  expect(existsSync(join(parley.dataDir, 'host.json'))).toBe(false)
  const again = await parley.launch()
  await expect(again.getByRole('navigation', { name: 'Main' })).toBeVisible()
})
