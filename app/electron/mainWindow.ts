import { app, screen, type BrowserWindow } from 'electron'
import { join } from 'node:path'
import { createPageWindow, type WindowContext } from './createPageWindow'
import { placeWindow, readWindowState, writeWindowState } from './windowState'

/** The window is shown after this time even if the page has not painted, so that the problem becomes visible. */
const SHOWN_WITHIN_MS = 3_000

export interface MainWindowOptions extends WindowContext {
  /** Whether closing the window hides it, because Parley goes on. */
  readonly keepsRunning: () => boolean
  readonly onClosed: () => void
}

/** The owner of Parley's main window: at most one, in its last place. */
export class MainWindow {
  readonly #options: MainWindowOptions
  #window: BrowserWindow | undefined
  #quitting = false

  constructor(options: MainWindowOptions) {
    this.#options = options
  }

  /** The window while it exists, whether or not it is shown. */
  get window(): BrowserWindow | undefined {
    return this.#window
  }

  /** Opens the window, or brings it to the front. */
  open(): void {
    if (this.#window) return this.#bringToFront(this.#window)
    this.#window = this.#create()
  }

  /** Brings the window in front of other programs, for a person who returns from elsewhere. Opens it if it is closed. */
  openInFront(): void {
    this.open()
    // Otherwise macOS keeps the other program in front.
    if (process.platform === 'darwin') app.focus({ steal: true })
  }

  /** Parley quits: from now on the window closes. */
  quit(): void {
    this.#quitting = true
  }

  #create(): BrowserWindow {
    const file = join(this.#options.dataDir, 'window.json')
    const state = readWindowState(file)
    const areas = screen.getAllDisplays().map((display) => display.workArea)
    const window = createPageWindow(this.#options, { ...placeWindow(state, areas), minWidth: 480, minHeight: 480 })
    if (state.maximized) window.maximize()
    const showLate = setTimeout(() => window.show(), SHOWN_WITHIN_MS)
    window.once('ready-to-show', () => {
      clearTimeout(showLate)
      window.show()
    })
    window.on('close', (event) => {
      writeWindowState(file, { bounds: window.getNormalBounds(), maximized: window.isMaximized() })
      if (this.#quitting || !this.#options.keepsRunning()) return
      // The hidden page still tells the person of questions.
      event.preventDefault()
      window.hide()
    })
    window.once('closed', () => {
      clearTimeout(showLate)
      this.#window = undefined
      this.#options.onClosed()
    })
    return window
  }

  #bringToFront(window: BrowserWindow): void {
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }
}
