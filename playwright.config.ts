import { defineConfig } from '@playwright/test'
import { onBrowser, onDesktop } from './e2e/lib/alternateShells'
import { realElectronFolder } from './e2e/lib/realElectron'
import type { ShellKind } from './e2e/lib/shell'
import { findChromium } from './scripts/lib/chromium.mjs'

const desktop: ShellKind = realElectronFolder() === undefined ? 'double' : 'electron'
const shells: readonly ShellKind[] = [desktop, 'browser']
const executablePath = findChromium()
/** `npm run example-apps` brings the packages that these need. */
const withoutPackages = process.env['PARLEY_EXAMPLE_APPS'] === undefined ? ['**/exampleApps/**'] : []

export default defineConfig<{ shell: ShellKind }>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // On two cores more are not faster, and only make each other slow.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Waits that end, on a machine that does other things too: a spec of many starts takes over a minute there.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  outputDir: 'test-results/e2e',
  use: {
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      // No network but loopback: a page that reaches for anything else fails, here as on a train.
      // Chromium gives each site a process of its own, and its headless shell only when told.
      args: [
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE *.localhost',
        '--disable-background-networking',
        '--disable-component-update',
        '--site-per-process',
      ],
      chromiumSandbox: process.getuid?.() !== 0,
    },
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
  },
  projects: shells.map((shell) => ({
    name: shell,
    use: { shell },
    // What is about one shell only is not worth a skip on the other one; the command line has no page, and runs once.
    // Kinds of a test that only the host tells apart run on one shell each (e2e/lib/alternateShells.ts).
    grepInvert: new RegExp(`${shell === 'browser' ? onDesktop : onBrowser}\\b`),
    testIgnore: [...(shell === 'browser' ? ['**/double/**', '**/packaging/**'] : ['**/cli/**']), ...withoutPackages],
  })),
})
