import { app, BrowserWindow, dialog, nativeTheme, screen, type WebPreferences } from 'electron'
import { join } from 'node:path'
import type { Theme } from '../../shared/domain/settings'
import type { Translator } from '../../shared/messages/translator'
import { log } from '../../main/lib/log'
import { ORIGIN } from './origin'
import { placeWindow, readWindowState, writeWindowState } from './windowState'

/** What every page of Parley runs under: its own sandboxed process, its own world, nothing of Node. */
const hardened = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  // Elsewhere Chromium would fetch dictionaries from the internet, unasked.
  spellcheck: process.platform === 'darwin',
  v8CacheOptions: 'bypassHeatCheck',
} as const satisfies WebPreferences

/** A page that never paints is shown after this, so that a person sees that something is wrong. */
const SHOWN_WITHIN_MS = 3_000
/** A page that crashes again within this is not loaded a third time by itself. */
const CRASHES_APART_MS = 60_000

export interface WindowPlaces {
  readonly dataDir: string
  readonly preload: string
  /** The language on the screen. */
  readonly translator: () => Translator
}

/** Opens Parley's window where it was left, or brings the one that is open to the front. */
export function openWindow(places: WindowPlaces, theme: Theme): void {
  const [open] = BrowserWindow.getAllWindows()
  if (open) return bringToFront(open)
  const file = join(places.dataDir, 'window.json')
  const state = readWindowState(file)
  const window = new BrowserWindow({
    ...placeWindow(
      state,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: 480,
    minHeight: 480,
    show: false,
    title: 'Parley',
    autoHideMenuBar: true,
    // The window's own colour, so that the first frame is no flash.
    backgroundColor: isDark(theme) ? '#0f1114' : '#f2f4f5',
    webPreferences: { ...hardened, preload: places.preload },
  })
  if (state.maximized) window.maximize()
  const showLate = setTimeout(() => window.show(), SHOWN_WITHIN_MS)
  window.once('ready-to-show', () => {
    clearTimeout(showLate)
    window.show()
  })
  window.once('closed', () => clearTimeout(showLate))
  window.on('close', () => writeWindowState(file, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }))
  reloadAfterCrash(window, places.translator)
  window.loadURL(`${ORIGIN}/`).catch((thrown: unknown) => log('error', 'The page could not be loaded', { error: thrown }))
}

/** Puts the window that is open before those of other programs: somebody came back from their browser. */
export function showWindow(): void {
  const [open] = BrowserWindow.getAllWindows()
  if (open) bringToFront(open)
  // macOS leaves the browser in front otherwise.
  if (process.platform === 'darwin') app.focus({ steal: true })
}

function isDark(theme: Theme): boolean {
  return theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark'
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function reloadAfterCrash(window: BrowserWindow, translator: () => Translator): void {
  let last = -Infinity
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log('error', 'The page crashed', { reason, exitCode })
    const again = Date.now() - last < CRASHES_APART_MS
    last = Date.now()
    if (!again) return window.webContents.reload()
    const { t } = translator()
    dialog.showErrorBox(t('desktop.crashedTwice'), t('desktop.crashedTwice.detail'))
    app.quit()
  })
}
