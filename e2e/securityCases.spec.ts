import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Parley } from './lib/parley.ts'
import { say } from './model/reply.ts'
import { composer, conversation, message, send } from './screen/chat.ts'
import { startChat } from './screen/startChat.ts'

/** From now on, records the addresses that Parley would have the system open. */
async function watchOpener({ shell: { electronApp } }: Parley): Promise<() => Promise<readonly string[]>> {
  if (!electronApp) return async () => []
  await electronApp.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
  })
  return () => electronApp.evaluate(() => (globalThis as unknown as { opened: readonly string[] }).opened)
}

/**
 * Returns the windows that opened beside Parley's own. The double lets Chromium open them and records what Electron would have received.
 */
async function windows({ kind, shell: { electronApp, context } }: Parley): Promise<readonly unknown[]> {
  if (kind !== 'double' || !electronApp) return context.pages().slice(1)
  const notes = await electronApp.evaluate((electron) => (electron as unknown as { notes: readonly (readonly unknown[])[] }).notes)
  const asked = notes.filter(([what]) => what === 'windowOpen')
  expect(asked.length).toBeGreaterThan(0)
  return asked.filter(([, , action]) => action !== 'deny')
}

test('A05: no gesture on a link of a chat opens it past the dialog', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const opened = await watchOpener(parley)
  model.will(say('[the page](https://example.invalid/page) and https://example.invalid/bare\n\nLinks above'))
  await send(ui, 'Links')
  await expect(message(ui, 'Links above')).toBeVisible()
  const here = ui.url()
  const link = conversation(ui).getByRole('link', { name: 'the page' })
  await link.click({ button: 'middle' })
  await link.dragTo(composer(ui))
  for (const modifiers of [['ControlOrMeta'], ['Shift'], ['Alt']] as const) {
    await link.click({ modifiers: [...modifiers] })
    await expect(ui.getByRole('dialog', { name: 'Open this link?' })).toContainText('https://example.invalid/page')
    await ui.keyboard.press('Escape')
    await expect(ui.getByRole('dialog')).toHaveCount(0)
  }
  await link.focus()
  await ui.keyboard.press('Enter')
  await expect(ui.getByRole('dialog')).toBeVisible()
  await ui.keyboard.press('Enter')
  expect([ui.url(), parley.shell.context.pages().length, await opened(), parley.reachedOutside]).toEqual([here, 1, [], []])
})

test('A05: no way out of a page that was taken over leads anywhere', async ({ parley }) => {
  test.skip(
    parley.kind === 'browser',
    'A page in a browser may always open another page; what Parley shows there holds no address (docs/security.md)',
  )
  parley.expectComplaint(/./)
  const ui = await parley.launch()
  const opened = await watchOpener(parley)
  const here = ui.url()
  const addresses = [
    'https://evil.invalid/',
    'http://127.0.0.1:9/',
    'file:///etc/passwd',
    'javascript:window.pwned=1',
    'data:text/html,<script>window.pwned=1</script>',
    'calculator://x',
    'vscode://x',
    'smb://attacker/share',
  ]
  await ui.evaluate(async (addresses) => {
    const make = (tag: string, attributes: Readonly<Record<string, string>>): HTMLElement => {
      const element = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      document.body.append(element)
      return element
    }
    const exits = [
      (url: string) => void window.open(url),
      (url: string) => location.assign(url),
      (url: string) => make('a', { href: url }).click(),
      (url: string) => make('a', { href: url, target: '_blank', ping: url }).click(),
      (url: string) => make('a', { href: url, download: 'x' }).click(),
      (url: string) => (make('form', { action: url, method: 'post' }) as HTMLFormElement).submit(),
      (url: string) => void make('meta', { 'http-equiv': 'refresh', content: `0;url=${url}` }),
      (url: string) => void make('iframe', { src: url }),
      (url: string) => void make('link', { rel: 'prefetch', href: url }),
      (url: string) => void fetch(url).catch(() => undefined),
    ]
    for (const url of addresses) {
      for (const leave of exits) {
        try {
          leave(url)
        } catch {
          // Refused at once: that is the point.
        }
        await new Promise((resolve) => setTimeout(resolve, 0))
      }
    }
  }, addresses)
  await expect(ui.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect([ui.url(), await opened(), await windows(parley)]).toEqual([here, [], []])
  expect(await ui.evaluate(() => 'pwned' in window)).toBe(false)
})

test('B09: a page that is dropped onto the window does not open, and pasted markup is its text', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  const here = ui.url()
  const file = test.info().outputPath('evil.html')
  writeFileSync(file, '<h1>Evil</h1>')
  const browser = await ui.context().newCDPSession(ui)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  const places = [await ui.getByRole('navigation', { name: 'Main' }).boundingBox(), await composer(ui).boundingBox()]
  for (const place of places) {
    const at = { x: (place?.x ?? 0) + 20, y: (place?.y ?? 0) + 10 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await browser.send('Input.dispatchDragEvent', { type, ...at, data })
  }
  await expect(composer(ui)).toBeVisible()
  expect([ui.url(), parley.shell.context.pages().length]).toEqual([here, 1])

  await ui.evaluate(() => {
    const copied = Object.assign(document.createElement('div'), {
      innerHTML: '<h1>rich</h1> <b>text</b>',
      contentEditable: 'true',
    })
    document.body.append(copied)
    getSelection()?.selectAllChildren(copied)
    document.execCommand('copy')
    copied.remove()
  })
  await composer(ui).press('ControlOrMeta+V')
  await expect(composer(ui)).toHaveValue(/rich\s+text/)
})

test('B11: Parley’s own address holds its files alone, and no other document reads them', async ({ parley }) => {
  test.skip(parley.kind === 'browser', 'There a page of another origin is refused: see W03')
  parley.expectComplaint(/./)
  const ui = await parley.launch()
  const own = (await ui.locator('script[src]').first().getAttribute('src')) ?? ''
  const paths = [own, '/../package.json', '/..%2fpackage.json', '/%2e%2e/main/electron.js', '/index.html', '//etc/passwd']
  const statuses = await ui.evaluate(
    (paths) => Promise.all(paths.map(async (path) => (await fetch(path).catch(() => undefined))?.status)),
    paths,
  )
  expect(statuses.map((status) => status === 200)).toEqual([true, false, false, false, false, false])

  const app = parley.shell.electronApp as ElectronApplication
  const next = app.waitForEvent('window')
  await app.evaluate(async ({ BrowserWindow }) => {
    await new BrowserWindow({ webPreferences: { sandbox: true } }).loadURL('data:text/html,<h1>Stranger</h1>')
  })
  const stranger = await next
  await expect(stranger.getByRole('heading')).toHaveText('Stranger')
  const read = await stranger.evaluate(
    (address) =>
      fetch(address).then(
        (response) => response.text(),
        () => 'refused',
      ),
    new URL(own, ui.url()).href,
  )
  expect(read).toBe('refused')
})

test('B07: another document has no way in, even with the bridge of Parley in its hands', async ({ parley }) => {
  test.skip(parley.kind === 'browser', 'There the door is the socket: see app/browser/socket.test.ts')
  await parley.launch()
  const app = parley.shell.electronApp as ElectronApplication
  const preload = join(import.meta.dirname, '../out/preload/bridge.cjs')
  const next = app.waitForEvent('window')
  await app.evaluate(async ({ BrowserWindow }, preload) => {
    const window = new BrowserWindow({ webPreferences: { preload, contextIsolation: true, sandbox: true } })
    await window.loadURL('data:text/html,<h1>Stranger</h1>')
  }, preload)
  const stranger = await next
  await expect(stranger.getByRole('heading')).toHaveText('Stranger')
  const replies = await stranger.evaluate(async () => {
    const { host } = window as unknown as { host: { call(name: string, input: unknown, id: string): Promise<unknown> } }
    const names = ['secrets.names', 'servers.save', 'rpc.watch', 'questions.answer']
    return Promise.all(names.map((name) => host.call(name, {}, name)))
  })
  expect(replies).toEqual(replies.map(() => ({ ok: false, error: expect.objectContaining({ code: 'DENIED' }) })))
})

test('W03, W06, W07, W10: a page from another port of this computer gets nothing, though the browser holds the cookie', async ({
  parley,
}) => {
  test.skip(parley.kind !== 'browser', 'Only the browser shell listens on a port')
  parley.expectComplaint(/./)
  const ui = await parley.launch()
  const { host } = new URL(ui.url())
  const evil = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Evil</h1>'))
  evil.listen(0, '127.0.0.1')
  await once(evil, 'listening')
  const address = evil.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const page = await parley.shell.context.newPage()
  await page.goto(`http://127.0.0.1:${address.port}/`)
  const framed = page.waitForResponse((response) => response.url() === `http://${host}/` && response.request().isNavigationRequest())
  const got = await page.evaluate(async (host) => {
    const outcome = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => 'got in',
        () => 'refused',
      )
    const loaded = (element: HTMLScriptElement | HTMLImageElement): Promise<unknown> =>
      new Promise((resolve, reject) => {
        element.onload = resolve
        element.onerror = reject
        document.body.append(element)
      })
    const socket = new WebSocket(`ws://${host}/ws`)
    const frame = document.createElement('iframe')
    frame.src = `http://${host}/`
    document.body.append(frame)
    return {
      socket: await outcome(
        new Promise((resolve, reject) => {
          socket.onopen = resolve
          socket.onerror = reject
        }),
      ),
      read: await outcome(fetch(`http://${host}/`, { credentials: 'include' })),
      json: await outcome(fetch(`http://${host}/link`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })),
      unread: await outcome(fetch(`http://${host}/`, { mode: 'no-cors', credentials: 'include' })),
      script: await outcome(loaded(Object.assign(document.createElement('script'), { src: `http://${host}/assets/index.js` }))),
      picture: await outcome(loaded(Object.assign(document.createElement('img'), { src: `http://${host}/mark.svg` }))),
    }
  }, host)
  expect(got).toEqual({ socket: 'refused', read: 'refused', json: 'refused', unread: 'refused', script: 'refused', picture: 'refused' })
  expect((await framed).status()).toBe(403)
  await page.close()
  evil.close()
  evil.closeAllConnections()
})
