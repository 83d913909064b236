import { app, BrowserWindow, nativeTheme, screen, type WebPreferences } from 'electron'
import { join } from 'node:path'
import type { Theme } from '../../shared/domain/settings'
import type { Translator } from '../../shared/i18n/translator'
import { log } from '../../main/lib/log'
import { ORIGIN } from './pageOrigin'
import { reloadAfterCrash } from './reloadAfterCrash'
import { placeWindow, readWindowState, writeWindowState } from './windowState'

/** The web preferences of every page of Parley: its own sandboxed process, its own context, no Node. */
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
  // On other platforms Chromium would download dictionaries without asking.
  spellcheck: process.platform === 'darwin',
  v8CacheOptions: 'bypassHeatCheck',
} as const satisfies WebPreferences

/** The window is shown after this time even if the page has not painted, so that the problem becomes visible. */
const SHOWN_WITHIN_MS = 3_000

export interface WindowPlaces {
  readonly dataDir: string
  readonly preload: string
  /** The translator for the language of the screen. */
  readonly translator: () => Translator
}

/** Opens Parley's window in its last place, or brings the open window to the front. */
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
    // The page's background colour, so that the first frame does not flash.
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

/** Brings the open window in front of other programs, for a person who returns from the browser. */
export function showWindow(): void {
  const [open] = BrowserWindow.getAllWindows()
  if (open) bringToFront(open)
  // Otherwise macOS keeps the browser in front.
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
