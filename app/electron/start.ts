import { app, dialog, session, shell } from 'electron'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../shared/errors/appError'
import { errorSentence, errorText } from '../../shared/i18n/errorText'
import { resolveLocale, type LanguageChoice } from '../../shared/i18n/locale'
import { createTranslator, english, type Translator } from '../../shared/i18n/translator'
import { createHost } from '../../main/host'
import { log } from '../../main/lib/log'
import { joinSystemNetwork } from '../../main/net/systemNetwork'
import { openPageSession } from '../../main/rpc/pageSession'
import { requestOneTimeLink } from '../requestOneTimeLink'
import { composePorts } from '../composePorts'
import { dataDir } from '../dataDir'
import { languageChoice, languageSetting } from '../languageSetting'
import { createDataDir } from '../createDataDir'
import { claimDataFolder, type Claim, type HostRecord } from '../singleInstance'
import { openInBrowser } from '../openInBrowser'
import { RendererFiles } from '../rendererFiles'
import { confirmCommand, pickFolder } from './dialogs'
import { serveIpc } from './ipc'
import { setMenu } from './menu'
import { refuseNavigation, refusePermissions } from './webContentsSecurity'
import { debuggingSwitch, readDataDirOption, readPolicyOption } from './readSwitches'
import { registerScheme, serveScheme } from './appProtocol'
import { openWindow, showWindow } from './windows'
import type { ProxyFor } from '../../main/net/envProxy'
import { readProxyList } from './readProxyList'

/** A host normally ends its children within five seconds. After this time, the process ends anyway. */
const ENDS_WITHIN_MS = 10_000

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
const places = { dataDir: folder, preload: join(compiled, '..', 'preload', 'bridge.cjs'), translator: () => spoken }

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
  registerScheme()
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
  joinSystemNetwork({ proxyFor: systemProxy })
  const host = await createHost({
    ...composePorts({ shell: 'electron', dataDir: folder, compiled, policy: readPolicyOption(args) }),
    // Called only after a person's click, with an address that main/links has allowed.
    openUrl: (url) => shell.openExternal(url),
    pickFolder: () => pickFolder(spoken),
    confirmCommand: (serverId, launch, file) => confirmCommand({ serverId, launch, file }, spoken),
    translator: () => Promise.resolve(spoken),
    bringToFront: showWindow,
  })
  const language = (): LanguageChoice => languageChoice(host.language(), process.env)
  refusePermissions(session.defaultSession)
  serveScheme(new RendererFiles(join(compiled, '..', 'renderer'), { theme: host.theme, language }))
  serveIpc((publish) => openPageSession({ ...host, publish }))
  endWithHost(async () => {
    await host[Symbol.asyncDispose]()
    claim.release()
  })
  setMenu(spoken)
  // The menu and the dialogs use the chosen language, even after it changes.
  host.hub.watch('settings', () => {
    speak(language())
      .then((changed) => changed && setMenu(spoken))
      .catch((thrown: unknown) => log('error', 'The language could not be changed', { error: thrown }))
  })
  const open = (): void => openWindow(places, host.theme())
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

/** Delays quitting until the host has ended, so that no server outlives Parley. */
function endWithHost(dispose: () => Promise<void>): void {
  let state: 'running' | 'ending' | 'ended' = 'running'
  app.on('before-quit', (event) => {
    if (state === 'ended') return
    event.preventDefault()
    if (state === 'ending') return
    state = 'ending'
    const end = (): void => {
      state = 'ended'
      app.quit()
    }
    setTimeout(end, ENDS_WITHIN_MS).unref()
    dispose()
      .catch((thrown: unknown) => log('error', 'Parley did not end well', { error: thrown }))
      .finally(end)
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit())
}

function endWithError(title: 'desktop.couldNotStart' | 'desktop.hadToEnd', thrown: unknown): void {
  const error = AppError.from(thrown)
  log('error', english.t(title), { error: thrown })
  dialog.showErrorBox(spoken.t(title), [errorSentence(spoken, error), errorText(spoken, error).hint].filter(Boolean).join(' '))
  app.exit(1)
}

/** Returns the proxy for an address from this computer's network settings, including their scripts and exceptions. */
const systemProxy: ProxyFor = async (url) => {
  try {
    return readProxyList(await session.defaultSession.resolveProxy(url.href))
  } catch (thrown) {
    log('warn', 'The proxy settings of this computer cannot be read', { error: thrown })
    return undefined
  }
}
