import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../shared/errors/appError'
import { errorSentence, errorText } from '../../shared/i18n/errorText'
import { resolveLocale, type LanguageChoice } from '../../shared/i18n/locale'
import { createTranslator, type Translator } from '../../shared/i18n/translator'
import { createHost } from '../../main/host'
import { log } from '../../main/lib/log'
import { systemClock } from '../../main/lib/clock'
import { joinSystemNetwork } from '../../main/net/systemNetwork'
import { openPageSession } from '../../main/rpc/pageSession'
import { composePorts } from '../composePorts'
import { dataDir } from '../dataDir'
import { chooseLocale } from '../chooseLocale'
import { languageChoice, languageSetting } from '../languageSetting'
import { claimDataFolder, type Claim } from '../singleInstance'
import { forgetOpened, openInBrowser } from '../openInBrowser'
import { RendererFiles } from '../rendererFiles'
import { gracefulShutdown } from '../gracefulShutdown'
import { requestOneTimeLink } from '../requestOneTimeLink'
import { callbackPath, listen, servePage } from './httpServer'
import { OneTimeLinks } from './oneTimeLinks'
import { PageCookies } from './pageCookies'
import { readDataDir, readOptions, type BrowserOptions } from './readOptions'
import { serveSockets } from './webSocketServer'

/** A host normally ends its children within five seconds. After this time, the process ends anyway. */
const ENDS_WITHIN_MS = 10_000

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

async function serve(folder: string, claim: Claim, options: BrowserOptions): Promise<void> {
  process.once('exit', () => claim.release())
  joinSystemNetwork()
  const { server, port } = await listen(options.port)
  const host = await createHost({
    ...composePorts({ shell: 'browser', dataDir: folder, compiled, policy: options.policy }),
    redirect: `http://127.0.0.1:${port}${callbackPath}`,
  })
  const language = (): LanguageChoice => languageChoice(host.language(), process.env)
  const files = new RendererFiles(join(compiled, '..', 'renderer'), { theme: host.theme, language })
  const translator = (languages: readonly string[]): Promise<Translator> => createTranslator(resolveLocale(language(), languages))
  const links = new OneTimeLinks(systemClock)
  const cookies = new PageCookies(port)
  const doorSecret = randomBytes(32).toString('base64url')
  const sockets = serveSockets({ server, port, cookies, openSession: (publish) => openPageSession({ ...host, publish }) })
  servePage({ server, port, files, links, cookies, doorSecret, takeCallback: host.takeCallback, translator })
  claim.announce({ port, secret: doorSecret })
  const end = gracefulShutdown(async () => {
    claim.withdraw()
    sockets.close()
    server.close()
    await host[Symbol.asyncDispose]()
    server.closeAllConnections()
    forgetOpened(folder)
  }, ENDS_WITHIN_MS)
  process.on('uncaughtException', (thrown) => {
    log('error', 'Parley had to end', { error: thrown, stack: thrown.stack })
    end(1)
  })
  await show(`http://127.0.0.1:${port}/?t=${links.issue()}`, folder, options)
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
  await start(readOptions(process.argv.slice(2)))
} catch (thrown) {
  const error = AppError.from(thrown)
  const translator = await terminalTranslator(folderOf(readDataDir(process.argv.slice(2))))
  say([errorSentence(translator, error), error.said, errorText(translator, error).hint].filter(Boolean).join('\n'))
  // The same codes as on the command line: 2 for wrong use.
  process.exit(error.code === 'INVALID_INPUT' ? 2 : 1)
}
