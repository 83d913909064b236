import { app, dialog, type BrowserWindow } from 'electron'
import type { Translator } from '../../shared/i18n/translator'
import { log } from '../../main/lib/log'

/** If the page crashes again within this time, it is not reloaded automatically. */
const CRASHES_APART_MS = 60_000

/** Reloads the page of a window when its process crashes. A second crash soon after the first tells the person and quits Parley. */
export function reloadAfterCrash(window: BrowserWindow, translator: () => Translator): void {
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
