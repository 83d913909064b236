import { Menu, nativeImage, Tray } from 'electron'
import type { Translator } from '../../shared/i18n/translator'
import { log } from '../../main/lib/log'

/** What the person can do from the tray. */
export interface TrayActions {
  readonly openQuestion: () => void
  readonly newChat: () => void
  readonly open: () => void
  readonly quit: () => void
}

/** The owner of Parley's icon in the tray. On a desktop without a tray it has no effect. */
export class ParleyTray {
  readonly #icon: string
  readonly #actions: TrayActions
  #tray: Tray | undefined

  /** `icon`: the path of the image. Beside it lies one for dense displays, with `@2x` in its name. */
  constructor(icon: string, actions: TrayActions) {
    this.#icon = icon
    this.#actions = actions
  }

  /** Shows the icon with its menu. `waiting`: the number of open questions. */
  show(waiting: number, { t }: Translator): void {
    this.#tray ??= this.#create()
    if (!this.#tray) return
    const { openQuestion, newChat, open, quit } = this.#actions
    this.#tray.setToolTip(waiting > 0 ? `Parley: ${t('desktop.tray.waiting', { count: waiting })}` : 'Parley')
    // On Linux a menu does not change after it was set.
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        ...(waiting > 0
          ? [{ label: t('desktop.tray.waiting', { count: waiting }), click: openQuestion }, { type: 'separator' as const }]
          : []),
        { label: t('desktop.tray.newChat'), click: newChat },
        { label: t('desktop.tray.open'), click: open },
        { type: 'separator' },
        { label: t('desktop.tray.quit'), click: quit },
      ]),
    )
  }

  hide(): void {
    this.#tray?.destroy()
    this.#tray = undefined
  }

  #create(): Tray | undefined {
    try {
      const tray = new Tray(nativeImage.createFromPath(this.#icon))
      // On macOS a click opens the menu.
      if (process.platform !== 'darwin') tray.on('click', this.#actions.open)
      return tray
    } catch (thrown) {
      log('warn', 'There is no tray here', { error: thrown })
      return undefined
    }
  }
}
