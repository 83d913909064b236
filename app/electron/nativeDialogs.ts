import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import type { ServerId } from '../../shared/domain/ids'
import type { Launch } from '../../shared/domain/server'
import type { ServerAuth } from '../../shared/domain/serverAuth'
import type { Translator } from '../../shared/i18n/translator'
import { spellOutHidden } from '../../shared/lib/unsafeCharacters'
import { describeLaunchForDialog } from './describeLaunchForDialog'

let open = 0

/** Returns whether a dialog of the platform is open for Parley. A window that it belongs to has no focus then, but is still in use. */
export function isDialogOpen(): boolean {
  return open > 0
}

async function counted<T>(answer: Promise<T>): Promise<T> {
  open += 1
  try {
    return await answer
  } finally {
    open -= 1
  }
}

/** Opens the folder dialog of the platform. Resolves to undefined when the person cancels it. */
export async function pickFolder({ t }: Translator): Promise<string | undefined> {
  const options = { title: t('desktop.pickFolder'), properties: ['openDirectory' as const, 'createDirectory' as const] }
  const window = parent()
  const { canceled, filePaths } = await counted(window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return canceled ? undefined : filePaths[0]
}

/** Opens the dialog of the platform that asks where to save a file. Resolves to undefined when the person cancels it. */
export async function pickSaveFile(name: string, { t }: Translator): Promise<string | undefined> {
  const options = { title: t('desktop.pickSaveFile'), defaultPath: name, properties: ['showOverwriteConfirmation' as const] }
  const window = parent()
  const { canceled, filePath } = await counted(window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
  return canceled || filePath === '' ? undefined : filePath
}

/** The launch to confirm, and the file that its command runs. */
export interface LaunchToConfirm {
  readonly serverId: ServerId
  readonly launch: Launch
  readonly file?: string | undefined
  /** How Parley signs in there. */
  readonly auth?: ServerAuth | undefined
}

/** Asks outside of the page whether a command may be saved and run. No page can press this button. */
export async function confirmCommand({ serverId, launch, file, auth }: LaunchToConfirm, translator: Translator): Promise<boolean> {
  const { t } = translator
  const name = spellOutHidden(serverId)
  const shown = describeLaunchForDialog(launch, translator, { file, auth })
  if (!shown.whole) {
    await ask({
      type: 'error',
      message: t('desktop.tooLong', { name }),
      detail: t('desktop.tooLong.detail', { name, count: shown.characters }),
      buttons: [t('desktop.close')],
    })
    return false
  }
  const isCommand = launch.kind === 'stdio'
  const risk = t(isCommand ? 'desktop.runCommand.risk' : 'desktop.dialAddress.risk')
  const answer = await ask({
    type: 'warning',
    message: t(isCommand ? 'desktop.runCommand' : 'desktop.dialAddress', { name }),
    detail: `${shown.text}\n\n${risk}`,
    buttons: [t('desktop.save'), t('desktop.cancel')],
    cancelId: 1,
    // Enter refuses, so that no command is approved by accident.
    defaultId: 1,
  })
  return answer === 0
}

/** Asks whether Parley may quit although temporary chats are lost. Resolves to whether it may. */
export async function confirmQuit(count: number, { t }: Pick<Translator, 't'>): Promise<boolean> {
  const answer = await ask({
    type: 'warning',
    message: t('desktop.quitTemporary'),
    detail: t('desktop.quitTemporary.why', { count }),
    buttons: [t('desktop.quitTemporary.quit'), t('desktop.quitTemporary.stay')],
    cancelId: 1,
    defaultId: 1,
  })
  return answer === 0
}

async function ask(options: MessageBoxOptions): Promise<number> {
  const window = parent()
  const all = { title: 'Parley', noLink: true, ...options }
  const { response } = await counted(window ? dialog.showMessageBox(window, all) : dialog.showMessageBox(all))
  return response
}

function parent(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
}
