import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Translator } from '../../shared/i18n/translator'

/** Sets the menu of the platform. Parley's own commands are in its palette, so that the page gets all their keys. */
export function setMenu({ t }: Translator): void {
  const mac: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  const forDevelopers: MenuItemConstructorOptions[] = app.isPackaged ? [] : [{ type: 'separator' }, { role: 'toggleDevTools' }]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...mac,
      { label: t('desktop.menu.file'), submenu: [{ role: process.platform === 'darwin' ? 'close' : 'quit' }] },
      { role: 'editMenu' },
      {
        label: t('desktop.menu.view'),
        submenu: [
          { role: 'reload' },
          { type: 'separator' },
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
          ...forDevelopers,
        ],
      },
      { role: 'windowMenu' },
    ]),
  )
}
