import { app, BrowserWindow } from 'electron'
import type { QuestionId } from '../../shared/domain/ids'
import type { Translator } from '../../shared/i18n/translator'
import type { Host } from '../../main/host'
import { decideAttention } from './decideAttention'
import type { MainWindow } from './mainWindow'
import type { QuickWindow } from './quickWindow'
import { QuickWindowShortcut } from './quickWindowShortcut'
import { ParleyTray } from './tray'

export interface SyncTrayAndBadgeParts {
  readonly host: Pick<Host, 'hub' | 'topics' | 'desktop'>
  readonly main: MainWindow
  readonly quick: QuickWindow
  readonly trayIcon: string
  readonly translator: () => Translator
}

/**
 * Keeps Parley at hand: the number on its icon, the tray and the keys of the quick window follow the questions and the settings. Returns a
 * function that draws the texts again, after the language has changed.
 */
export function syncTrayAndBadge({ host, main, quick, trayIcon, translator }: SyncTrayAndBadgeParts): () => void {
  let open: readonly QuestionId[] = []
  let before: ReadonlySet<QuestionId> | undefined
  const shortcut = new QuickWindowShortcut(() => quick.toggle())
  const tray = new ParleyTray(trayIcon, {
    openQuestion: () => {
      const [questionId] = open
      host.desktop.open(questionId === undefined ? { kind: 'inbox' } : { kind: 'question', questionId })
    },
    newChat: () => host.desktop.open({ kind: 'newChat' }),
    open: () => host.desktop.open(),
    quit: () => app.quit(),
  })
  const draw = (): void => {
    if (host.desktop.state().settings.tray) tray.show(open.length, translator())
    else tray.hide()
  }
  host.hub.watch('questions', () => {
    open = host.topics.questions.value().open.map(({ id }) => id)
    mark(decideAttention({ before, open, focused: BrowserWindow.getFocusedWindow() !== null }), main.window)
    before = new Set(open)
    draw()
  })
  host.hub.watch('desktop', () => {
    const { settings } = host.desktop.state()
    draw()
    host.desktop.setQuickWindowKeys(shortcut.use(settings.quickWindow))
    if (settings.quickWindow === 'off') quick.close()
  })
  app.on('will-quit', () => {
    shortcut.release()
    tray.hide()
  })
  return draw
}

function mark({ badge, window: how }: ReturnType<typeof decideAttention>, window: BrowserWindow | undefined): void {
  // Windows has no number on an icon. There, the flashing taskbar button and the window's title tell.
  if (process.platform !== 'win32') app.setBadgeCount(badge)
  if (how === 'keep') return
  if (process.platform === 'darwin') {
    if (how === 'attract') app.dock?.bounce('informational')
    return
  }
  window?.flashFrame(how === 'attract')
  if (how === 'attract') window?.once('focus', () => window.flashFrame(false))
}
