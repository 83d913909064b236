import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerId } from '../../shared/domain/ids'
import type { BrokenServer, ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { errorMessage } from '../../shared/i18n/errorText'
import type { Message } from '../../shared/i18n/message'
import { isRecord } from '../../shared/lib/json'
import type { ProtocolChoice } from '../../shared/protocol/protocolChoice'
import { createHostClient } from '../../shared/rpc/hostClient'
import type { Publication } from '../../shared/rpc/wire'
import { createHost, type Host } from '../../main/host'
import { systemClock } from '../../main/lib/clock'
import { Emitter } from '../../main/lib/emitter'
import type { HostPorts } from '../../main/ports'
import { openPageSession } from '../../main/rpc/pageSession'
import { typedHostClient, type TypedHostClient } from '../../main/rpc/typedHostClient'
import { createFindCommandFile, type FindCommandFile } from '../../main/servers/findCommandFile'
import { environmentLookup } from '../../main/servers/fillPlaceholders'
import { entryProblem, readConfigured, type Configured } from '../../main/servers/readImportedServers'
import { writtenLaunch } from '../../main/servers/writeLaunch'
import { composePorts } from '../composePorts'
import { dataDir } from '../dataDir'
import { StartFailure } from './startFailure'
import type { CheckFolders } from './questions/terminalAnswers'

/** The host for commands: calls through the door, and requests to servers with unchanged answers. */
export interface CliHost extends AsyncDisposable {
  /** The entries of the named configuration that cannot be used. */
  readonly refused: Configured['refused']
  /** The file that servers are read from, as a person knows it. */
  readonly serversFile: string
  readonly client: TypedHostClient
  readonly ask: Host['ask']
  /** Finds the file that a command means, as a start of the server does. */
  readonly findFile: FindCommandFile
  readonly telemetryCounts: Host['telemetryCounts']
}

export interface CliHostOptions {
  readonly dataDir: string | undefined
  readonly config: string | undefined
  readonly policy: string | undefined
  readonly protocol: ProtocolChoice | undefined
  readonly answersFolders: NonNullable<HostPorts['answersFolders']>
  /** Where apps are shown. Without it, servers do not hear that there is a host for apps. */
  readonly framePlace: HostPorts['framePlace']
  /** Says what a person should know of folders that the configuration shares. */
  readonly checkFolders: CheckFolders
}

/** Builds the host for a data folder, beside a window that may have it open, or for the servers of one configuration file. */
export async function openCliHost(options: CliHostOptions, compiled: string, say: (problem: Message) => void): Promise<CliHost> {
  await using opened = new AsyncDisposableStack()
  const configured =
    options.config === undefined ? undefined : await readConfiguration(readNamedFile(options.config), options.checkFolders, say)
  const folder = configured
    ? folderFor(configured.servers)
    : dataDir({ option: options.dataDir, env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() })
  const ports = composePorts({ shell: 'cli', dataDir: folder, compiled, policy: options.policy })
  const host = opened.use(
    await createHost({
      ...ports,
      beside: true,
      protocol: options.protocol,
      answersFolders: options.answersFolders,
      ...(options.framePlace && { framePlace: options.framePlace }),
    }),
  )
  const publications = new Emitter<Publication>()
  const session = openPageSession({ ...host, publish: (publication) => publications.emit(publication) })
  opened.defer(() => session.close())
  const door = createHostClient(
    { call: session.call, cancel: session.cancel, listen: (listener) => publications.subscribe(listener) },
    systemClock.newId,
  )
  const client = typedHostClient(door, systemClock.newId)
  await unlockVault(client, process.env)
  const closing = opened.move()
  const findFile = createFindCommandFile(ports.loginShellPath)
  const serversFile = options.config ?? join(folder, 'servers.json')
  return {
    client,
    serversFile,
    findFile,
    ask: host.ask,
    telemetryCounts: host.telemetryCounts,
    refused: configured?.refused ?? [],
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/**
 * Returns the server's id from the configuration.
 * @throws {AppError | StartFailure} NOT_FOUND with the names of the existing servers; why its entry cannot be used.
 */
export async function serverNamed(host: CliHost, name: string): Promise<ServerId> {
  const { servers, broken } = await host.client.until('servers', () => true)
  const found = servers.find(({ id }) => id === name)
  if (found) return found.id
  const unreadable = broken.find(({ id }) => id === name)
  if (unreadable) throw new StartFailure(name, entryUnusable(host, unreadable), undefined)
  const refused = host.refused.find((entry) => entry.name === name)
  if (refused) throw new StartFailure(name, refused.error, undefined)
  throw noServer(name, servers)
}

/**
 * Pure: the error for an entry that cannot be used. It names the file, which a person has to open; where a policy has the entry, its own
 * error says whom to ask.
 */
export function entryUnusable({ serversFile }: Pick<CliHost, 'serversFile'>, { id, error, setBy }: BrokenServer): AppError {
  if (setBy !== undefined) return AppError.fromData(error)
  const params = { server: id, file: serversFile, problem: errorMessage(error) }
  return new AppError('INVALID_INPUT', { reason: 'cli.entryUnusable', params }, { cause: AppError.fromData(error) })
}

/** @param servers The existing servers, for the message. */
export function noServer(name: string, servers: readonly ServerConfig[]): AppError {
  const names = servers.map(({ id }) => id).join(', ')
  return new AppError('NOT_FOUND', { reason: 'cli.noServer', params: { name, names, count: servers.length } })
}

/**
 * Reads a file that the command line names.
 * @throws {AppError} INVALID_INPUT
 */
export function readNamedFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw new AppError(
      'INVALID_INPUT',
      { reason: 'cli.fileUnreadable', params: { file } },
      { said: AppError.from(thrown).message, cause: thrown },
    )
  }
}

/**
 * Reads the servers of a configuration file, with variables from the person's environment, and says what a person should know of each.
 * @throws {AppError} INVALID_INPUT when nothing in it can be used.
 */
async function readConfiguration(text: string, check: CheckFolders, say: (problem: Message) => void): Promise<Configured> {
  const configured = readConfigured(text, environmentLookup(process.env))
  const { servers, refused, problems } = configured
  const told = [...problems, ...refused.map(({ name, error }) => entryProblem(name, error))]
  const [first] = told
  if (servers.length === 0)
    throw new AppError(
      'INVALID_INPUT',
      first === undefined ? { reason: 'cli.configEmpty' } : { reason: 'cli.configUnusable', params: { problem: first } },
    )
  for (const problem of told) say(problem)
  for (const { id, remarks, parley } of servers) {
    const folders = await check(sharedFolders(parley))
    const risks = folders.flatMap(({ folder, risk }): Message[] =>
      risk ? [{ id: 'terminal.folderRisk', params: { folder, remark: { id: `questions.folders.risk.${risk}` } } }] : [],
    )
    for (const remark of [...remarks, ...risks]) say({ id: 'cli.configRemark', params: { server: id, remark } })
  }
  return configured
}

/** The folders of Parley's part of an entry. Whether it is right is found out when the server is read. */
function sharedFolders(parley: unknown): readonly string[] {
  const roots = isRecord(parley) ? parley['roots'] : undefined
  return Array.isArray(roots) ? roots.filter((root) => typeof root === 'string') : []
}

/** Creates a temporary data folder with only these servers. By passing the file, the person allows those to start that are switched on. */
function folderFor(servers: Configured['servers']): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
  // The folder may contain plain secrets, so it is removed whenever this process exits.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const mcpServers = Object.fromEntries(
    servers.map(({ id, launch, enabled, disabledTools, parley }) => [
      ServerId.parse(id),
      { ...writtenLaunch(launch), parley: { tools: { disabled: disabledTools }, ...parley, enabled } },
    ]),
  )
  writeFileSync(join(folder, 'servers.json'), JSON.stringify({ mcpServers }), { mode: 0o600 })
  return folder
}

const PASSPHRASE_VARIABLE = 'PARLEY_PASSPHRASE'

/**
 * Unlocks a vault with a passphrase from the environment of a script, because there is no screen to ask on. The passphrase is removed from
 * the environment first.
 * @throws {AppError} INVALID_INPUT when the passphrase is wrong.
 */
async function unlockVault(client: TypedHostClient, env: NodeJS.ProcessEnv): Promise<void> {
  const passphrase = env[PASSPHRASE_VARIABLE]
  delete env[PASSPHRASE_VARIABLE]
  if (!passphrase) return
  const { state } = await client.until('vault', () => true)
  if (state === 'needsPassphrase') await client.call('secrets.unlock', { passphrase })
}
