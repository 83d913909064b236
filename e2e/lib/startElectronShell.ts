import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { realElectronFolder } from './realElectron.ts'
import { untilEnded } from './untilEnded.ts'
import { environmentOf, type RunningShell, type ShellKind, type ShellStart } from './shell.ts'

const doubleFolder = join(import.meta.dirname, '../double/dist')

/** Starts the desktop shell on the real Electron or on its double. Both are driven by Playwright in the same way. */
export async function startElectronShell(start: ShellStart, kind: Exclude<ShellKind, 'browser'>): Promise<RunningShell> {
  const folder = kind === 'double' ? doubleFolder : realElectronFolder()
  if (folder === undefined) throw new Error('There is no Electron here')
  // `electron`'s index reads it. With an executablePath Playwright would not load what lets it wait for the first window.
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = folder
  const app = await _electron.launch({
    args: ['out/main/electron.js', '--data-dir', start.dataDir, ...start.args],
    env: { ...environmentOf(start), DOUBLE_NODE: process.execPath, CHROMIUM_PATH: findChromium() ?? '' },
  })
  delete process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const child = app.process()
  const printed: string[] = []
  child.stderr?.on('data', (chunk) => printed.push(String(chunk)))
  // Contexts of an Electron do not take the timeout of playwright.config.ts.
  app.context().setDefaultTimeout(10_000)
  const page = await app.firstWindow()
  return {
    page,
    context: app.context(),
    pid: child.pid ?? -1,
    electronApp: app,
    // A window is there before its page is.
    open: () => page.waitForURL((url) => url.href !== 'about:blank'),
    output: () => printed.join(''),
    quit: async () => {
      // The answer may get lost on the way: the process that would give it ends.
      await app.evaluate(({ app }) => app.quit()).catch(() => undefined)
      await untilEnded(child)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await untilEnded(child)
    },
  }
}
