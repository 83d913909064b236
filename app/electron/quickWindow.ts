import type { BrowserWindow } from 'electron'
import { isDialogOpen } from './nativeDialogs'
import { createPageWindow, type WindowContext } from './createPageWindow'

const SIZE = { width: 680, height: 540, minWidth: 480, minHeight: 320 }

/**
 * The owner of the quick window: a small window without a frame, above all others, with the same page in its compact layout. It is created
 * when it is first needed, and hidden when it loses the focus. Its conversation stays until the person begins another one.
 */
export class QuickWindow {
  readonly #context: WindowContext
  #window: BrowserWindow | undefined

  constructor(context: WindowContext) {
    this.#context = context
  }

  /** Shows the window, or hides it if the person is in it. */
  toggle(): void {
    if (!this.#window) this.#window = this.#create()
    else if (this.#window.isVisible()) this.#window.hide()
    else this.#show(this.#window)
  }

  hide(): void {
    if (this.#window?.isVisible()) this.#window.hide()
  }

  /** Ends it with its page. The next use creates it anew. */
  close(): void {
    this.#window?.destroy()
  }

  #create(): BrowserWindow {
    const window = createPageWindow(
      this.#context,
      { ...SIZE, frame: false, alwaysOnTop: true, skipTaskbar: true, minimizable: false, maximizable: false, fullscreenable: false },
      '?window=quick',
    )
    window.once('ready-to-show', () => this.#show(window))
    window.on('blur', () => {
      // A window that ends loses the focus too.
      if (!window.isDestroyed() && !isDialogOpen()) window.hide()
    })
    window.once('closed', () => (this.#window = undefined))
    return window
  }

  #show(window: BrowserWindow): void {
    window.show()
    window.focus()
  }
}
