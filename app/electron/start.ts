import { app, dialog, session, shell } from 'electron'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../shared/errors/appError'
import { errorText } from '../../shared/messages/errorText'
import { resolveLocale, type LanguageChoice, type Locale } from '../../shared/messages/locale'
import { createTranslator, english } from '../../shared/messages/translator'
import { createHost } from '../../main/host'
import { log } from '../../main/lib/log'
import { joinSystemNetwork } from '../../main/net/systemNetwork'
import { openSession } from '../../main/rpc/session'
import { requestOneTimeLink } from '../browser/requestOneTimeLink'
import { composePorts } from '../composePorts'
import { dataDir } from '../dataDir'
import { languageChoice } from '../language'
import { makeDataFolder } from '../makeDataFolder'
import { claimDataFolder, type Claim, type HostRecord } from '../singleInstance'
import { openInBrowser } from '../openInBrowser'
import { RendererFiles } from '../rendererFiles'
import { confirmCommand, pickFolder } from './dialogs'
import { serveIpc } from './ipc'
import { setMenu } from './menu'
import { refuseNavigation, refusePermissions } from './navigation'
import { debuggingSwitch, readDataDirOption, readPolicyOption } from './readArguments'
import { registerScheme, serveScheme } from './scheme'
import { systemProxy } from './systemProxy'
import { openWindow, showWindow } from './windows'

/** A host ends its children within five seconds; whatever hangs longer is not waited for. */
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
const places = { dataDir: folder, preload: join(compiled, '..', 'preload', 'bridge.cjs') }

process.on('uncaughtException', (thrown) => endWithError('Parley had to end', thrown))
process.on('unhandledRejection', (reason) => log('error', 'Unhandled rejection', { error: reason }))
try {
  beforeReady()
} catch (thrown) {
  endWithError('Parley could not start', thrown)
}

/** What must be said before Electron is ready. Only static imports stand above, so that nothing here comes too late. */
function beforeReady(): void {
  const forbidden = app.isPackaged ? debuggingSwitch(args) : undefined
  if (forbidden !== undefined) {
    process.stderr.write(`An installed Parley does not start with ${forbidden}.\n`)
    return app.exit(1)
  }
  app.enableSandbox()
  registerScheme()
  refuseNavigation()
  makeDataFolder(folder)
  app.setPath('userData', folder)
  app.setPath('sessionData', join(folder, 'chromium'))
  // The one that is open comes to the front.
  if (!app.requestSingleInstanceLock()) return app.quit()
  app
    .whenReady()
    .then(start)
    .catch((thrown: unknown) => endWithError('Parley could not start', thrown))
}

async function start(): Promise<void> {
  const claimed = claimDataFolder(folder, 'electron')
  if (claimed.how === 'taken') return showTheOther(claimed.by)
  await serve(claimed.claim)
}

/** A browser shell serves this data folder already: two hosts would start every server twice. */
async function showTheOther(other: HostRecord): Promise<void> {
  const link = await requestOneTimeLink(folder, other)
  // It was about to end.
  if (link === undefined) return start()
  await openInBrowser(link, folder)
  app.quit()
}

async function serve(claim: Claim): Promise<void> {
  joinSystemNetwork({ proxyFor: systemProxy })
  const host = await createHost({
    ...composePorts({ shell: 'electron', dataDir: folder, compiled, policy: readPolicyOption(args) }),
    // Called only with an address about which main/links has decided, after a person clicked.
    openUrl: (url) => shell.openExternal(url),
    pickFolder,
    confirmCommand,
    bringToFront: showWindow,
  })
  const language = (): LanguageChoice => languageChoice(host.language(), process.env)
  refusePermissions(session.defaultSession)
  serveScheme(new RendererFiles(join(compiled, '..', 'renderer'), { theme: host.theme, language }))
  serveIpc((publish) => openSession({ ...host, publish }))
  endWithHost(async () => {
    await host[Symbol.asyncDispose]()
    claim.release()
  })
  showMenuIn(language, (changed) => host.hub.watch('settings', changed))
  const open = (): void => openWindow(places, host.theme())
  open()
  app.on('second-instance', open)
  app.on('activate', open)
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => log('warn', 'A helper process is gone', { type, reason, exitCode }))
}

/** The menu speaks the chosen language, also after it was changed. @param watch calls back at once, and at each change of the settings. */
function showMenuIn(language: () => LanguageChoice, watch: (changed: () => void) => void): void {
  let shown: Locale | undefined
  watch(() => {
    const locale = resolveLocale(language(), app.getPreferredSystemLanguages())
    if (locale === shown) return
    shown = locale
    createTranslator(locale)
      .then(setMenu)
      .catch((thrown: unknown) => log('error', 'The menu could not be made', { error: thrown }))
  })
}

/** Quitting waits for the host, so that no server outlives Parley. */
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

function endWithError(title: string, thrown: unknown): void {
  const { message, hint } = errorText(english, AppError.from(thrown))
  log('error', title, { error: thrown })
  dialog.showErrorBox(title, hint ? `${message}. ${hint}` : message)
  app.exit(1)
}
