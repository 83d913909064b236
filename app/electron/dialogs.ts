import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import type { ServerId } from '../../shared/domain/ids'
import type { Launch } from '../../shared/domain/server'
import type { Translator } from '../../shared/i18n/translator'
import { spellOutHidden } from '../../shared/lib/unsafeCharacters'
import { describeLaunch } from './describeLaunch'

/** Opens the folder dialog of the platform. Resolves to undefined when the person cancels it. */
export async function pickFolder({ t }: Translator): Promise<string | undefined> {
  const options = { title: t('desktop.pickFolder'), properties: ['openDirectory' as const, 'createDirectory' as const] }
  const window = parent()
  const { canceled, filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return canceled ? undefined : filePaths[0]
}

/** The launch to confirm, and the file that its command runs. */
export interface LaunchToConfirm {
  readonly serverId: ServerId
  readonly launch: Launch
  readonly file?: string | undefined
}

/** Asks outside of the page whether a command may be saved and run. No page can press this button. */
export async function confirmCommand({ serverId, launch, file }: LaunchToConfirm, translator: Translator): Promise<boolean> {
  const { t } = translator
  const name = spellOutHidden(serverId)
  const shown = describeLaunch(launch, translator, file)
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

async function ask(options: MessageBoxOptions): Promise<number> {
  const window = parent()
  const all = { title: 'Parley', noLink: true, ...options }
  const { response } = await (window ? dialog.showMessageBox(window, all) : dialog.showMessageBox(all))
  return response
}

function parent(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
}
