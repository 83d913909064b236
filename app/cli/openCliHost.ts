import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { createHostClient } from '../../shared/rpc/hostClient'
import type { Publication } from '../../shared/rpc/wire'
import { createHost, type Host } from '../../main/host'
import { systemClock } from '../../main/lib/clock'
import { Emitter } from '../../main/lib/emitter'
import { openSession } from '../../main/rpc/session'
import { typedClient, type TypedClient } from '../../main/rpc/typedClient'
import { readImport } from '../../main/servers/importServers'
import { writtenLaunch } from '../../main/servers/writeLaunch'
import { composePorts } from '../composePorts'
import { dataDir } from '../dataDir'
import { unlockVault } from './unlockVault'

/** The host as commands use it: through the door, and requests to servers whose answers they want as they came. */
export interface CliHost extends AsyncDisposable {
  readonly client: TypedClient
  readonly ask: Host['ask']
}

/** Builds the host for a data folder, beside whatever window has it open, or for the servers of one configuration file. */
export async function openCliHost(
  options: { readonly dataDir: string | undefined; readonly config: string | undefined; readonly policy: string | undefined },
  compiled: string,
): Promise<CliHost> {
  await using opened = new AsyncDisposableStack()
  const folder =
    options.config === undefined
      ? dataDir({ option: options.dataDir, env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() })
      : folderFor(readConfig(options.config))
  const host = opened.use(
    await createHost({ ...composePorts({ shell: 'cli', dataDir: folder, compiled, policy: options.policy }), beside: true }),
  )
  const publications = new Emitter<Publication>()
  const session = openSession({ ...host, publish: (publication) => publications.emit(publication) })
  opened.defer(() => session.close())
  const door = createHostClient(
    { call: session.call, cancel: session.cancel, listen: (listener) => publications.subscribe(listener) },
    systemClock.newId,
  )
  const client = typedClient(door, systemClock.newId)
  await unlockVault(client, process.env)
  const closing = opened.move()
  return { client, ask: host.ask, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

/** The server's id, as the configuration has it. @throws {AppError} NOT_FOUND naming those that there are. */
export async function serverNamed(host: CliHost, name: string): Promise<ServerId> {
  const { servers, broken } = await host.client.until('servers', () => true)
  const found = servers.find(({ id }) => id === name)
  if (found) return found.id
  const unreadable = broken.find(({ id }) => id === name)
  if (unreadable) throw AppError.fromData(unreadable.error)
  const names = servers.map(({ id }) => id).join(', ')
  throw new AppError('NOT_FOUND', `There is no server “${name}”`, { hint: names ? `There are: ${names}.` : 'No server is configured.' })
}

function readConfig(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw new AppError('INVALID_INPUT', `${file} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
}

/** A data folder of its own that holds just these servers; giving the file is the person's word that they may start. */
function folderFor(text: string): string {
  const { servers, problems } = readImport(text)
  if (servers.length === 0) throw new AppError('INVALID_INPUT', problems[0] ?? 'The file names no server')
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
  // It may hold secrets in plain words: it goes however this process ends.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const mcpServers = Object.fromEntries(servers.map(({ id, launch }) => [ServerId.parse(id), writtenLaunch(launch)]))
  writeFileSync(join(folder, 'servers.json'), JSON.stringify({ mcpServers }), { mode: 0o600 })
  return folder
}
