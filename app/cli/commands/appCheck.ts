import { version } from '../../../package.json'
import { declaredGrant, frameGrant } from '../../../main/apps/appPolicy'
import { readUiResource, type UiResource } from '../../../main/apps/readUiResource'
import { requireApps } from '../../../main/apps/requireApps'
import { signInFetch } from '../../../main/net/signInFetch'
import { toolAsMcp } from '../../../main/apps/toolAsMcp'
import type { Catalog, Tool } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import type { Translator } from '../../../shared/i18n/translator'
import type { AppStage } from '../apps/appStage'
import { startBrowser } from '../apps/browserProcess'
import type { DevTools } from '../apps/devTools'
import { findBrowser } from '../apps/findBrowser'
import { HostCheck } from '../apps/hostCheck'
import { faultJson, faultWords, judgeApp, judgeResource, type AppFault } from '../apps/judgeApp'
import { watchApp } from '../apps/watchApp'
import { escapeForTerminal } from '../escapeForTerminal'
import { exitCodes, type ExitCode } from '../exitCodes'
import { noServer, serverNamed, type CliHost } from '../openCliHost'
import type { Output } from '../output'
import type { Command } from '../readCommand'
import { startServer } from '../startServers'

/** Apps that run at the same time. */
const LANES = 4
/** What a server declares is asked through the same door as what a sign-in is pointed to. Nobody typed an address, so it opens to public ones alone. */
const askHost = signInFetch({ typed: new URL('https://nobody.invalid') })

/** An interface of a server, and the tools that it shows. */
interface NamedApp {
  readonly uri: string
  readonly tools: readonly Tool[]
}

interface CheckedApp {
  readonly uri: string
  readonly tools: readonly string[]
  readonly faults: readonly AppFault[]
}

/** Starts each interface of a server in a browser without a window, with everything that it declares, and says what is wrong with it. */
export async function appCheck(
  { host, stage }: Pick<Checking, 'host' | 'stage'>,
  command: Extract<Command, { name: 'appCheck' }>,
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const file = findBrowser({ env: process.env, platform: process.platform })
  const serverId = await serverNamed(host, command.server)
  await startServer(host, serverId, output, signal)
  await requireAppsOf(host, serverId, signal)
  const catalog = await host.client.call('servers.catalog', { serverId }, signal)
  const apps = appsIn(catalog)
  if (apps.length === 0) throw new AppError('NOT_FOUND', { reason: 'cli.noApps', params: { server: serverId } })
  await using browser = await startBrowser(file, browserArgs(process.env), signal)
  const hosts = new HostCheck(askHost, signal)
  const checked = await inLanes(apps, async (app): Promise<CheckedApp> => {
    const faults = await faultsOf({ host, stage, browser: browser.tools, hosts, serverId, catalog }, app, signal)
    return { uri: app.uri, tools: app.tools.map(({ name }) => name), faults }
  })
  const ok = checked.every(({ faults }) => faults.length === 0)
  output.result(
    {
      server: serverId,
      ok,
      hostsNotAsked: hosts.unasked,
      apps: checked.map(({ faults, ...app }) => ({ ...app, ok: faults.length === 0, faults: faults.map(faultJson) })),
    },
    () => asText(checked, hosts.unasked, output.translator),
  )
  return ok ? exitCodes.done : exitCodes.toolError
}

/** What a policy or the entry of a server switched off is not run here either. @throws {AppError} POLICY */
async function requireAppsOf({ client }: CliHost, serverId: ServerId, signal: AbortSignal): Promise<void> {
  const { servers } = await client.until('servers', () => true, signal)
  requireApps(serverId, {
    serverOf: (id) => {
      const found = servers.find((server) => server.id === id)
      if (!found) throw noServer(id, servers)
      return found
    },
  })
}

/** Does a few at a time: one that never says that it is ready holds its lane for long, and too many at once make each other late. */
async function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  const left = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return results
}

/** Pure: the interfaces that tools name, and those that are listed though no tool names them. */
function appsIn({ tools, resources }: Catalog): readonly NamedApp[] {
  const named = Map.groupBy(
    tools.filter(({ ui }) => ui),
    ({ ui }) => ui?.resourceUri ?? '',
  )
  const listed = resources.filter(({ uri }) => uri.startsWith('ui://') && !named.has(uri)).map(({ uri }) => ({ uri, tools: [] }))
  return [...[...named].map(([uri, shown]) => ({ uri, tools: shown })), ...listed]
}

interface Checking {
  readonly host: CliHost
  readonly stage: AppStage
  readonly browser: DevTools
  readonly hosts: HostCheck
  readonly serverId: ServerId
  readonly catalog: Catalog
}

async function faultsOf(checking: Checking, { uri, tools }: NamedApp, signal: AbortSignal): Promise<readonly AppFault[]> {
  const { stage, browser, hosts } = checking
  const page = await readPage(checking, uri, signal)
  if (page instanceof AppError) return [judgeResource(page)]
  const { declared } = page
  const grant = declaredGrant(declared)
  const { policy: _, ...frame } = stage.frames.openApp({ html: page.html, grant: frameGrant(declared, grant) })
  const tool = toolAsMcp(tools[0] ?? { name: uri, inputSchema: { type: 'object' }, hash: '' })
  const [watched, silent] = await Promise.all([
    watchApp(browser, stage.address, { frame, declared, grant, tool, hostVersion: version }, signal),
    hosts.silentOf(grant.origins),
  ])
  return judgeApp(watched, declared, silent)
}

async function readPage({ host, serverId, catalog }: Checking, uri: string, signal: AbortSignal): Promise<UiResource | AppError> {
  try {
    const raw = await host.ask({ serverId, method: 'resources/read', params: { uri } }, signal)
    return readUiResource(raw, { serverId, uri, listed: catalog.resources.find((resource) => resource.uri === uri)?.uiMeta })
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return AppError.from(thrown)
  }
}

/** `PARLEY_BROWSER_SANDBOX=off` is for a container that has nothing else in it, whose root may not start a browser otherwise. */
function browserArgs(env: NodeJS.ProcessEnv): readonly string[] {
  const usual = ['--no-first-run', '--no-default-browser-check', '--disable-extensions', '--disable-background-networking', '--mute-audio']
  return env['PARLEY_BROWSER_SANDBOX'] === 'off' ? [...usual, '--no-sandbox'] : usual
}

function asText(checked: readonly CheckedApp[], unasked: number, translator: Translator): string {
  const lines = checked.flatMap(({ uri, tools, faults }) => [
    translator.t('cli.app.line', { ok: faults.length === 0 ? 'yes' : 'no', uri, tools, count: tools.length }),
    ...faults.map((fault) => `    ${faultWords(translator, fault)}`),
  ])
  const rest = unasked === 0 ? [] : [translator.t('cli.app.unasked', { count: unasked })]
  return [...lines, ...rest].map(escapeForTerminal).join('\n')
}
