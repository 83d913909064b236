import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { alternateShells } from './lib/alternateShells.ts'
import { fixture } from './lib/serverEntries.ts'
import { callTools, say, type Reply } from './model/reply.ts'
import { composer, message, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { goTo } from './screen/navigation.ts'
import { allowOnce, answer, approval, folders, form, sampling, samplingReview, visit } from './screen/questions.ts'
import { openServer, waitUntilReady } from './screen/servers.ts'
import { startChat } from './screen/startChat.ts'

const calls = (tool: string, args: object = {}): Reply => callTools({ server: 'asker', tool, arguments: { ...args } })

/** Reaches one of the answers with Tab alone, without leaving the dialog, and presses it with a fresh Space. */
async function pressByKeys(ui: Page, dialog: Locator, name: string): Promise<void> {
  await goToByKeys(ui, dialog, dialog.getByRole('button', { name, exact: true }))
  await ui.keyboard.press('Space')
}

async function goToByKeys(ui: Page, dialog: Locator, target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  for (let steps = 0; steps < 60 && !(await isFocused(target)); steps++) {
    await ui.keyboard.press('Tab')
    expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  }
  await expect(target).toBeFocused()
}

const isFocused = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement)

/** Expects that the dialog is open and that its title has the focus. */
async function begins(dialog: Locator): Promise<void> {
  await expect(dialog.getByRole('heading').first()).toBeFocused()
}

const inbox = (ui: Page): Locator => ui.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' })

/** Opens the first question that waits in the Inbox, as soon as there is one. */
async function openFirst(ui: Page): Promise<void> {
  await expect(inbox(ui)).toHaveAccessibleDescription(/1/)
  await ui.keyboard.press('ControlOrMeta+i')
}

test(
  'every dialog is answered by keyboard alone, from its title to its answer, and the focus goes back',
  alternateShells(1),
  async ({ parley, model, shell }) => {
    // The screens are the same in both shells, so axe checks them in one shell only.
    const look = async (screen: string): Promise<void> => (shell === 'browser' ? expectAccessible(parley.ui, screen) : undefined)
    const file = join(parley.makeFolder('mail'), 'offer.json')
    const become = (description: string): void =>
      writeFileSync(file, JSON.stringify({ tools: [{ name: 'post', description, inputSchema: { type: 'object' } }] }))
    become('Posts a message.')
    const ui = await startChat(parley, model, { asker: fixture('asksUser2026'), mail: fixture('rugPull', file) })
    model.will(
      calls('ask_quietly'),
      calls('visit', { url: 'https://example.invalid/connect' }),
      calls('ask_model', { prompt: 'Which colour?' }),
    )
    await composer(ui).focus()
    await ui.keyboard.type('Ask me everything')
    await ui.keyboard.press('Enter')

    const rule = approval(ui, 'ask_quietly')
    await begins(rule)
    await pressByKeys(ui, rule, 'Always allow…')
    await pressByKeys(ui, rule, 'Allow')
    await begins(form(ui, 'asker'))
    await expect(form(ui, 'asker').getByRole('button', { name: 'Submit' })).toBeEnabled()
    await look('a form that asks for a secret')
    await goToByKeys(ui, form(ui, 'asker'), form(ui, 'asker').getByRole('textbox', { name: 'Name', exact: true }))
    await ui.keyboard.type('Ada')
    await pressByKeys(ui, form(ui, 'asker'), 'Submit')

    await begins(approval(ui, 'visit'))
    await pressByKeys(ui, approval(ui, 'visit'), 'Allow once')
    await begins(visit(ui, 'asker'))
    const opened = parley.nextOpenedUrl()
    await pressByKeys(ui, visit(ui, 'asker'), 'Open in browser')
    expect(await opened).toBe('https://example.invalid/connect')

    await pressByKeys(ui, approval(ui, 'ask_model'), 'Allow once')
    model.will(say('Blue'), calls('which_folders'), say('All asked'))
    await begins(sampling(ui, 'asker'))
    await pressByKeys(ui, sampling(ui, 'asker'), 'Run')
    await begins(samplingReview(ui, 'asker'))
    await expect(samplingReview(ui, 'asker').getByRole('button', { name: 'Send' })).toBeEnabled()
    await look('the answer of a model')
    await pressByKeys(ui, samplingReview(ui, 'asker'), 'Send')

    await pressByKeys(ui, approval(ui, 'which_folders'), 'Allow once')
    await begins(folders(ui, 'asker'))
    await pressByKeys(ui, folders(ui, 'asker'), 'Share nothing')
    await expect(message(ui, 'All asked')).toBeVisible()
    await expect(composer(ui)).toBeFocused()

    become('Posts a message to everybody.')
    const changed = ui.getByRole('dialog', { name: 'post has changed' })
    await openFirst(ui)
    await begins(changed)
    await pressByKeys(ui, changed, 'Accept the change')
    await expect(inbox(ui)).not.toHaveAccessibleDescription(/1/)

    parley.writeServers({ asker: fixture('asksUser2026'), mail: fixture('rugPull', file), stranger: fixture('noisy') })
    await openFirst(ui)
    const start = ui.getByRole('dialog', { name: 'Start “stranger”?' })
    await begins(start)
    await expect(start.getByRole('button', { name: 'Start' })).toBeEnabled()
    await look('whether to start a server')
    await pressByKeys(ui, start, 'Not now')
    await expect(start).toHaveCount(0)
  },
)

test(
  'H08: nothing is answered too early, by Enter, or through what lies over a question',
  alternateShells(0),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { asker: fixture('asksUser2026') })
    // The answers of a dialog are disabled from the moment it appears, also when one dialog replaces another.
    await ui.evaluate(() => {
      const seen: boolean[] = []
      Object.assign(window, { seen })
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (!(node instanceof HTMLElement)) continue
          for (const button of node.querySelectorAll<HTMLButtonElement>('[data-answer]')) seen.push(button.disabled)
        }
      }).observe(document.body, { childList: true, subtree: true })
    })
    model.will(calls('ask_again'), say('Asked enough'))
    await send(ui, 'Go on')
    const allow = approval(ui, 'ask_again').getByRole('button', { name: 'Allow once' })
    await expect(allow).toBeVisible()
    // The answers stay disabled while windows gain focus. On a busy computer, half a second alone passes too soon for this test.
    const busy = await ui.evaluate(() => window.setInterval(() => window.dispatchEvent(new Event('focus')), 50))
    await expect(allow).toBeDisabled()
    await allow.hover({ force: true })
    await ui.mouse.down()
    await ui.evaluate((timer) => window.clearInterval(timer), busy)
    await expect(allow).toBeEnabled()
    await ui.mouse.up()
    await allow.focus()
    await ui.keyboard.press('Enter')
    // Covers everything with an element at the highest possible z-index.
    await ui.locator('main').evaluate((main) => {
      const cover = document.createElement('div')
      cover.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:red'
      cover.id = 'cover'
      main.append(cover)
    })
    for (const button of await approval(ui, 'ask_again').locator('[data-foot]').getByRole('button').all())
      expect(await isOnTop(button)).toBe(true)
    await expect(approval(ui, 'ask_again')).toBeVisible()
    expect(model.requests).toHaveLength(1)
    await ui.locator('#cover').evaluate((cover) => cover.remove())

    await ui.keyboard.press('Space')
    await answer(form(ui, 'asker'), 'Decline')
    await expect(form(ui, 'asker').getByRole('button', { name: 'Submit' })).toBeEnabled()
    // An error on a field makes the body longer. The answers stay in place under the pointer and are not disabled again.
    const submit = form(ui, 'asker').getByRole('button', { name: 'Submit' })
    await submit.hover()
    const before = await submit.boundingBox()
    await form(ui, 'asker').getByRole('textbox', { name: 'Name' }).press('Tab')
    await expect(form(ui, 'asker')).toContainText('1 field needs a look.')
    expect([await submit.boundingBox(), await submit.isEnabled()]).toEqual([before, true])
    expect(await ui.evaluate(() => (window as unknown as { seen: boolean[] }).seen)).not.toContain(false)
  },
)

/** Whether a click in the middle of the target would hit it, and no element above it. */
function isOnTop(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

test(
  'H11: two refusals end the asking of a call, and "Stop asking me" holds over a restart',
  alternateShells(1),
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { asker: fixture('asksUser') })
    model.will(calls('ask_again'), say('Asked enough'), calls('ask_name'), say('Not told'))
    await send(ui, 'Go on')
    await allowOnce(ui, 'ask_again')
    await answer(form(ui, 'asker'), 'Decline')
    await answer(form(ui, 'asker'), 'Cancel')
    await expect(message(ui, 'Asked enough')).toBeVisible()
    await expect(form(ui, 'asker')).toHaveCount(0)
    await message(ui, 'Asked enough')
      .getByRole('button', { name: /ask_again/ })
      .first()
      .click()
    await expect(ui.getByRole('list', { name: 'What it asked' })).toContainText(
      'Declined at once, as is all else that it asks in this call',
    )

    await send(ui, 'And now?')
    await allowOnce(ui, 'ask_name')
    await answer(form(ui, 'asker'), 'Stop asking me')
    await expect(message(ui, 'Not told')).toBeVisible()
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1)?.content)).toContain('decline')

    await parley.quit()
    const again = await parley.launch()
    await waitUntilReady(again, 'asker')
    model.will(calls('ask_name'), say('Still not told'))
    await goTo(again, 'Chat')
    await again.getByRole('button', { name: 'New chat' }).click()
    await send(again, 'Once more')
    await allowOnce(again, 'ask_name')
    await expect(message(again, 'Still not told')).toBeVisible()
    await goTo(again, 'Inbox')
    await expect(again.getByRole('main')).toContainText('Declined at once: you told “asker” to stop asking')
    await goTo(again, 'Servers')
    await openServer(again, 'asker', 'About')
    const letAsk = again.getByRole('switch', { name: 'Let “asker” ask you' })
    await expect(letAsk).not.toBeChecked()
    await letAsk.click()
    await expect(letAsk).toBeChecked()
  },
)
