import { EventEmitter } from 'node:events'
import { app, openWindows, type OpenWindow } from './app.ts'
import { doubleEvent } from './doubleEvent.ts'
import { note } from './notes.ts'
import { strict } from './strict.ts'
import { WebContents } from './webContents.ts'

interface WindowOptions {
  readonly width?: number
  readonly height?: number
  readonly x?: number
  readonly y?: number
  readonly show?: boolean
  readonly webPreferences?: { readonly preload?: string }
}

const windows = new Set<BrowserWindow>()

/** A window that is a page in Chromium. Its size is the size of the page. The double only remembers its position. */
export class BrowserWindow extends EventEmitter implements OpenWindow {
  readonly webContents: WebContents
  readonly #facade: BrowserWindow
  readonly #bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  #visible: boolean
  #maximized = false
  #destroyed = false

  constructor(options: WindowOptions = {}) {
    super()
    const { x = 0, y = 0, width = 800, height = 600, show = true, webPreferences } = options
    this.#bounds = { x, y, width, height }
    this.#visible = show
    note('BrowserWindow', options)
    const contents = new WebContents({ width, height, preload: webPreferences?.preload })
    contents.on('double-ready-to-show', () => this.emit('ready-to-show'))
    contents.on('double-close', () => this.close())
    this.webContents = contents.facade
    this.#facade = strict<BrowserWindow>(this, 'window')
    windows.add(this.#facade)
    openWindows.add(this)
    app.emit('web-contents-created', doubleEvent({}), this.webContents)
    return this.#facade
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows]
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...windows].at(-1) ?? null
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...windows].find((window) => window.webContents.id === contents.id) ?? null
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  show(): void {
    this.#visible = true
  }

  isVisible(): boolean {
    return this.#visible
  }

  focus(): void {
    note('focus')
  }

  maximize(): void {
    this.#maximized = true
  }

  isMaximized(): boolean {
    return this.#maximized
  }

  isMinimized(): boolean {
    return false
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return { ...this.#bounds }
  }

  close(): void {
    this.tryToClose()
  }

  tryToClose(): boolean {
    const event = doubleEvent({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
    return !event.defaultPrevented
  }

  destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    windows.delete(this.#facade)
    openWindows.delete(this)
    this.webContents.destroy()
    this.emit('closed')
    if (windows.size === 0) app.lastWindowClosed()
  }
}
