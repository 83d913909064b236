import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'
import { createHostClient } from '../../shared/rpc/hostClient'
import type { Publication } from '../../shared/rpc/wire'
import { createHost, type Host } from '../../main/host'
import { systemClock } from '../../main/lib/clock'
import { Emitter } from '../../main/lib/emitter'
import { openPageSession } from '../../main/rpc/pageSession'
import { typedHostClient, type TypedHostClient } from '../../main/rpc/typedHostClient'
import { readImport } from '../../main/servers/readImport'
import { writtenLaunch } from '../../main/servers/writeLaunch'
import { composePorts } from '../composePorts'
import { dataDir } from '../dataDir'

/** The host for commands: calls through the door, and requests to servers with unchanged answers. */
export interface CliHost extends AsyncDisposable {
  readonly client: TypedHostClient
  readonly ask: Host['ask']
}

/** Builds the host for a data folder, beside a window that may have it open, or for the servers of one configuration file. */
export async function openCliHost(
  options: { readonly dataDir: string | undefined; readonly config: string | undefined; readonly policy: string | undefined },
  compiled: string,
  say: (problem: Message) => void,
): Promise<CliHost> {
  await using opened = new AsyncDisposableStack()
  const folder =
    options.config === undefined
      ? dataDir({ option: options.dataDir, env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() })
      : folderFor(readNamedFile(options.config), say)
  const host = opened.use(
    await createHost({ ...composePorts({ shell: 'cli', dataDir: folder, compiled, policy: options.policy }), beside: true }),
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
  return { client, ask: host.ask, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

/**
 * Returns the server's id from the configuration.
 * @throws {AppError} NOT_FOUND with the names of the existing servers.
 */
export async function serverNamed(host: CliHost, name: string): Promise<ServerId> {
  const { servers, broken } = await host.client.until('servers', () => true)
  const found = servers.find(({ id }) => id === name)
  if (found) return found.id
  const unreadable = broken.find(({ id }) => id === name)
  if (unreadable) throw AppError.fromData(unreadable.error)
  throw noServer(name, servers)
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

/** Creates a temporary data folder with only these servers. By passing the file, the person allows them to start. */
function folderFor(text: string, say: (problem: Message) => void): string {
  const { servers, problems } = readImport(text)
  const [first] = problems
  if (servers.length === 0)
    throw new AppError(
      'INVALID_INPUT',
      first === undefined ? { reason: 'cli.configEmpty' } : { reason: 'cli.configUnusable', params: { problem: first } },
    )
  for (const problem of problems) say(problem)
  const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
  // The folder may contain plain secrets, so it is removed whenever this process exits.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const mcpServers = Object.fromEntries(servers.map(({ id, launch }) => [ServerId.parse(id), writtenLaunch(launch)]))
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
