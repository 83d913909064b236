import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { nodeTool } from './nodeTool.mjs'
import { run, say } from './prepare.mjs'

/** The one without a window comes first: it needs a third less of the processor for the same test. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The Chromium that end-to-end tests run in: the one that CHROMIUM_PATH names, else one of this computer, else Playwright's own. */
export function findChromium() {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.CHROMIUM_PATH, ...inPath, ...places, playwrightsOwn()].find((path) => path && existsSync(path))
}

/** Where Playwright would install its own; nothing before its package is there. */
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

/** Finds a Chromium, or gets one: Playwright's own where it can be downloaded, else, as root on Debian, the distribution's. */
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
  // Older releases have only the whole browser.
  await installPackage('chromium-headless-shell').catch(() => installPackage('chromium'))
}

function installPackage(name) {
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
