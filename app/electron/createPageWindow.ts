import { BrowserWindow, nativeTheme, type BrowserWindowConstructorOptions, type WebPreferences } from 'electron'
import type { Theme } from '../../shared/domain/settings'
import type { Translator } from '../../shared/i18n/translator'
import { log } from '../../main/lib/log'
import { ORIGIN } from './pageOrigin'
import { reloadAfterCrash } from './reloadAfterCrash'

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
  // A script in a frame cannot take the keyboard from who types elsewhere.
  enableBlinkFeatures: 'BlockingFocusWithoutUserActivation',
  // On other platforms Chromium would download dictionaries without asking.
  spellcheck: process.platform === 'darwin',
  v8CacheOptions: 'bypassHeatCheck',
} as const satisfies WebPreferences

/** What every window of Parley needs. */
export interface WindowContext {
  readonly dataDir: string
  readonly preload: string
  /** The translator for the language of the screen. */
  readonly translator: () => Translator
  readonly theme: () => Theme
}

/** Opens a hidden window with Parley's page. `search` is the page's query, such as `?window=quick`. */
export function createPageWindow(
  context: WindowContext,
  options: Omit<BrowserWindowConstructorOptions, 'webPreferences'>,
  search = '',
): BrowserWindow {
  const window = new BrowserWindow({
    ...options,
    show: false,
    title: 'Parley',
    autoHideMenuBar: true,
    // The page's background colour, so that the first frame does not flash.
    backgroundColor: isDark(context.theme()) ? '#0f1114' : '#f2f4f5',
    webPreferences: { ...hardened, preload: context.preload },
  })
  reloadAfterCrash(window, context.translator)
  window.loadURL(`${ORIGIN}/${search}`).catch((thrown: unknown) => log('error', 'The page could not be loaded', { error: thrown }))
  return window
}

function isDark(theme: Theme): boolean {
  return theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark'
}
