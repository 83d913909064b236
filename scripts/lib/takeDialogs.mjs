// Takes the pictures of docs/dialogs.md and, without a name, those of docs/screens.md and README.md, on the Node of the dependencies:
// takeDialogs.mjs CHROMIUM [PART OF A DIALOG'S NAME, or screens]
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { servePreview } from './servePreview.mjs'
import { root } from './prepare.mjs'
import { takeScreens } from './takeScreens.mjs'

const [executablePath, part = ''] = process.argv.slice(2)
const docs = join(root, 'docs')
const folder = join(docs, 'dialogs')
const themes = ['light', 'dark']
const screenshots = join(root, 'assets', 'screenshots')
/** The pictures of README.md: what is open in each, and its theme. */
const screens = [
  { file: 'chat.png', search: '', view: 'chat', conversation: 'Slow query on /reports', theme: 'light' },
  { file: 'approval.png', search: 'dialogs', view: 'chat', dialog: 'approval', theme: 'light' },
  { file: 'form-dark.png', search: 'dialogs', view: 'chat', dialog: 'form', theme: 'dark' },
  { file: 'servers.png', search: '', view: 'servers', theme: 'light' },
  { file: 'first-start.png', search: 'fresh', theme: 'light' },
]
/**
 * How much of the window around a dialog is in its picture. The top is smaller, because a larger margin would cut through the text of the
 * window's bar.
 */
const MARGIN = { side: 24, top: 12 }
/** All pictures show the same time, so that they do not differ from day to day. */
const NOW = '2026-11-20T14:02:20Z'

const { server, url } = await servePreview({ still: true })
const browser = await chromium.launch({
  executablePath,
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-background-networking',
    '--disable-component-update',
    // Letters keep the positions that the font gives, and earlier drawing leaves no trace. So pictures differ only where the dialogs
    // differ.
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    '--disable-partial-raster',
  ],
})
try {
  const page = await openPage()
  if (part !== 'screens') await takeAll(page)
  if (part === '') for (const screen of screens) await takeScreen(page, screen)
  if (part === '' || part === 'screens') {
    const taken = await takeScreens(page, url, movesEnded)
    process.stdout.write(`${taken.length} pictures in docs/screens\n`)
  }
} finally {
  await browser.close()
  await server.close()
}

/** Takes a picture of the whole window. */
async function takeScreen(page, { file, search, view, conversation, dialog, theme }) {
  await page.emulateMedia({ colorScheme: theme })
  await page.goto(`${url}?${search}`)
  await page.getByRole('main').waitFor()
  if (view) await page.evaluate((shown) => globalThis.screen.setState({ view: shown }), view)
  if (conversation) await page.getByRole('link', { name: conversation }).click()
  if (dialog) {
    await page.evaluate((shown) => globalThis.dialogs.show(shown), dialog)
    await settled(page)
  }
  await movesEnded(page)
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(screenshots, file), animations: 'disabled' })
}

async function openPage() {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    deviceScaleFactor: 1,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  page.on('pageerror', (error) => {
    throw error
  })
  await page.clock.setFixedTime(NOW)
  await page.goto(`${url}?dialogs`)
  await page.waitForFunction(() => globalThis.dialogs !== undefined)
  // A dialog never becomes smaller again. If it opened before its fonts were loaded, it would keep the height of other letters.
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())))
  return page
}

async function takeAll(page) {
  const all = await page.evaluate(() => globalThis.dialogs.names)
  const names = all.filter((name) => name.includes(part))
  if (names.length === 0) throw new Error(`No dialog is called ${part}. There are: ${all.join(', ')}`)
  mkdirSync(folder, { recursive: true })
  for (const name of names) await take(page, name)
  if (part === '') removeOthers(names)
  const files = names.flatMap((name) => themes.map((theme) => fileOf(name, theme)))
  const kilobytes = files.map((file) => Math.ceil(statSync(join(folder, file)).size / 1024))
  const total = kilobytes.reduce((sum, each) => sum + each, 0)
  const unshown = files.filter((file) => !readFileSync(join(docs, 'dialogs.md'), 'utf8').includes(`dialogs/${file}`))
  if (unshown.length > 0) throw new Error(`docs/dialogs.md does not show ${unshown.join(', ')}`)
  process.stdout.write(
    `${names.length} dialogs, ${files.length} pictures in docs/dialogs, ${total} KB, the largest ${Math.max(...kilobytes)} KB\n`,
  )
}

async function take(page, name) {
  const presses = await page.evaluate((shown) => globalThis.dialogs.show(shown), name)
  await settled(page)
  for (const { role, name: label } of presses) {
    await page.getByRole('dialog').getByRole(role, { name: label }).click()
    await settled(page)
  }
  await page.evaluate((shown) => globalThis.dialogs.end(shown), name)
  // A pointer over an element would be visible in the picture.
  await page.mouse.move(0, 0)
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await settled(page)
    const box = await page.getByRole('dialog').boundingBox()
    const clip = {
      x: box.x - MARGIN.side,
      y: box.y - MARGIN.top,
      width: box.width + 2 * MARGIN.side,
      height: box.height + MARGIN.top + MARGIN.side,
    }
    await page.screenshot({ path: join(folder, fileOf(name, theme)), clip, animations: 'disabled' })
  }
}

/** Resolves when the dialog is shown with its fonts, its animation has ended, and its answers can be pressed. */
async function settled(page) {
  await page.getByRole('dialog').waitFor()
  await page.getByText('The answers can be pressed in a moment.').waitFor({ state: 'detached' })
  await movesEnded(page)
}

/** Resolves when fonts are loaded and animations have ended. */
async function movesEnded(page) {
  await page.waitForFunction(async () => {
    await document.fonts.ready
    const moves = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
    return document.fonts.status === 'loaded' && moves.every(({ playState }) => playState === 'finished' || playState === 'idle')
  })
}

function fileOf(name, theme) {
  return `${name}-${theme}.png`
}

/** Removes pictures of dialogs that no longer exist. */
function removeOthers(names) {
  const kept = new Set(names.flatMap((name) => themes.map((theme) => fileOf(name, theme))))
  for (const file of readdirSync(folder)) if (!kept.has(file)) rmSync(join(folder, file))
}
