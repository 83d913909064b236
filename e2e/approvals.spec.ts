import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import type { Parley } from './lib/parley.ts'
import { fixture, real, withParley, type ServerEntry } from './lib/serverEntries.ts'
import { callTools, say, type ScriptedCall } from './model/reply.ts'
import type { ScriptedModel } from './model/scriptedModel.ts'
import { conversation, message, newChat, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, answer, approval, approvalDialog, openDetails, openFromInbox } from './screen/questions.ts'
import { openServer, press, server } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

const sum = (a: number, b: number): ScriptedCall => ({ server: 'everything', tool: 'get-sum', arguments: { a, b } })

async function start(parley: Parley, model: ScriptedModel, entry: ServerEntry = real('everything')): Promise<Page> {
  return startChat(parley, model, { everything: entry })
}

/** Returns what the model's last request says about the result of its call. */
function lastResult(model: ScriptedModel): string {
  return JSON.stringify(model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content)
}

async function answered(ui: Page, words: string): Promise<void> {
  await expect(message(ui, words)).toBeVisible()
}

test('"Allow once" runs the call, and the next one asks again', alternateShells(0), async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(callTools(sum(1, 2)), say('First sum done'), callTools(sum(3, 4)), say('Second sum done'))
  await send(ui, 'Add')
  await expect(approval(ui, 'get-sum')).toContainText('everything')
  await allowOnce(ui, 'get-sum')
  await answered(ui, 'First sum done')
  expect(lastResult(model)).toContain('3')
  await send(ui, 'Add again')
  await allowOnce(ui, 'get-sum')
  await answered(ui, 'Second sum done')
})

test('the dialog shows the whole arguments, and edited ones are what runs', alternateShells(1), async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(callTools(sum(1, 2)), say('Added'))
  await send(ui, 'Add')
  const dialog = await openDetails(ui, 'get-sum')
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  const args = dialog.getByRole('textbox', { name: 'Arguments' })
  await expect(args).toHaveValue(/"a": 1/)
  await args.fill('{ "a": 40, "b": 2 }')
  await expect(dialog).toContainText('Run get-sum with a 40 and b 2.')
  await allowOnce(ui, 'get-sum')
  await answered(ui, 'Added')
  expect(lastResult(model)).toContain('42')
})

test('"Deny" runs nothing, and the model gets the word that was written for it', alternateShells(0), async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(callTools(sum(1, 2)), say('Then I will not'))
  await send(ui, 'Add')
  const dialog = await openDetails(ui, 'get-sum')
  await dialog.getByRole('textbox', { name: /word|model/i }).fill('Use your head instead')
  await answer(approval(ui, 'get-sum'), 'Deny')
  await answered(ui, 'Then I will not')
  expect(lastResult(model)).toContain('Use your head instead')
  // The screen never shows the person's words as the server's words.
  await conversation(ui)
    .getByRole('button', { name: /get-sum/ })
    .click()
  await expect(conversation(ui)).toContainText('You told the model: Use your head instead')
  await expect(conversation(ui)).not.toContainText('Written by “everything”')
})

test('a tool that was refused once is asked about again, and its history is told', alternateShells(1), async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(callTools(sum(1, 2)), say('Not now, I see'), callTools(sum(1, 2)), say('Not now either'))
  await send(ui, 'Add')
  await answer(approval(ui, 'get-sum'), 'Deny')
  await answered(ui, 'Not now, I see')
  await send(ui, 'Add now')
  await expect(await openDetails(ui, 'get-sum')).toContainText(/denied/i)
  await answer(approval(ui, 'get-sum'), 'Deny')
  await answered(ui, 'Not now either')
})

async function allowAlways(ui: Page, what: RegExp, howLong: RegExp): Promise<void> {
  await answer(approval(ui, 'get-sum').or(approval(ui, 'echo')), 'Always allow…')
  await ui.getByRole('radiogroup', { name: 'What' }).getByRole('radio', { name: what }).check()
  await ui.getByRole('radiogroup', { name: 'How long' }).getByRole('radio', { name: howLong }).check()
  await ui.getByRole('button', { name: 'Allow', exact: true }).click()
}

test(
  '"Always, in this conversation" asks no more here, and asks in another conversation',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await start(parley, model)
    model.will(callTools(sum(1, 2)), say('One'), callTools(sum(3, 4)), say('Two'), callTools(sum(5, 6)), say('Three'))
    await send(ui, 'Add')
    await allowAlways(ui, /This tool/, /In this conversation/)
    await answered(ui, 'One')
    await send(ui, 'And again')
    await answered(ui, 'Two')
    await newChat(ui)
    await send(ui, 'Elsewhere')
    await allowOnce(ui, 'get-sum')
    await answered(ui, 'Three')
  },
)

test('"Always" holds in other conversations and after a restart, until it is taken back', alternateShells(0), async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(callTools(sum(1, 2)), say('One'), callTools(sum(3, 4)), say('Two'), callTools(sum(5, 6)), say('Three'))
  await send(ui, 'Add')
  await allowAlways(ui, /This tool/, /Always/)
  await answered(ui, 'One')
  await parley.quit()

  const again = await parley.launch()
  await goTo(again, 'Servers')
  await expect(server(again, 'everything').getByRole('status')).toHaveText('Ready', { timeout: 30_000 })
  await goTo(again, 'Chat')
  await newChat(again)
  await send(again, 'Add')
  await answered(again, 'Two')

  await goTo(again, 'Settings')
  await again.getByRole('link', { name: 'Approval rules' }).click()
  const rules = again.getByRole('list', { name: 'Approval rules' })
  await expect(rules).toContainText('get-sum')
  await rules.getByRole('button', { name: 'Delete' }).click()
  await expect(rules).toHaveCount(0)
  await goTo(again, 'Chat')
  await newChat(again)
  await send(again, 'Add once more')
  await allowOnce(again, 'get-sum')
  await answered(again, 'Three')
})

test(
  '"Always allow…" as it is offered covers this very call: another command or one more argument still asks',
  alternateShells(1),
  async ({ parley, model }) => {
    const file = join(parley.makeFolder('shell'), 'offer.json')
    const text = { type: 'string' }
    const inputSchema = { type: 'object', properties: { host: text, command: text, timeout: { type: 'integer' }, env: { type: 'object' } } }
    writeFileSync(file, JSON.stringify({ tools: [{ name: 'run_command', description: 'Runs it', inputSchema }] }))
    const ui = await startChat(parley, model, { shell: fixture('rugPull', file) })
    const safe = { host: 'web-1', command: 'ls -la /srv/app && du -sh /srv/app/*', timeout: 30, env: { LANG: 'C' } }
    const run = (args: object): ScriptedCall => ({ server: 'shell', tool: 'run_command', arguments: { ...safe, ...args } })
    const wipe = 'rm -rf / --no-preserve-root'
    model.will(callTools(run({})), say('Listed'), callTools(run({})), callTools(run({ command: wipe })), say('Not wiped'))
    await send(ui, 'List')
    await answer(approval(ui, 'run_command'), 'Always allow…')
    await answer(approval(ui, 'run_command'), 'Allow')
    await answered(ui, 'Listed')
    await send(ui, 'Again, then wipe')
    await expect(approval(ui, 'run_command')).toContainText(wipe)
    await answer(approval(ui, 'run_command'), 'Deny')
    await answered(ui, 'Not wiped')
    model.will(callTools(run({ cwd: '/etc' })), say('Nor there'))
    await send(ui, 'Somewhere else')
    await expect(approval(ui, 'run_command')).toContainText('/etc')
    await answer(approval(ui, 'run_command'), 'Deny')
    await answered(ui, 'Nor there')
  },
)

test('"All read-only tools" is offered only for a server that the person trusts', alternateShells(1), async ({ parley, model }) => {
  const memory = { memory: real('memory') }
  const ui = await startChat(parley, model, memory)
  const read: ScriptedCall = { server: 'memory', tool: 'read_graph', arguments: {} }
  model.will(callTools(read), say('I looked at it'))
  await send(ui, 'Read')
  await answer(approval(ui, 'read_graph'), 'Always allow…')
  await expect(ui.getByRole('radio', { name: /This tool/ })).toBeVisible()
  await expect(ui.getByRole('radio', { name: /read-only/ })).toHaveCount(0)
  await ui.getByRole('button', { name: 'Allow', exact: true }).click()
  await answered(ui, 'I looked at it')
})

test('a server cannot make itself trusted by its entry in servers.json', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model, { memory: withParley(real('memory'), { trusted: true }) })
  model.will(callTools({ server: 'memory', tool: 'read_graph', arguments: {} }), say('I looked at it'))
  await send(ui, 'Read')
  await answer(approval(ui, 'read_graph'), 'Always allow…')
  await expect(ui.getByRole('radio', { name: /This tool/ })).toBeVisible()
  await expect(ui.getByRole('radio', { name: /read-only/ })).toHaveCount(0)
})

test(
  'the read-only rule of a trusted server covers its other read-only tools and nothing that writes',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { memory: real('memory') })
    await goTo(ui, 'Servers')
    await openServer(ui, 'memory', 'About')
    await ui.getByRole('switch', { name: 'Believe what “memory” says about its tools' }).click()
    await goTo(ui, 'Chat')
    await newChat(ui)
    model.will(
      callTools({ server: 'memory', tool: 'read_graph', arguments: {} }),
      callTools({ server: 'memory', tool: 'search_nodes', arguments: { query: 'Ada' } }),
      callTools({ server: 'memory', tool: 'create_entities', arguments: { entities: [] } }),
      say('All done'),
    )
    await send(ui, 'Read, search, write')
    await answer(approval(ui, 'read_graph'), 'Always allow…')
    await ui.getByRole('radio', { name: /read-only/ }).check()
    await ui
      .getByRole('radiogroup', { name: 'How long' })
      .getByRole('radio', { name: /Always/ })
      .check()
    await ui.getByRole('button', { name: 'Allow', exact: true }).click()
    await allowOnce(ui, 'create_entities')
    await answered(ui, 'All done')
  },
)

test('Escape puts the question aside in the Inbox, where it waits', alternateShells(1), async ({ parley, model }) => {
  const ui = await start(parley, model)
  // A path: this call asks in the dialog.
  model.will(callTools({ server: 'everything', tool: 'echo', arguments: { message: '/tmp/notes' } }), say('Late but done'))
  await send(ui, 'Say it')
  await expect(approvalDialog(ui, 'echo')).toBeVisible()
  await ui.keyboard.press('Escape')
  await expect(approval(ui, 'echo')).toHaveCount(0)
  await openFromInbox(ui, 'echo')
  await allowOnce(ui, 'echo')
  await expect.poll(() => model.requests.length).toBe(2)
})

test('Enter never approves, and the answers wait half a second before they can be given', alternateShells(0), async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(callTools(sum(1, 2)), say('Done'))
  await recordWhenArmed(ui)
  await send(ui, 'Add')
  const allow = approval(ui, 'get-sum').getByRole('button', { name: 'Allow once', exact: true })
  await expect(allow).toBeEnabled()
  const waited = await ui.evaluate(() => (window as unknown as { armedAfter: number }).armedAfter)
  expect(waited).toBeGreaterThanOrEqual(450)
  await ui.keyboard.press('Enter')
  await allow.focus()
  await ui.keyboard.press('Enter')
  await expect(approval(ui, 'get-sum')).toBeVisible()
  expect(model.requests).toHaveLength(1)
  await ui.keyboard.press('Space')
  await answered(ui, 'Done')
})

/** Measures in the page how long the allowing answer stays disabled after it appears. */
async function recordWhenArmed(ui: Page): Promise<void> {
  await ui.evaluate(() => {
    const seen = { at: 0 }
    const look = (): void => {
      const button = [...document.querySelectorAll('[role=dialog] button, [data-approval-card] button')].find((candidate) =>
        candidate.textContent?.includes('Allow once'),
      )
      if (!(button instanceof HTMLButtonElement)) return
      seen.at ||= performance.now()
      if (button.disabled) return
      Object.assign(window, { armedAfter: performance.now() - seen.at })
      observer.disconnect()
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  })
}

test('TL-02: a tool that was switched off is not given to the model', alternateShells(1), async ({ parley, model }) => {
  const ui = await start(parley, model, withParley(real('everything'), { tools: { disabled: ['get-sum'] } }))
  model.will(say('I have other tools'))
  await send(ui, 'What can you do?')
  await answered(ui, 'I have other tools')
  const names = (await model.request(1)).tools.map((tool) => tool.function.name)
  expect(names.some((name) => name.includes('echo'))).toBe(true)
  expect(names.some((name) => name.includes('sum'))).toBe(false)
  await goTo(ui, 'Servers')
  await press(ui, 'everything', 'Stop')
})

test('a question fits into a narrow window, however long the command of its server is', alternateShells(0), async ({ parley, model }) => {
  const ui = await start(parley, model)
  model.will(callTools(sum(1, 2)), say('Three'))
  await send(ui, 'Add up')
  for (const width of [700, 500]) {
    await ui.setViewportSize({ width, height: 800 })
    const wide = await approval(ui, 'get-sum').evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth + 1)
    expect(wide, `at ${width} px`).toBe(false)
  }
  await allowOnce(ui, 'get-sum')
  await expect(message(ui, 'Three')).toBeVisible()
})
