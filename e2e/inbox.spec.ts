import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { Gate } from './model/gate.ts'
import { callTools, say, type ScriptedCall } from './model/reply.ts'
import { message, newChat, send } from './screen/chat.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, answer, approval, folders, form, openFromInbox } from './screen/questions.ts'
import { startChat } from './screen/startChat.ts'
import { alternateShells } from './lib/alternateShells.ts'

const sum: ScriptedCall = { server: 'everything', tool: 'get-sum', arguments: { a: 1, b: 2 } }
const main = (ui: Page): Locator => ui.getByRole('main')

test(
  'questions of two conversations and of none wait in one Inbox, and each ends exactly once and says so',
  alternateShells(0),
  async ({ parley, model }) => {
    const folder = parley.makeFolder('files')
    const ui = await startChat(parley, model, {
      asker: fixture('asksUser2026'),
      everything: real('everything'),
      files: real('filesystem', folder),
    })
    model.will(callTools({ server: 'asker', tool: 'register', arguments: {} }), callTools(sum), say('Added'), say('Registered'))
    await send(ui, 'Register me')
    await allowOnce(ui, 'register')
    await form(ui, 'asker').getByRole('textbox', { name: 'Your name' }).fill('Ada')
    await form(ui, 'asker').getByRole('button', { name: 'Later' }).click()
    await newChat(ui)
    await send(ui, 'Add up')
    await expect(approval(ui, 'get-sum')).toBeVisible()
    await ui.keyboard.press('Escape')

    await goTo(ui, 'Inbox')
    const line = (words: string): Locator => main(ui).getByRole('listitem').filter({ hasText: words })
    await expect(line('asker asks for information')).toContainText(
      /\d+ of 14 fields filled in.*Register me.*during register.*survives a restart of Parley, until tomorrow/,
    )
    await expect(line('asker asks for information').getByRole('button')).toHaveText('Go on')
    await expect(line('wants to run get-sum of everything')).toContainText(
      /Add up.*no rule covers it.*asked \d+ s.*its call waits, until tomorrow/,
    )
    await expect(line('files asks which folders it may know')).toContainText(/No conversation.*works without any until then/)
    await expect(ui.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' })).toHaveAccessibleDescription(
      /\d waiting/,
    )

    await openFromInbox(ui, 'get-sum')
    await allowOnce(ui, 'get-sum')
    // The next call that waits opens by itself.
    await expect(form(ui, 'asker').getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada')
    await answer(form(ui, 'asker'), 'Decline')
    await openFromInbox(ui, 'files asks')
    await answer(folders(ui, 'files'), 'Share nothing')

    await main(ui).getByRole('button', { name: 'Ended' }).click()
    for (const words of [
      /A model wanted to run get-sum of everything in “Add up”.*You allowed it once/,
      /A model wanted to run register of asker.*You allowed it once/,
      /asker asked for information in “Register me”.*You declined/,
      /files asked which folders it may know.*You shared nothing/,
    ]) {
      await expect(main(ui).getByRole('listitem').filter({ hasText: words })).toHaveCount(1)
    }
  },
)

/** Replaces the system's notifications, which no test machine shows, and records them. */
async function watchNotifications(ui: Page): Promise<{ told: () => Promise<unknown>; click: () => Promise<void> }> {
  await ui.evaluate(() => {
    const shown: (EventTarget & { readonly words: unknown })[] = []
    class Told extends EventTarget {
      static readonly permission = 'granted'
      static requestPermission = async (): Promise<string> => 'granted'
      readonly words: unknown
      constructor(title: string, { body }: { body: string }) {
        super()
        this.words = [title, body]
        shown.push(this)
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Told, shown })
  })
  return {
    told: () => ui.evaluate(() => (window as unknown as { shown: { words: unknown }[] }).shown.map(({ words }) => words)),
    click: () => ui.evaluate(() => void (window as unknown as { shown: EventTarget[] }).shown[0]?.dispatchEvent(new Event('click'))),
  }
}

test('a question of the conversation behind opens nothing by itself: the desktop tells of it once, and leads to it', async ({
  parley,
  model,
}) => {
  const ui = await startChat(parley, model, { memory: real('memory') })
  const { told, click } = await watchNotifications(ui)
  await goTo(ui, 'Settings')
  await ui.getByRole('link', { name: 'Appearance' }).click()
  await ui.getByRole('switch', { name: 'Tell me when something waits' }).click()
  await expect(ui.getByRole('switch', { name: 'Tell me when something waits' })).toBeChecked()

  const gate = new Gate()
  model.will(
    { kind: 'say', chunks: ['One moment. ', gate], calls: [{ server: 'memory', tool: 'read_graph', arguments: {} }], end: 'done' },
    say('Read'),
  )
  await goTo(ui, 'Chat')
  await send(ui, 'Read')
  await expect(message(ui, 'One moment.')).toBeVisible()
  await newChat(ui)
  gate.open()
  await expect.poll(told).toEqual([['Parley', '“memory” waits for you']])
  await expect(ui.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' })).toHaveAccessibleDescription('1 waiting')
  await expect(ui.getByRole('dialog')).toHaveCount(0)

  await click()
  await allowOnce(ui, 'read_graph')
  await expect.poll(() => model.requests.length).toBe(2)
  expect(await told()).toHaveLength(1)
})
