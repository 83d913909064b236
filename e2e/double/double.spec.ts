import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { expect, test } from '../fixtures.ts'
import { isAlive } from '../lib/processes.ts'

interface Bridge {
  invoke(channel: string, value?: unknown): Promise<unknown>
  shout(word: string): void
  onHeard(listener: (word: string) => void): () => void
  readonly later: { twice(number: number): Promise<number> }
}
declare global {
  interface Window {
    readonly bridge: Bridge
  }
}

/** Launches the test app on the double and loads its page. */
async function launch(): Promise<AsyncDisposable & { readonly app: ElectronApplication; readonly page: Page }> {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = join(import.meta.dirname, 'dist')
  const app = await _electron.launch({
    args: [join(import.meta.dirname, 'testApp', 'main.mjs')],
    env: { PATH: process.env['PATH'] ?? '', DOUBLE_NODE: process.execPath, CHROMIUM_PATH: findChromium() ?? '' },
  })
  delete process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const page = await app.firstWindow()
  await expect(page.getByRole('heading')).toBeVisible()
  return { app, page, [Symbol.asyncDispose]: () => app.close() }
}

const childrenOf = (pid: number): readonly number[] =>
  execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

test.skip(({ shell }) => shell === 'browser', 'The double stands in for Electron only')

test('a page comes from its custom scheme, under the policy that the handler sent', async () => {
  await using run = await launch()
  const { page } = run
  await expect(page.getByRole('heading')).toHaveAttribute('data-ran', 'yes')
  expect(await page.evaluate(() => 'inline' in window)).toBe(false)
})

test('a page has the bridge, frozen, and nothing of Electron or Node beside it', async () => {
  await using run = await launch()
  const { page } = run
  const found = await page.evaluate(() => {
    const names = ['require', 'process', 'module', 'ipcRenderer', '__doubleSend', '__doubleReceive']
    const { bridge } = window
    return {
      beside: names.filter((name) => name in window),
      keys: Object.keys(bridge),
      frozen: [Object.isFrozen(bridge), Object.isFrozen(bridge.later), Object.getOwnPropertyDescriptor(window, 'bridge')?.writable],
    }
  })
  expect(found).toEqual({ beside: [], keys: ['invoke', 'shout', 'onHeard', 'later'], frozen: [true, true, false] })
})

test('calls, events and functions cross the bridge in both directions', async () => {
  await using run = await launch()
  const { page } = run
  const heard = await page.evaluate(async () => {
    const words: string[] = []
    const first = new Promise<void>((resolve) => {
      const stop = window.bridge.onHeard((word) => {
        words.push(word)
        stop()
        resolve()
      })
    })
    window.bridge.shout('one')
    window.bridge.shout('two')
    await first
    await window.bridge.invoke('echo')
    return [words, await window.bridge.later.twice(21)]
  })
  expect(heard).toEqual([['ONE'], 42])
})

test('values keep their kind on the way, and functions are refused', async () => {
  await using run = await launch()
  const { page } = run
  const came = await page.evaluate(async () => {
    const sent = {
      date: new Date(5),
      map: new Map([[1, 'x']]),
      set: new Set(['y']),
      bytes: new Uint8Array([1, 2]),
      big: 5n,
      nothing: undefined,
      list: [null, -0.5],
    }
    const back = (await window.bridge.invoke('echo', sent)) as typeof sent
    return [back.date.getTime(), back.map.get(1), back.set.has('y'), [...back.bytes], typeof back.big, 'nothing' in back, back.list]
  })
  expect(came).toEqual([5, 'x', true, [1, 2], 'bigint', true, [null, -0.5]])
})

test('an error in main reaches the page in the words of Electron', async () => {
  await using run = await launch()
  const { page } = run
  const words = await page.evaluate(() => window.bridge.invoke('fail').catch((thrown: Error) => thrown.message))
  expect(words).toBe("Error invoking remote method 'fail': TypeError: no such thing")
})

test('main knows which frame sent something, by its own scheme; a frame inside has no bridge', async () => {
  await using run = await launch()
  const { page } = run
  expect(await page.evaluate(() => window.bridge.invoke('sender'))).toEqual(['app://test/', true])
  const inside = await page.evaluate(() => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    return typeof frame.contentWindow?.bridge
  })
  expect(inside).toBe('undefined')
})

test('navigation and windows go through the guards of main, and nothing outside is reached', async () => {
  await using run = await launch()
  const { app, page } = run
  await page.getByRole('link').click()
  await page.evaluate(() => void window.open('https://evil.invalid/window'))
  const notes = (): Promise<unknown[][]> => app.evaluate((electron) => (electron as unknown as { notes: unknown[][] }).notes)
  await expect
    .poll(async () => (await notes()).filter(([what]) => what === 'windowOpen'))
    .toEqual([['windowOpen', 'https://evil.invalid/window', 'deny']])
  expect((await notes()).filter(([what]) => what === 'network')).toEqual([])
  await expect(page.getByRole('heading')).toHaveText('Hello')
})

test('what is not doubled throws instead of seeming to work', async () => {
  await using run = await launch()
  const { app } = run
  const words = await app.evaluate((electron) => {
    const [window] = electron.BrowserWindow.getAllWindows()
    const tries = [
      () => electron.app.relaunch(),
      () => window?.setOpacity(1),
      () => window?.webContents.print(),
      () => electron.shell.beep(),
    ]
    return tries.map((attempt) => {
      try {
        return String(attempt())
      } catch (thrown) {
        return String(thrown)
      }
    })
  })
  expect(words).toEqual(
    ['app.relaunch', 'window.setOpacity', 'webContents.print', 'shell.beep'].map((name) => `Error: The Electron double has no ${name}`),
  )
})

test('a dialog that nobody answers is closed as with Escape', async () => {
  await using run = await launch()
  const { page } = run
  expect(await page.evaluate(() => window.bridge.invoke('ask'))).toEqual({ response: 2, checkboxChecked: false })
})

test('a page that is loaded anew has a bridge that works', async () => {
  await using run = await launch()
  const { page } = run
  await page.reload()
  expect(await page.evaluate(() => window.bridge.invoke('echo', 'again'))).toBe('again')
})

test('the last window closed ends the app, and Chromium with it', async () => {
  await using run = await launch()
  const { app } = run
  const chromium = childrenOf(app.process().pid ?? -1)
  const ended = once(app.process(), 'exit')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined)
  expect([(await ended)[0], chromium.filter(isAlive)]).toEqual([0, []])
})

test('quitting waits for whoever holds it up', async () => {
  await using run = await launch()
  const { app } = run
  const held = await app.evaluate(
    ({ app }) =>
      new Promise<boolean>((resolve) => {
        app.once('before-quit', (event) => {
          event.preventDefault()
          setTimeout(() => resolve(true), 0)
        })
        app.quit()
      }),
  )
  expect([held, await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)]).toEqual([true, 1])
})

test('kill -9 leaves no Chromium behind', async () => {
  await using run = await launch()
  const { app } = run
  const children = childrenOf(app.process().pid ?? -1)
  expect(children.length).toBeGreaterThan(0)
  app.process().kill('SIGKILL')
  await expect.poll(() => children.filter(isAlive)).toEqual([])
})
