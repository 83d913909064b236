import type { Page } from '@playwright/test'
import type { NavigationState, ServerTab, SettingsPage } from '../renderer/state/navigation.ts'
import { servePreview } from '../scripts/lib/servePreview.mjs'
import { expect, test } from './fixtures.ts'
import { onBrowser } from './lib/alternateShells.ts'
import { fixture, real } from './lib/serverEntries.ts'
import { callTools, say } from './model/reply.ts'
import { PseudoLanguage } from './screen/pseudoLanguage.ts'

// The pseudo-language is English made longer, between ⟦ and ⟧, and laid out from right to left. Plain English on the screen therefore comes
// from no message catalogue. Nothing here is found by its words.
test.describe.configure({ timeout: 240_000 })

const link = (ui: Page, place: number) => ui.getByRole('navigation').first().getByRole('link').nth(place)
const project = '5f0f3a4e-6f9b-4c53-9d4f-000000000800'
const servers = ['Files', 'GitHub', 'Linear', 'Sentry', 'Memory', 'Old one', 'Notion', 'Browser', 'Postgres staging']
const tabs: readonly ServerTab[] = ['tools', 'resources', 'prompts', 'folders', 'account', 'log', 'traffic', 'about']
const settings: readonly SettingsPage[] = [
  'models',
  'usage',
  'rules',
  'secrets',
  'signIn',
  'appearance',
  'telemetry',
  'data',
  'policy',
  'about',
]
/** A change of the screen's state, with plain strings for ids. */
type NavigationChange = Partial<Record<keyof NavigationState, unknown>>
const overlays: readonly NavigationChange[] = [
  { palette: true },
  { search: 'invoice' },
  { exported: 'all' },
  { importing: true },
  { keys: true },
  { drawer: true },
  { serverForm: { kind: 'add' } },
  { serverForm: { kind: 'paste' } },
  { serverForm: { kind: 'takeOver' } },
  { serverForm: { kind: 'edit', serverId: 'Files' } },
  { serverForm: { kind: 'edit', serverId: 'Sentry', part: 'signIn' } },
  { signIn: { kind: 'idp' } },
  { conversationSettings: true, newChatProject: project },
]

/** The screens over a host of plain values, with states that real servers rarely have (renderer/testing/preview.tsx). */
class Preview {
  readonly ui: Page
  readonly #url: string

  constructor(ui: Page, url: string) {
    this.ui = ui
    this.#url = url
  }

  async open(search: string): Promise<void> {
    await this.ui.goto(`${this.#url}?language=pseudo&${search}`)
    await expect(this.ui.getByRole('main')).toBeVisible({ timeout: 60_000 })
  }

  /** Sets the screen's state directly, without navigation. */
  async show(state: NavigationChange): Promise<void> {
    await this.ui.evaluate((next) => {
      const navigation: { setState(change: object): void } = Object(window.screen)
      navigation.setState(next)
    }, state)
    await this.ui.evaluate(() => new Promise(requestAnimationFrame))
  }

  async dialogs(): Promise<readonly string[]> {
    return await this.ui.evaluate(() => Reflect.get(window, 'dialogs').names)
  }

  async showDialog(name: string): Promise<void> {
    await this.ui.evaluate((dialog) => Reflect.get(window, 'dialogs').show(dialog), name)
    await expect(this.ui.getByRole('dialog')).toBeVisible()
  }
}

/** Expands collapsed sections, because their content is part of the screen too. */
async function unfold(ui: Page): Promise<void> {
  const folded = ui.getByRole('main').getByRole('button', { expanded: false })
  for (let left = Math.min(await folded.count(), 8); left > 0; left--) {
    const button = folded.first()
    if ((await button.getAttribute('aria-haspopup')) !== null || !(await button.isEnabled())) return
    await button.click()
  }
}

test.describe('the pseudo-language', { tag: onBrowser }, () => {
  let preview: Awaited<ReturnType<typeof servePreview>> | undefined
  test.beforeAll(async () => {
    preview = await servePreview({ still: true })
  })
  test.afterAll(async () => await preview?.server.close())

  test('every view has its words from the catalogues, and room for them from right to left', async ({ page }) => {
    const screens = new Preview(page, preview?.url ?? '')
    const pseudo = new PseudoLanguage(page)
    await screens.open('fresh')
    await pseudo.look('first start')
    await screens.open('')
    for (const view of ['chat', 'inbox']) {
      await screens.show({ view, conversationId: undefined })
      await pseudo.look(view)
    }
    await screens.show({ view: 'projects', projectId: undefined })
    await pseudo.look('projects')
    await screens.show({ view: 'projects', projectId: project })
    await unfold(page)
    await pseudo.look('a project')
    await screens.show({ view: 'servers', serverId: undefined })
    await pseudo.look('servers')
    for (const serverId of servers) {
      await screens.show({ view: 'servers', serverId, serverTab: 'about' })
      await pseudo.look(`the server ${serverId}`)
    }
    for (const serverTab of tabs) {
      await screens.show({ view: 'servers', serverId: 'Files', serverTab })
      await unfold(page)
      await pseudo.look(`a server’s ${serverTab}`)
    }
    await screens.show({ view: 'servers', serverId: 'Linear', serverTab: 'account' })
    await unfold(page)
    await pseudo.look('a server’s account')
    for (const settingsPage of settings) {
      await screens.show({ view: 'settings', settingsPage })
      await unfold(page)
      await pseudo.look(`settings, ${settingsPage}`)
    }
    pseudo.expectNoFaults()
  })

  test('every dialog has its words from the catalogues, and room for them from right to left', async ({ page }) => {
    const screens = new Preview(page, preview?.url ?? '')
    const pseudo = new PseudoLanguage(page)
    await screens.open('')
    for (const overlay of overlays) {
      // A wide window has no drawer.
      await page.setViewportSize({ width: 560, height: 800 })
      await screens.show({ view: 'chat', ...overlay })
      await expect(page.getByRole('dialog')).toBeVisible()
      await pseudo.look(JSON.stringify(overlay))
      await screens.show({
        palette: false,
        keys: false,
        drawer: false,
        serverForm: undefined,
        signIn: undefined,
        exported: undefined,
        importing: false,
        conversationSettings: false,
        newChatProject: undefined,
      })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await screens.open('')
    const conversations = page.locator('[data-conversation] > [data-line]')
    await conversations.nth(0).click({ modifiers: ['ControlOrMeta'] })
    await conversations.nth(2).click({ modifiers: ['ControlOrMeta'] })
    await pseudo.look('several conversations')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.locator('button:has(svg.lucide-folder-input)').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await pseudo.look('move to a folder')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.locator('[role=group] button:has(svg.lucide-layers)').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await pseudo.look('move to a project')
    await screens.open('dialogs=')
    await screens.show({ view: 'chat' })
    await pseudo.look('a conversation')
    await screens.show({ conversationSettings: true })
    await expect(page.getByRole('dialog')).toBeVisible()
    await pseudo.look('the settings of a conversation')
    await screens.show({ conversationSettings: false })
    await page.locator('[role=meter] + button').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await pseudo.look('what fills the model')
    await page.keyboard.press('Escape')
    // Failed answers, one that has everything Markdown can draw and a summary, and a turn at work with files and a queue (renderer/testing/previewOpen.ts).
    for (const number of [600, 610, 620, 630, 700, 710]) {
      await screens.show({ view: 'chat', conversationId: `5f0f3a4e-6f9b-4c53-9d4f-000000000${number}` })
      await pseudo.look(`the conversation ${number}`)
    }
    await screens.show({ view: 'chat', conversationId: '5f0f3a4e-6f9b-4c53-9d4f-000000000104' })
    for (const name of await screens.dialogs()) {
      await screens.showDialog(name)
      await pseudo.look(`the dialog ${name}`)
    }
    pseudo.expectNoFaults()
  })

  test('what a real host says is in no language of its own: its reasons get their words on the screen', async ({ parley, model }) => {
    parley.env['PARLEY_LANGUAGE'] = 'pseudo'
    parley.useModel(model)
    parley.writeServers({
      memory: real('memory'),
      broken: fixture('crashing', 'start'),
      lost: { command: 'no-such-command', args: [] },
    })
    const ui = await parley.launch()
    const pseudo = new PseudoLanguage(ui)
    await ui.setViewportSize({ width: 1280, height: 800 })
    await link(ui, 2).click()
    await expect(ui.getByRole('article')).toHaveCount(3)
    // The version of the protocol appears when one of the servers is ready.
    await expect(ui.getByRole('article').filter({ hasText: /\d{4}-\d{2}-\d{2}/ })).toHaveCount(1, { timeout: 30_000 })
    await pseudo.look('servers that work and that do not')
    await ui.setViewportSize({ width: 1280, height: 800 })
    await link(ui, 0).click()
    model.will(callTools({ server: 'memory', tool: 'search_nodes', arguments: { query: 'Ada' } }))
    await ui.getByRole('textbox').last().fill('Search')
    await ui.keyboard.press('Enter')
    const card = ui.getByRole('log').getByRole('group').filter({ hasText: 'search_nodes' })
    await expect(card).toBeVisible()
    await pseudo.look('an approval in the conversation')
    await ui.setViewportSize({ width: 1280, height: 800 })
    // Its details.
    await card.getByRole('button').nth(1).click()
    await expect(ui.getByRole('dialog')).toBeVisible()
    await pseudo.look('an approval')
    await ui.setViewportSize({ width: 1280, height: 800 })
    await ui.keyboard.press('Escape')
    const search = { server: 'memory', tool: 'search_nodes', arguments: { query: 'Ada' } }
    model.will(callTools(search, search, search))
    await card.getByRole('button').first().click()
    await expect(ui.getByRole('log').getByRole('group').getByRole('listitem')).toHaveCount(3)
    await pseudo.look('approvals in the conversation')
    await ui.setViewportSize({ width: 1280, height: 800 })
    await link(ui, 3).click()
    await pseudo.look('an inbox with a question')
    pseudo.expectNoFaults()
  })

  test('the views of a long result have their words from the catalogues', async ({ parley, model }) => {
    parley.env['PARLEY_LANGUAGE'] = 'pseudo'
    parley.useModel(model)
    parley.writeServers({ results: fixture('longResults') })
    const ui = await parley.launch()
    const pseudo = new PseudoLanguage(ui)
    await ui.setViewportSize({ width: 1280, height: 800 })
    await link(ui, 0).click()
    model.will(callTools({ server: 'results', tool: 'query', arguments: { count: 400 } }), say('1'))
    await ui.getByRole('textbox').last().fill('Search')
    await ui.keyboard.press('Enter')
    // The last one asks later.
    await ui.getByRole('dialog').getByRole('button').nth(-2).click()
    await expect(ui.getByRole('dialog')).toHaveCount(0)
    const log = ui.getByRole('log')
    await log.getByRole('button', { expanded: false }).filter({ hasText: 'query' }).click()
    for (const view of [0, 1, 2]) {
      await ui.setViewportSize({ width: 1280, height: 800 })
      await log.locator('[aria-pressed]').nth(view).click()
      await log.getByRole('searchbox').fill('invoice')
      await expect(log.locator('mark, [role=treeitem][aria-selected=true]').first()).toBeVisible()
      await pseudo.look(`view ${view} of a result`)
    }
    pseudo.expectNoFaults()
  })

  test('an app, its lines and what it is asked have their words from the catalogues', async ({ parley, model }) => {
    // What the app may not reach is refused by its policy, which the browser writes to the console.
    parley.expectComplaint(/Content Security Policy|connection-allowlist|ERR_|Failed to|Fetch API/i)
    parley.env['PARLEY_LANGUAGE'] = 'pseudo'
    parley.useModel(model)
    parley.writeServers({ Board: fixture('apps') })
    const ui = await parley.launch()
    const pseudo = new PseudoLanguage(ui)
    const look = async (screen: string): Promise<void> => {
      await pseudo.look(screen)
      await ui.setViewportSize({ width: 1280, height: 800 })
    }
    await ui.setViewportSize({ width: 1280, height: 800 })
    await link(ui, 0).click()
    model.will(callTools({ server: 'Board', tool: 'show_page', arguments: { topic: 'x' } }), say('1'))
    await ui.getByRole('textbox').last().fill('Show')
    await ui.keyboard.press('Enter')
    const card = ui.getByRole('log').getByRole('group').filter({ hasText: 'show_page' })
    await card.getByRole('button').nth(1).click()
    const dialog = ui.getByRole('dialog')
    await dialog.getByRole('button').nth(-2).click()
    await expect(dialog).toHaveCount(0)
    const app = ui.locator('[data-app-region]').first()
    const inside = ui.locator('[data-app-region] iframe').contentFrame().frameLocator('iframe')
    await expect(inside.getByText('"onlyForTheView":true')).toBeVisible()
    await app.getByRole('button').last().click()
    await expect(dialog).toBeVisible()
    await look('the question of an app')
    await ui.keyboard.press('Escape')
    await app.locator('button:has(svg.lucide-ellipsis)').focus()
    await ui.keyboard.press('Tab')
    for (const button of ['Poll', 'Save', 'Reach', 'Open', 'Context', 'Files', 'Tell'])
      await inside.getByRole('button', { name: button }).press('Enter')
    // The last thing that is under it is what it asked of its server first.
    await expect(app.getByRole('status').filter({ hasText: 'board_save' })).toBeVisible()
    await expect(app.getByRole('status').filter({ hasText: 'notes.txt' })).toBeVisible()
    await look('the lines of an app')
    for (const fact of [0, 1]) {
      await app.locator('button.num').nth(fact).click()
      await expect(dialog).toBeVisible()
      await look(`fact ${fact} of an app`)
      await ui.keyboard.press('Escape')
    }
    for (const [place, back] of [
      ['maximize', 'minimize'],
      ['picture-in-picture-2', 'arrow-right'],
    ] as const) {
      await app.locator(`button:has(svg.lucide-${place})`).click()
      await look(`an app in ${place}`)
      await ui.locator(`[data-app-region] button:has(svg.lucide-${back})`).click()
    }
    await app.locator('button:has(svg.lucide-ellipsis)').click()
    await expect(ui.getByRole('menuitem').first()).toBeVisible()
    await look('the menu of an app')
    await ui.getByRole('menuitem').last().click()
    await expect(ui.locator('[data-app-region] iframe')).toHaveCount(0)
    await look('an app that has ended')
    pseudo.expectNoFaults()
  })
})
