// The `electron` module as the main process sees it. It contains only what Parley uses.
import { EventEmitter } from 'node:events'
import { BrowserWindow } from './browserWindow.ts'
import { dialog as plainDialog } from './dialog.ts'
import { note, notes } from './notes.ts'
import { strict } from './strict.ts'

export { app } from './app.ts'
export { BrowserWindow }
export { ipcMain } from './ipcMain.ts'
export { Menu } from './menu.ts'
export { globalShortcut } from './globalShortcut.ts'
export { nativeImage, Tray } from './tray.ts'
export { protocol } from './schemes.ts'
export { session } from './session.ts'
/** Not part of Electron: records what the double was asked to do. */
export { notes }

export const dialog = strict(plainDialog, 'dialog')

export const shell = strict(
  { openExternal: async (url: string) => note('openExternal', url), showItemInFolder: (path: string) => note('showItemInFolder', path) },
  'shell',
)

export const webContents = strict(
  {
    fromDevToolsTargetId: (targetId: string) =>
      BrowserWindow.getAllWindows()
        .map((window) => window.webContents)
        .find((contents) => contents.targetId === targetId),
  },
  'webContents',
)

export const nativeTheme = strict(Object.assign(new EventEmitter(), { shouldUseDarkColors: false }), 'nativeTheme')

export const screen = strict({ getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }, 'screen')

export const crashReporter = strict({ start: (options: object) => note('crashReporter', options) }, 'crashReporter')
