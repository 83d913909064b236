import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { readDatabase } from './lib/readDatabase.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { Gate } from './model/gate.ts'
import { breakOffAfter, callTools, neverAnswer, refuse, say } from './model/reply.ts'
import { composer, conversation, message, newChat, send, sendButton, stopButton } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, answer, approval, approvalDialog } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'
import { GateFolder } from './servers/lib/gates.ts'
import { alternateShells } from './lib/alternateShells.ts'

test(
  'one turn uses two tools of two servers in parallel, and the model gets both results',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { everything: real('everything'), memory: real('memory') })
    model.will(
      callTools(
        { server: 'everything', tool: 'get-sum', arguments: { a: 20, b: 22 } },
        {
          server: 'memory',
          tool: 'create_entities',
          arguments: { entities: [{ name: 'Ada', entityType: 'person', observations: ['likes sums'] }] },
        },
      ),
      say('The sum is 42, and I will remember **Ada**.'),
    )
    await send(ui, 'Add 20 and 22, and remember Ada')
    // What only reads waits on its card until the dialog about the other is answered.
    await answer(approvalDialog(ui, 'create_entities'), 'Allow once')
    await allowOnce(ui, 'get-sum')

    await expect(message(ui, 'The sum is 42, and I will remember Ada.')).toBeVisible()
    await expect(conversation(ui).locator('strong', { hasText: 'Ada' })).toBeVisible()
    const results = (await model.request(2)).messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content))
    expect(results).toHaveLength(2)
    expect(results[0]).toContain('42')
    expect(results[1]).toContain('Ada')
    await expect(sendButton(ui)).toBeVisible()
  },
)

test('an answer is shown while it is written', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const gate = new Gate()
  model.will(say('The first half, ', gate, 'and the second.\n\n```ts\nconst answer: number = 42\n```\n'))
  await send(ui, 'Tell me something')
  await expect(message(ui, 'The first half,')).toBeVisible()
  await expect(stopButton(ui)).toBeVisible()
  await expect(message(ui, 'and the second')).toHaveCount(0)
  gate.open()
  await expect(message(ui, 'The first half, and the second.')).toBeVisible()
  await expect(conversation(ui).locator('pre', { hasText: 'const answer: number = 42' })).toBeVisible()
  await expect(conversation(ui).getByRole('button', { name: /^Copy/ }).first()).toBeVisible()
})

test(
  'the place where a person reads stays while an answer grows, and "Jump to latest" leads to its end',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model)
    const gate = new Gate()
    const lines = (from: number): string => Array.from({ length: 60 }, (_, index) => `line ${from + index}\n\n`).join('')
    model.will(say(lines(1), gate, lines(61)))
    const line = (number: number): Locator => conversation(ui).getByText(`line ${number}`, { exact: true })
    const jump = ui.getByRole('button', { name: 'Jump to latest' })
    await send(ui, 'Count')
    await expect(line(60)).toBeInViewport()
    await expect(jump).toHaveCount(0)

    await conversation(ui).hover()
    await ui.mouse.wheel(0, -100_000)
    await expect(jump).toBeVisible()
    await expect(line(1)).toBeInViewport()
    gate.open()
    await expect(line(120)).toBeAttached()
    await expect(line(1)).toBeInViewport()

    await jump.click()
    await expect(line(120)).toBeInViewport()
    await expect(jump).toHaveCount(0)
  },
)

test(
  'Stop in mid-stream ends the model at once, keeps what was said, and the next turn works',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model)
    model.will(say('This much was said', new Gate()))
    await send(ui, 'Talk for ever')
    await expect(message(ui, 'This much was said')).toBeVisible()
    await stopButton(ui).click()
    await (
      await model.request(1)
    ).abandoned
    await expect(sendButton(ui)).toBeVisible()
    await expect(message(ui, 'This much was said')).toBeVisible()

    model.will(say('Here I am again'))
    await send(ui, 'Still there?')
    await expect(message(ui, 'Here I am again')).toBeVisible()
    const asked = (await model.request(2)).messages
    expect(asked.map(({ role }) => role).filter((role) => role !== 'system')).toEqual(['user', 'assistant', 'user'])
  },
)

test(
  'Stop in mid-call cancels the call at its server, and the model hears of it in the next turn',
  alternateShells(0),
  async ({ parley, model }) => {
    const gates = new GateFolder(parley.makeFolder('gates'))
    const ui = await startChat(parley, model, { slow: fixture('slow', parley.makeFolder('gates')) })
    model.will(callTools({ server: 'slow', tool: 'work', arguments: { name: 'a', steps: 2 } }))
    await send(ui, 'Work')
    await allowOnce(ui, 'work')
    await gates.opened('a-begun', AbortSignal.timeout(10_000))
    await expect(conversation(ui).getByText('Step 1')).toBeVisible()
    await stopButton(ui).click()
    await gates.opened('a-cancelled', AbortSignal.timeout(10_000))
    await expect(sendButton(ui)).toBeVisible()

    model.will(say('Then not'))
    await send(ui, 'Never mind')
    await expect(message(ui, 'Then not')).toBeVisible()
    const roles = (await model.request(2)).messages.map(({ role }) => role).filter((role) => role !== 'system')
    expect(roles).toEqual(['user', 'assistant', 'tool', 'user'])
  },
)

test('TL-03: a call shows its progress and its result', alternateShells(1), async ({ parley, model }) => {
  const gates = new GateFolder(parley.makeFolder('gates'))
  const ui = await startChat(parley, model, { slow: fixture('slow', parley.makeFolder('gates')) })
  model.will(callTools({ server: 'slow', tool: 'work', arguments: { name: 'a', steps: 2 } }), say('Done with it'))
  await send(ui, 'Work')
  await allowOnce(ui, 'work')
  await expect(conversation(ui).getByText('Step 1')).toBeVisible()
  gates.open('a-1')
  await expect(conversation(ui).getByText('Step 2')).toBeVisible()
  gates.open('a-2')
  await expect(message(ui, 'Done with it')).toBeVisible()
})

test('a failed turn says what happened and can be tried again', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(refuse(401, 'Incorrect API key provided'))
  await send(ui, 'Hello')
  await expect(conversation(ui).getByText(/key/i).first()).toBeVisible()
  model.will(say('Now it works'))
  await conversation(ui).getByRole('button', { name: 'Retry' }).click()
  await expect(message(ui, 'Now it works')).toBeVisible()
  await expect(message(ui, 'Hello')).toHaveCount(1)
})

test('an answer that breaks off keeps its words, and Retry goes on in them', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const heard = new Gate()
  model.will(breakOffAfter('Only this mu', heard))
  await send(ui, 'Hello')
  await expect(message(ui, 'Only this mu')).toBeVisible()
  heard.open()
  await expect(conversation(ui).getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(message(ui, 'Only this mu')).toBeVisible()
  model.will(say('ch came.'))
  await conversation(ui).getByRole('button', { name: 'Retry' }).click()
  await expect(message(ui, 'Only this much came.')).toBeVisible()
})

test('the last message can be edited, and the answer is a new one', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('Four'), say('Six'))
  await send(ui, 'Two and two?')
  await expect(message(ui, 'Four')).toBeVisible()
  await message(ui, 'Two and two?').hover()
  await message(ui, 'Two and two?').getByRole('button', { name: 'Edit' }).click()
  const editor = ui.getByRole('textbox').and(ui.locator(':focus'))
  await expect(editor).toHaveValue('Two and two?')
  await editor.fill('Three and three?')
  await editor.press('Enter')
  await expect(message(ui, 'Six')).toBeVisible()
  await expect(message(ui, 'Four')).toHaveCount(0)
  const asked = (await model.request(2)).messages.filter(({ role }) => role !== 'system')
  expect(asked).toHaveLength(1)
})

test(
  'a conversation is named by its first message, renamed by hand, deleted, and brought back',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model)
    model.will(say('About boats, then'))
    await send(ui, 'Tell me about boats')
    await expect(message(ui, 'About boats, then')).toBeVisible()
    const entry = (name: string) => ui.getByRole('link', { name }).or(ui.getByRole('button', { name, exact: true }))
    await expect(entry('Tell me about boats').first()).toBeVisible()

    await conversationMenu(ui, 'Rename')
    const title = ui.getByRole('textbox', { name: /name|title/i })
    await title.fill('Boats')
    await title.press('Enter')
    await expect(entry('Boats').first()).toBeVisible()

    await conversationMenu(ui, 'Delete')
    await expect(entry('Boats')).toHaveCount(0)
    await ui.getByRole('button', { name: 'Undo' }).click()
    await expect(entry('Boats').first()).toBeVisible()
    await entry('Boats').first().click()
    await expect(message(ui, 'About boats, then')).toBeVisible()
  },
)

async function conversationMenu(ui: Page, verb: 'Rename' | 'Delete'): Promise<void> {
  const list = ui.getByRole('region', { name: 'Conversations' })
  await list.getByRole('link').first().hover()
  await list.getByRole('button', { name: 'More' }).first().click()
  await ui.getByRole('menuitem', { name: verb }).click()
}

test('after a restart everything is there: conversations, answers, drafts', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('The answer of yesterday'))
  await send(ui, 'A question of yesterday')
  await expect(message(ui, 'The answer of yesterday')).toBeVisible()
  await composer(ui).fill('A draft that was not sent')
  await expect
    .poll(() => readDatabase(parley.dataDir, 'select draft from conversation').map(({ draft }) => draft))
    .toContain('A draft that was not sent')
  await parley.quit()

  const again = await parley.launch()
  await goTo(again, 'Chat')
  await again
    .getByRole('link', { name: 'A question of yesterday' })
    .or(again.getByRole('button', { name: 'A question of yesterday', exact: true }))
    .first()
    .click()
  await expect(message(again, 'The answer of yesterday')).toBeVisible()
  await expect(composer(again)).toHaveValue('A draft that was not sent')
})

test('each conversation keeps a draft of its own', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say('One'))
  await send(ui, 'First conversation')
  await expect(message(ui, 'One')).toBeVisible()
  await composer(ui).fill('for the first')
  await newChat(ui)
  await expect(composer(ui)).toHaveValue('')
  await composer(ui).fill('for the second')
  await ui.getByRole('link', { name: 'First conversation' }).first().click()
  await expect(composer(ui)).toHaveValue('for the first')
})

test('what was typed in a new chat still stands there after a look elsewhere', alternateShells(1), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await composer(ui).fill('Half a thought')
  await expect(ui.getByRole('link', { name: 'New chat' })).toBeVisible()
  await goTo(ui, 'Inbox')
  await goTo(ui, 'Chat')
  await expect(composer(ui)).toHaveValue('Half a thought')
})

test('a model that never answers can be stopped', alternateShells(0), async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(neverAnswer)
  await send(ui, 'Hello?')
  const request = await model.request(1)
  await stopButton(ui).click()
  await request.abandoned
  await expect(sendButton(ui)).toBeVisible()
  await expect(approval(ui, 'echo')).toHaveCount(0)
})
