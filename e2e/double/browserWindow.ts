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
/** The window with the focus. Undefined while another program has it. */
let focused: BrowserWindow | undefined

/** A window that is a page in Chromium. Its size is the size of the page. The double only remembers its position. */
export class BrowserWindow extends EventEmitter implements OpenWindow {
  readonly webContents: WebContents
  readonly #facade: BrowserWindow
  readonly #bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  #visible: boolean
  #flashing = false
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
    return focused ?? null
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...windows].find((window) => window.webContents.id === contents.id) ?? null
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  /** As in Electron, showing a window gives it the focus. */
  show(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    if (!this.#visible) {
      this.#visible = true
      this.emit('show')
    }
    this.#takeFocus()
  }

  /** A window that had the focus loses it to another program. */
  hide(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    if (!this.#visible) return
    this.#visible = false
    note('hide')
    this.blur()
    this.emit('hide')
  }

  isVisible(): boolean {
    return this.#visible
  }

  /** A hidden window cannot have the focus. */
  focus(): void {
    note('focus')
    if (this.#visible) this.#takeFocus()
  }

  isFocused(): boolean {
    return focused === this.#facade
  }

  /** Gives the focus to another program. */
  blur(): void {
    if (focused !== this.#facade) return
    focused = undefined
    this.emit('blur')
  }

  flashFrame(flag: boolean): void {
    if (typeof flag !== 'boolean') throw new TypeError('Error processing argument at index 0, conversion failure')
    // Only a change is of interest.
    if (flag !== this.#flashing) note('flashFrame', flag)
    this.#flashing = flag
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
    this.blur()
    this.#destroyed = true
    windows.delete(this.#facade)
    openWindows.delete(this)
    this.webContents.destroy()
    this.emit('closed')
    if (windows.size === 0) app.lastWindowClosed()
  }

  #takeFocus(): void {
    if (focused === this.#facade) return
    focused?.blur()
    focused = this.#facade
    this.emit('focus')
  }
}
