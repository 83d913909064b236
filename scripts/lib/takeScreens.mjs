import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const docs = join(root, 'docs')
const folder = join(docs, 'screens')
const id = (number) => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
/** Every picture of a screen: the theme, the width of the window, and the language. */
const looks = [
  { look: 'light', theme: 'light', width: 1280, language: 'en' },
  { look: 'dark', theme: 'dark', width: 1280, language: 'en' },
  { look: 'narrow', theme: 'light', width: 560, language: 'en' },
  { look: 'german', theme: 'light', width: 1280, language: 'de' },
]
const message = 'main [data-message]'
const heading = 'main :is(h1, h2, h3)'
/**
 * The screens of docs/screens.md: the state that shows each (renderer/state/navigation.ts), what has to be on the page (much of it is loaded after
 * the page itself), and what is pressed then, by its place on the page.
 */
const screens = [
  { name: 'answer', shows: message, state: { view: 'chat', conversationId: id(104) } },
  { name: 'readable', shows: message, state: { view: 'chat', conversationId: id(700) }, height: 1240 },
  { name: 'at-work', shows: message, state: { view: 'chat', conversationId: id(710) } },
  { name: 'failed', shows: message, state: { view: 'chat', conversationId: id(610) } },
  { name: 'starters', shows: heading, state: { view: 'chat', conversationId: undefined } },
  { name: 'search', shows: 'mark', state: { view: 'chat', conversationId: id(104), search: 'invoice' } },
  { name: 'palette', shows: '[role=option]', state: { view: 'chat', conversationId: id(104), palette: true } },
  {
    name: 'models',
    shows: heading,
    state: { view: 'chat', conversationId: undefined },
    press: (page) => page.getByRole('main').getByRole('combobox').last(),
  },
  { name: 'export', shows: '[role=dialog]', state: { view: 'chat', conversationId: id(104), exported: id(104) } },
  { name: 'import', shows: '[role=dialog]', state: { view: 'settings', settingsPage: 'data', importing: true } },
  { name: 'data', shows: heading, state: { view: 'settings', settingsPage: 'data' } },
]

/**
 * Takes the pictures of docs/screens.md from the previews at `url`, light, dark, 560 wide and in German. `ready` resolves when the fonts are
 * loaded and nothing moves. Throws where docs/screens.md does not show a picture. Resolves with the names.
 */
export async function takeScreens(page, url, ready) {
  mkdirSync(folder, { recursive: true })
  const taken = []
  const pictures = new Map()
  for (const { look, theme, width, language } of looks) {
    await page.emulateMedia({ colorScheme: theme })
    for (const { name, shows, state, press, height = 860 } of screens) {
      await page.setViewportSize({ width, height })
      await page.goto(`${url}?language=${language}`)
      await page.getByRole('main').waitFor()
      await page.evaluate((shown) => globalThis.screen.setState(shown), state)
      if (state.conversationId) await page.locator(message).first().waitFor({ state: 'attached' })
      await page.locator(shows).first().waitFor()
      if (press) await press(page).click()
      await ready(page)
      await page.mouse.move(0, 0)
      const file = `${name}-${look}.png`
      const picture = (await page.screenshot({ path: join(folder, file), animations: 'disabled' })).toString('base64')
      const twin = pictures.get(picture)
      if (twin !== undefined) throw new Error(`${file} is the same picture as ${twin}: one of the screens was not there yet`)
      pictures.set(picture, file)
      taken.push(file)
    }
  }
  for (const file of readdirSync(folder)) if (!taken.includes(file)) rmSync(join(folder, file))
  const text = readFileSync(join(docs, 'screens.md'), 'utf8')
  const unshown = taken.filter((file) => !text.includes(`screens/${file}`))
  if (unshown.length > 0) throw new Error(`docs/screens.md does not show ${unshown.join(', ')}`)
  return taken
}
