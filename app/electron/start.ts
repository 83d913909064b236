import { app, dialog, session, shell } from 'electron'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../shared/errors/appError'
import { errorSentence, errorText } from '../../shared/i18n/errorText'
import { resolveLocale, type LanguageChoice } from '../../shared/i18n/locale'
import { createTranslator, english, type Translator } from '../../shared/i18n/translator'
import { createHost, type Host } from '../../main/host'
import { log } from '../../main/lib/log'
import { openFilteringProxy } from '../../main/net/filteringProxy'
import { joinSystemNetwork, systemProxy } from '../../main/net/systemNetwork'
import { openPageSession } from '../../main/rpc/pageSession'
import { requestOneTimeLink } from '../requestOneTimeLink'
import { composePorts } from '../composePorts'
import { dataDir } from '../dataDir'
import { languageChoice, languageSetting } from '../appearanceSetting'
import { createDataDir } from '../createDataDir'
import { claimDataFolder, type Claim, type HostRecord } from '../singleInstance'
import { openInBrowser } from '../openInBrowser'
import { RendererFiles } from '../rendererFiles'
import { frameScripts } from '../frameScripts'
import { framePlace, serveFrameScheme } from './frameProtocol'
import { capturePage } from './capturePage'
import { confirmCommand, confirmQuit, pickFolder, pickSaveFile } from './nativeDialogs'
import { handleDesktopQuit } from './handleDesktopQuit'
import { serveIpc } from './ipc'
import { setMenu } from './menu'
import { pageProxy } from './pageNetwork'
import { refuseNavigation, refusePermissions } from './webContentsSecurity'
import { debuggingSwitch, readDataDirOption, readPolicyOption } from './readSwitches'
import { registerSchemes, serveScheme } from './appProtocol'
import { syncTrayAndBadge } from './syncTrayAndBadge'
import { MainWindow } from './mainWindow'
import { QuickWindow } from './quickWindow'
import type { WindowContext } from './createPageWindow'
import type { ProxyFor } from '../../main/net/envProxy'
import { readProxyList } from './readProxyList'

const compiled = import.meta.dirname
const args = process.argv.slice(1)
const folder = dataDir({
  option: readDataDirOption(args),
  env: process.env,
  platform: process.platform,
  home: homedir(),
  cwd: process.cwd(),
})
/** The translator for this process's own texts. It is English until another language is loaded. */
let spoken: Translator = english
const preload = join(compiled, '..', 'preload', 'bridge.cjs')

process.on('uncaughtException', (thrown) => endWithError('desktop.hadToEnd', thrown))
process.on('unhandledRejection', (reason) => log('error', 'Unhandled rejection', { error: reason }))
try {
  beforeReady()
} catch (thrown) {
  endWithError('desktop.couldNotStart', thrown)
}

/** Makes the settings that Electron needs before it is ready. Only static imports come before this call, so that it is never too late. */
function beforeReady(): void {
  const forbidden = app.isPackaged ? debuggingSwitch(args) : undefined
  if (forbidden !== undefined) {
    process.stderr.write(`${english.t('desktop.forbiddenSwitch', { option: forbidden })}\n`)
    return app.exit(1)
  }
  app.enableSandbox()
  registerSchemes()
  refuseNavigation()
  createDataDir(folder)
  app.setPath('userData', folder)
  app.setPath('sessionData', join(folder, 'chromium'))
  // The window that is already open comes to the front.
  if (!app.requestSingleInstanceLock()) return app.quit()
  app
    .whenReady()
    .then(start)
    .catch((thrown: unknown) => endWithError('desktop.couldNotStart', thrown))
}

async function start(): Promise<void> {
  await speak(languageChoice(languageSetting(folder) ?? 'system', process.env))
  const claimed = claimDataFolder(folder, 'electron')
  if (claimed.how === 'taken') return showTheOther(claimed.by)
  await serve(claimed.claim)
}

/** A browser shell already serves this data folder. Two hosts would start every server twice. */
async function showTheOther(other: HostRecord): Promise<void> {
  const link = await requestOneTimeLink(folder, other)
  // The other host has just ended.
  if (link === undefined) return start()
  await openInBrowser(link, folder)
  app.quit()
}

async function serve(claim: Claim): Promise<void> {
  joinSystemNetwork({ proxyFor: proxySettings })
  const host: Host = await createHost({
    ...composePorts({ shell: 'electron', dataDir: folder, compiled, policy: readPolicyOption(args) }),
    framePlace: { ...framePlace, scripts: frameScripts(compiled) },
    // Called only after a person's click, with an address that main/links has allowed.
    openUrl: (url) => shell.openExternal(url),
    pickFolder: () => pickFolder(spoken),
    pickSaveFile: (name) => pickSaveFile(name, spoken),
    showInFolder: (path) => shell.showItemInFolder(path),
    confirmCommand: (serverId, launch, file, auth) => confirmCommand({ serverId, launch, file, auth }, spoken),
    translator: () => Promise.resolve(spoken),
    bringToFront: () => main.openInFront(),
    desktopWindows: { openMain: () => main.openInFront(), hideQuick: () => quick.hide() },
  })
  const network = await openFilteringProxy({ letOut: host.letOut, proxyFor: systemProxy })
  await session.defaultSession.setProxy(pageProxy(network.port))
  host.hub.watch('apps.states', () => network.recheck())
  const context: WindowContext = { dataDir: folder, preload, translator: () => spoken, theme: () => host.theme() }
  const quick = new QuickWindow(context)
  const main = new MainWindow({
    ...context,
    keepsRunning: () => host.desktop.state().settings.keepRunning,
    // Hidden, it would keep Parley running with no window to return to.
    onClosed: () => quick.close(),
  })
  const language = (): LanguageChoice => languageChoice(host.language(), process.env)
  refusePermissions(session.defaultSession, host.framePermissions)
  serveScheme(new RendererFiles(join(compiled, '..', 'renderer'), { theme: host.theme, language }))
  serveFrameScheme(host.answerFrame)
  serveIpc((publish, contents) => openPageSession({ ...host, publish, page: { capture: (area) => capturePage(contents, area) } }))
  const open = (): void => main.open()
  handleDesktopQuit({
    mayEnd: async () => {
      const lost = host.temporaryChats()
      const mayEnd = lost === 0 || (await confirmQuit(lost, spoken))
      // The window may be closed already.
      if (!mayEnd) open()
      return mayEnd
    },
    end: async () => {
      main.quit()
      await host[Symbol.asyncDispose]()
      await network[Symbol.asyncDispose]()
      claim.release()
    },
  })
  setMenu(spoken)
  const redraw = syncTrayAndBadge({ host, main, quick, trayIcon: join(compiled, 'tray.png'), translator: () => spoken })
  // The menus and the dialogs use the chosen language, even after it changes.
  host.hub.watch('settings', () => {
    speak(language())
      .then((changed) => {
        if (!changed) return
        setMenu(spoken)
        redraw()
      })
      .catch((thrown: unknown) => log('error', 'The language could not be changed', { error: thrown }))
  })
  open()
  app.on('second-instance', open)
  app.on('activate', open)
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => log('warn', 'A helper process is gone', { type, reason, exitCode }))
}

/** Loads the language for this process's own texts. Resolves to whether it has changed. */
async function speak(choice: LanguageChoice): Promise<boolean> {
  const before = spoken
  spoken = await createTranslator(resolveLocale(choice, app.getPreferredSystemLanguages()))
  return spoken.locale !== before.locale
}

function endWithError(title: 'desktop.couldNotStart' | 'desktop.hadToEnd', thrown: unknown): void {
  const error = AppError.from(thrown)
  log('error', english.t(title), { error: thrown })
  dialog.showErrorBox(spoken.t(title), [errorSentence(spoken, error), errorText(spoken, error).hint].filter(Boolean).join(' '))
  app.exit(1)
}

/**
 * Returns the proxy for an address from this computer's network settings, including their scripts and exceptions. Asked of a session of its own: that
 * of the windows has Parley's proxy.
 */
const proxySettings: ProxyFor = async (url) => {
  try {
    return readProxyList(await session.fromPartition('network-settings').resolveProxy(url.href))
  } catch (thrown) {
    log('warn', 'The proxy settings of this computer cannot be read', { error: thrown })
    return undefined
  }
}
