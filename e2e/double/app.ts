import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { browser, closeBrowser, isReady } from './browser.ts'
import { doubleEvent } from './doubleEvent.ts'
import { note } from './notes.ts'
import { strict } from './strict.ts'

/** The part of a window that the app needs. */
export interface OpenWindow {
  /** Returns false when a listener prevented the close. */
  tryToClose(): boolean
  destroy(): void
}

export const openWindows = new Set<OpenWindow>()

class App extends EventEmitter {
  readonly isPackaged = false
  readonly commandLine = strict({ appendSwitch: (...what: unknown[]) => note('appendSwitch', ...what) }, 'app.commandLine')
  readonly #paths = new Map<string, string>()
  #ready: Promise<void> | undefined
  #ending = false

  whenReady(): Promise<void> {
    this.#ready ??= this.#start()
    return this.#ready
  }

  isReady(): boolean {
    return isReady()
  }

  enableSandbox(): void {
    note('enableSandbox')
  }

  setPath(name: string, path: string): void {
    mkdirSync(path, { recursive: true })
    this.#paths.set(name, path)
  }

  getPath(name: string): string {
    const path = this.#paths.get(name)
    if (path === undefined) throw new Error(`The Electron double has no path for ${name}`)
    return path
  }

  /** The system language is English, as in headless Chromium. */
  getPreferredSystemLanguages(): readonly string[] {
    return ['en-US']
  }

  /** As on a Linux desktop with a launcher that counts. */
  setBadgeCount(count: number): boolean {
    if (!Number.isInteger(count) || count < 0) throw new TypeError('Error processing argument at index 0, conversion failure')
    note('setBadgeCount', count)
    return true
  }

  requestSingleInstanceLock(): boolean {
    return true
  }

  quit(): void {
    if (this.#ending) return
    const event = doubleEvent({})
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.#ending = true
    if (![...openWindows].every((window) => window.tryToClose())) {
      this.#ending = false
      return
    }
    this.#end(0)
  }

  exit(code = 0): void {
    this.#ending = true
    this.#end(code)
  }

  /** The last window calls this when it closes. */
  lastWindowClosed(): void {
    if (!this.#ending) this.emit('window-all-closed')
  }

  async #start(): Promise<void> {
    const { endpoint } = await browser()
    // Playwright waits for this line, as it does with Electron.
    process.stderr.write(`DevTools listening on ${endpoint}\n`)
    this.emit('ready', doubleEvent({}), {})
  }

  #end(code: number): void {
    for (const window of openWindows) window.destroy()
    this.emit('will-quit', doubleEvent({}))
    this.emit('quit', doubleEvent({}), code)
    void closeBrowser().finally(() => process.exit(code))
  }
}

export const app = strict(new App(), 'app')
