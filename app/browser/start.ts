import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Theme } from '../../shared/domain/settings'
import { AppError } from '../../shared/errors/appError'
import { errorSentence, errorText } from '../../shared/i18n/errorText'
import { resolveLocale, type LanguageChoice } from '../../shared/i18n/locale'
import { createTranslator, type Translator } from '../../shared/i18n/translator'
import type { Publication } from '../../shared/rpc/wire'
import type { PageSession } from '../../main/rpc/pageSession'
import { log } from '../../main/lib/log'
import { systemClock } from '../../main/lib/clock'
import { dataDir } from '../dataDir'
import { chooseLocale } from '../chooseLocale'
import { appearanceSetting, languageChoice, languageSetting } from '../appearanceSetting'
import { claimDataFolder, type Claim } from '../singleInstance'
import { forgetOpened, openInBrowser } from '../openInBrowser'
import { RendererFiles } from '../rendererFiles'
import { gracefulShutdown } from './gracefulShutdown'
import { requestOneTimeLink } from '../requestOneTimeLink'
import { sourceStack } from '../sourceStack'
import { FirstPage } from './firstPage'
import { framePlace, serveFrames } from './frameListener'
import { callbackPath, listen, servePage, type PageServerDeps } from './httpServer'
import { OneTimeLinks } from './oneTimeLinks'
import { PageCookies } from './pageCookies'
import { readDataDir, readBrowserOptions, type BrowserOptions } from './readBrowserOptions'
import type { StartedHost } from './startHost'
import { serveSockets } from './webSocketServer'

/** A host normally ends its children within five seconds. After this time, the process ends anyway. */
const ENDS_WITHIN_MS = 10_000

/** How long the host waits for a browser to ask for the page. One that has to be started first needs longer, and finds the host there. */
const ASKS_WITHIN_MS = 250

/** How long the host then waits for the page to take its files: a browser makes a process for the page before it asks for them. */
const LOADS_WITHIN_MS = 1_000

const compiled = import.meta.dirname
const say = (line: string): void => void process.stderr.write(`${line}\n`)

function folderOf(option: string | undefined): string {
  return dataDir({ option, env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() })
}

/** Returns the texts for the terminal, in the language of the settings, otherwise of the environment. */
function terminalTranslator(folder: string): Promise<Translator> {
  return createTranslator(chooseLocale({ setting: languageChoice(languageSetting(folder) ?? 'system', process.env), env: process.env }))
}

async function start(options: BrowserOptions): Promise<void> {
  const folder = folderOf(options.dataDir)
  const claimed = claimDataFolder(folder, 'browser')
  if (claimed.how === 'claimed') return serve(folder, claimed.claim, options)
  const link = await requestOneTimeLink(folder, claimed.by)
  // The host that used the folder has just ended.
  if (link === undefined) return start(options)
  const { t } = await terminalTranslator(folder)
  say(t('browser.alreadyRunning'))
  if (options.policy !== undefined) say(t('browser.policyStays'))
  await show(link, folder, options)
}

/**
 * Serves the page first and starts the host beside it: the browser loads and evaluates the page's code while this process evaluates the
 * host's (docs/decisions/083). What needs the host waits for it.
 */
async function serve(folder: string, claim: Claim, options: BrowserOptions): Promise<void> {
  process.once('exit', () => claim.release())
  const { server, port } = await listen(options.port)
  const frameListener = await listen(0)
  const frames = framePlace(frameListener.port, port)
  const starting = Promise.withResolvers<StartedHost>()
  // What waits for it is told. Without anything that waits, the last lines of this file report it.
  starting.promise.catch(() => undefined)
  let host: StartedHost | undefined
  const before = appearanceSetting(folder)
  const theme = (): Theme => host?.theme() ?? before?.theme ?? 'system'
  const language = (): LanguageChoice => languageChoice(host?.language() ?? before?.language ?? 'system', process.env)
  const files = new RendererFiles(join(compiled, '..', 'renderer'), { theme, language })
  const translator = (languages: readonly string[]): Promise<Translator> => createTranslator(resolveLocale(language(), languages))
  let pageLanguages: readonly string[] = []
  const noteLanguages = (languages: readonly string[]): void => {
    pageLanguages = languages
  }
  const links = new OneTimeLinks(systemClock)
  const cookies = new PageCookies(port)
  const firstPage = new FirstPage()
  const doorSecret = randomBytes(32).toString('base64url')
  const openSession = async (publish: (publication: Publication) => void): Promise<PageSession> =>
    (await starting.promise).openSession(publish)
  const takeCallback: PageServerDeps['takeCallback'] = async (query) => (await starting.promise).takeCallback(query)
  const sockets = serveSockets({ server, port, cookies, openSession })
  serveFrames(frameListener, async (id, path) => (await starting.promise).answerFrame(id, path))
  servePage({ server, port, files, frames: frames.source, links, cookies, firstPage, doorSecret, takeCallback, translator, noteLanguages })
  claim.announce({ port, secret: doorSecret })
  const end = gracefulShutdown(async () => {
    claim.withdraw()
    sockets.close()
    server.close()
    frameListener.server.close()
    // A host that could not start has closed what it opened.
    const started = await starting.promise.catch(() => undefined)
    await started?.[Symbol.asyncDispose]()
    server.closeAllConnections()
    frameListener.server.closeAllConnections()
    forgetOpened(folder)
  }, ENDS_WITHIN_MS)
  process.on('uncaughtException', (thrown) => {
    log('error', 'Parley had to end', { error: thrown, stack: sourceStack(thrown.stack) })
    end(1)
  })
  const shown = show(`http://127.0.0.1:${port}/?t=${links.issue()}`, folder, options)
  const isAsked = await Promise.race([firstPage.asked.then(() => true), sleep(ASKS_WITHIN_MS, false)])
  if (isAsked) await Promise.race([firstPage.served, sleep(LOADS_WITHIN_MS)])
  try {
    const { startHost } = await import('./startHost')
    const redirect = `http://127.0.0.1:${port}${callbackPath}`
    host = await startHost({ folder, compiled, policy: options.policy, frames, redirect, translator: () => translator(pageLanguages) })
    starting.resolve(host)
  } catch (thrown) {
    starting.reject(thrown)
    forgetOpened(folder)
    throw thrown
  }
  await shown
}

/** Prints the only line on stdout. Programs that started Parley read it. */
async function show(link: string, folder: string, { open }: BrowserOptions): Promise<void> {
  process.stdout.write(`Parley: ${link}\n`)
  if (open && !(await openInBrowser(link, folder))) say((await terminalTranslator(folder)).t('browser.openLink'))
}

// Parley goes on when the reader of stdout has gone.
process.stdout.on('error', () => undefined)
// One unhandled rejection must not end all conversations.
process.on('unhandledRejection', (reason) => log('error', 'Unhandled rejection', { error: reason }))

try {
  await start(readBrowserOptions(process.argv.slice(2)))
} catch (thrown) {
  const error = AppError.from(thrown)
  const translator = await terminalTranslator(folderOf(readDataDir(process.argv.slice(2))))
  say([errorSentence(translator, error), error.said, errorText(translator, error).hint].filter(Boolean).join('\n'))
  // The same codes as on the command line: 2 for wrong use.
  process.exit(error.code === 'INVALID_INPUT' ? 2 : 1)
}
