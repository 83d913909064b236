import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { callFromPage } from '../lib/callFromPage.ts'
import type { Parley } from '../lib/parley.ts'

type Note = readonly [what: string, ...details: Readonly<Record<string, unknown>>[]]

test.skip(({ shell }) => shell !== 'double', 'What the desktop shell asks of Electron is seen on the double only')

const navigation = { name: 'Main' } as const

async function everyNote(parley: Parley): Promise<readonly Note[]> {
  const app = parley.shell.electronApp as ElectronApplication
  return app.evaluate((electron) => (electron as unknown as { notes: Note[] }).notes)
}

async function notesOf(parley: Parley, what: string): Promise<readonly Note[]> {
  return (await everyNote(parley)).filter(([name]) => name === what)
}

test('the window runs its page in a sandbox and a world of its own, without Node', async ({ parley }) => {
  await parley.launch()
  const [[, options] = []] = await notesOf(parley, 'BrowserWindow')
  expect([await notesOf(parley, 'enableSandbox'), options?.['webPreferences']]).toMatchObject([
    [['enableSandbox']],
    {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      enableBlinkFeatures: 'BlockingFocusWithoutUserActivation',
    },
  ])
})

// What this does to a page is seen in `e2e/leaks`, by the switches that mean the same to Chromium.
test('L07, L08: no packet of a page leaves, and Parley’s own proxy stands before a page is loaded', async ({ parley }) => {
  await parley.launch()
  const all = await everyNote(parley)
  const [[, { proxyRules, ...proxy }] = ['', {}]] = all.filter(([what]) => what === 'setProxy') as [string, Record<string, unknown>][]
  expect([proxyRules, proxy]).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    { mode: 'fixed_servers', proxyBypassRules: '<-loopback>' },
  ])
  expect(all.filter(([what]) => what === 'webRTCIPHandlingPolicy')).toEqual([['webRTCIPHandlingPolicy', 'disable_non_proxied_udp']])
  const order = ['enableSandbox', 'setProxy', 'BrowserWindow', 'webRTCIPHandlingPolicy'].map((what) =>
    all.findIndex(([name]) => name === what),
  )
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(order).not.toContain(-1)
})

test('a page that is loaded anew starts afresh and works', async ({ parley }) => {
  const ui = await parley.launch()
  await expect(ui.getByRole('navigation', navigation)).toBeVisible()
  await ui.reload()
  await expect(ui.getByRole('navigation', navigation)).toBeVisible()
  expect(await callFromPage(ui, 'secrets.names', '{}')).toMatchObject({ ok: true })
})

test('a second start brings the window to the front', async ({ parley }) => {
  await parley.launch()
  const before = (await notesOf(parley, 'focus')).length
  await parley.shell.electronApp?.evaluate(({ app }) => app.emit('second-instance', {}, [], ''))
  expect((await notesOf(parley, 'focus')).length).toBe(before + 1)
})

test('the window opens where it was', async ({ parley }) => {
  parley.writeFile('window.json', JSON.stringify({ bounds: { x: 40, y: 60, width: 1000, height: 700 }, maximized: true }))
  await parley.launch()
  const [[, options] = []] = await notesOf(parley, 'BrowserWindow')
  expect(options).toMatchObject({ x: 40, y: 60, width: 1000, height: 700 })
  await parley.quit()
  expect(JSON.parse(parley.readFile('window.json'))).toEqual({ bounds: { x: 40, y: 60, width: 1000, height: 700 }, maximized: true })
})

test('B06: a command is kept only after a native dialog has shown it whole, with what would hide in it written out', async ({ parley }) => {
  const ui = await parley.launch()
  const launch = { kind: 'stdio', command: 'sh', args: ['-c', 'echo a\necho \u202Eb'], env: { TOKEN: 'x' } }
  expect(await callFromPage(ui, 'servers.save', JSON.stringify({ id: 'planted', launch }))).toMatchObject({ ok: false })
  const [[, box] = []] = await notesOf(parley, 'showMessageBox')
  expect(box).toMatchObject({ message: 'Let “planted” run this command?', buttons: ['Save', 'Cancel'], defaultId: 1, cancelId: 1 })
  expect(String(box?.['detail']).split('\n').slice(0, 8)).toEqual([
    'Command: sh',
    expect.stringMatching(/^File: .*sh$/),
    'Arguments:',
    '    -c',
    '    echo a[U+000A]echo [U+202E]b',
    'Folder: as Parley',
    'Variables:',
    '    TOKEN=•••',
  ])
  const kept = join(parley.dataDir, 'servers.json')
  expect(existsSync(kept) ? readFileSync(kept, 'utf8') : '').not.toContain('planted')
})

test('nothing navigates away, and no window opens', async ({ parley }) => {
  const ui = await parley.launch()
  const here = ui.url()
  await ui.evaluate(() => {
    window.open('https://evil.invalid/window')
    location.href = 'https://evil.invalid/page'
  })
  await expect.poll(() => notesOf(parley, 'windowOpen')).toEqual([['windowOpen', 'https://evil.invalid/window', 'deny']])
  await expect(ui.getByRole('navigation', navigation)).toBeVisible()
  expect([ui.url(), await notesOf(parley, 'network'), await notesOf(parley, 'openExternal')]).toEqual([here, [], []])
})
