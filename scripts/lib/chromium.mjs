import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { nodeTool } from './nodeTool.mjs'
import { run, say } from './prepare.mjs'

/** The headless shell comes first, because it needs a third less CPU for the same test. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Finds the Chromium for end-to-end tests: the one in CHROMIUM_PATH, otherwise one on this computer, otherwise Playwright's own. */
export function findChromium() {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.CHROMIUM_PATH, ...inPath, ...places, playwrightsOwn()].find((path) => path && existsSync(path))
}

/** Returns where Playwright installs its own Chromium. Returns undefined while its package is not installed. */
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath()
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

const missing =
  'There is no Chromium for the end-to-end tests. Install one (for example: sudo apt-get install chromium), or name one in CHROMIUM_PATH.'

/** Finds a Chromium or installs one: Playwright's own if the download works, otherwise, as root on Debian, the distribution's. */
export async function ensureChromium() {
  const there = findChromium()
  if (there) return there
  const ways = [
    { what: "Playwright's Chromium", install: installPlaywrights },
    { what: "the distribution's Chromium", install: installDistributions },
  ]
  for (const { what, install } of ways) {
    say(`Installing ${what} for the end-to-end tests`)
    const failure = await install().then(
      () => undefined,
      (error) => error.message,
    )
    if (failure) say(failure)
    const found = findChromium()
    if (found) return found
  }
  throw new Error(missing)
}

async function installPlaywrights() {
  await run(...nodeTool('playwright', ['install', 'chromium']))
}

async function installDistributions() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error('Only root on Debian may install it by itself.')
  await run('apt-get', ['update', '-qq'])
  // Older releases have only the full browser.
  await installPackage('chromium-headless-shell').catch(() => installPackage('chromium'))
}

function installPackage(name) {
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
