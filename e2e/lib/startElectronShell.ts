import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { realElectronFolder } from './realElectron.ts'
import { untilEnded } from './untilEnded.ts'
import { environmentOf, type RunningShell, type ShellKind, type ShellStart } from './shell.ts'

const doubleFolder = join(import.meta.dirname, '../double/dist')

/** Starts the desktop shell on the real Electron or on its double. Playwright drives both in the same way. */
export async function startElectronShell(start: ShellStart, kind: Exclude<ShellKind, 'browser'>): Promise<RunningShell> {
  const folder = kind === 'double' ? doubleFolder : realElectronFolder()
  if (folder === undefined) throw new Error('There is no Electron here')
  // The index of the `electron` package reads this variable. With an executablePath, Playwright would not load the code that waits for the
  // first window.
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = folder
  const app = await _electron.launch({
    args: ['out/main/electron.js', '--data-dir', start.dataDir, ...start.args],
    env: { ...environmentOf(start), DOUBLE_NODE: start.node ?? process.execPath, CHROMIUM_PATH: findChromium() ?? '' },
  })
  delete process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const child = app.process()
  const printed: string[] = []
  child.stderr?.on('data', (chunk) => printed.push(String(chunk)))
  // The timeout of playwright.config.ts does not apply to Electron contexts.
  app.context().setDefaultTimeout(20_000)
  const page = await app.firstWindow()
  return {
    page,
    context: app.context(),
    pid: child.pid ?? -1,
    electronApp: app,
    // The window exists before its page has loaded.
    open: () => page.waitForURL((url) => url.href !== 'about:blank'),
    output: () => printed.join(''),
    quit: async () => {
      // The reply may get lost, because the process that sends it ends.
      await app.evaluate(({ app }) => app.quit()).catch(() => undefined)
      await untilEnded(child)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await untilEnded(child)
    },
  }
}
