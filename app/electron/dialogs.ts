import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import type { ServerId } from '../../shared/domain/ids'
import type { Launch } from '../../shared/domain/server'
import { describeLaunch, visible } from './describeLaunch'

/** The folder dialog of the platform. Undefined when the person chose none. */
export async function pickFolder(): Promise<string | undefined> {
  const options = { title: 'Choose a folder', properties: ['openDirectory' as const, 'createDirectory' as const] }
  const window = parent()
  const { canceled, filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return canceled ? undefined : filePaths[0]
}

/** Asks outside of the page, where no page can press the button, whether a command may be kept and run. */
export async function confirmCommand(serverId: ServerId, launch: Launch, file?: string): Promise<boolean> {
  const name = visible(serverId)
  const shown = describeLaunch(launch, file)
  if (!shown.whole) {
    await ask({
      type: 'error',
      message: `The command of “${name}” is too long to be shown whole`,
      detail: `It has ${shown.characters} characters, so nobody could agree to it. Put it into a script and let “${name}” start that.`,
      buttons: ['Close'],
    })
    return false
  }
  const answer = await ask({
    type: 'warning',
    message: launch.kind === 'stdio' ? `Let “${name}” run this command?` : `Let Parley dial this address for “${name}”?`,
    detail: `${shown.text}\n\n${launch.kind === 'stdio' ? 'It runs as you, with everything that you may do on this computer.' : 'What you and your model send to this server goes there.'}`,
    buttons: ['Save', 'Cancel'],
    cancelId: 1,
    // Enter refuses: what runs on this computer is agreed to on purpose.
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
