import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { startHttpServer } from '../lib/httpServerProcess.ts'
import { fixture, fixtureFile, real, realFile, remote, type ServerEntry } from '../lib/serverEntries.ts'
import { NetworkProxy } from './networkProxy.ts'

/** The variable that every local server gets, so that what it leaves behind can be found. */
export const MARK = 'PARLEY_SOAK'

/** The servers of a soak as one `servers.json`: both eras, both transports, from npm and from `e2e/servers`. */
export interface SoakServers extends AsyncDisposable {
  readonly entries: Readonly<Record<string, ServerEntry>>
  cutNetwork(): void
  mendNetwork(): void
  /** Makes one server offer another list of tools. */
  changeTools(count: number): void
}

/**
 * Starts the remote servers, each behind a proxy of its own, and describes all.
 * @param folder where the servers keep what they write
 * @param mark the value of `MARK`
 */
export async function startSoakServers(folder: string, mark: string): Promise<SoakServers> {
  await using stack = new AsyncDisposableStack()
  const shared = join(folder, 'shared')
  mkdirSync(shared)
  writeFileSync(join(shared, 'note.txt'), 'A note for the file servers')
  const offer = join(folder, 'offer.json')
  writeFileSync(offer, offerOf(1))
  const proxies: NetworkProxy[] = []
  const throughProxy = async (url: string): Promise<ServerEntry> => {
    const proxy = stack.use(await NetworkProxy.start(Number(new URL(url).port)))
    proxies.push(proxy)
    return remote(url.replace(`:${new URL(url).port}`, `:${proxy.port}`))
  }
  const fixtureOverHttp = async (name: string, ...args: readonly string[]): Promise<ServerEntry> =>
    throughProxy(stack.use(await startHttpServer(process.execPath, [fixtureFile(name), ...args, '--http', '0'])).url)

  const local: Readonly<Record<string, ServerEntry>> = {
    everything: real('everything'),
    everything2: real('everything'),
    files: real('filesystem', shared),
    files2: real('filesystem', shared),
    memory: inFolder(real('memory'), folder, 'memory'),
    memory2: inFolder(real('memory'), folder, 'memory2'),
    asks: fixture('asksUser'),
    asks2026: fixture('asksUser2026'),
    model2025: fixture('usesModel'),
    model2026: fixture('usesModel', '--era', '2026'),
    library: fixture('library'),
    library2026: fixture('library', '--era', '2026'),
    skills: fixture('skills'),
    media: fixture('media'),
    noisy: fixture('noisy'),
    crashing: fixture('crashing', 'call'),
    changing: fixture('rugPull', offer),
    outlives: fixture('orphanMaker', join(folder, 'outlives.pids')),
  }
  const far = {
    remoteAsks: await fixtureOverHttp('asksUser'),
    remoteAsks2026: await fixtureOverHttp('asksUser2026'),
    remoteLibrary: await fixtureOverHttp('library'),
    remoteEverything: await throughProxy(stack.use(await startEverything()).url),
  }
  const owned = stack.move()
  return {
    entries: { ...Object.fromEntries(Object.entries(local).map(([name, entry]) => [name, marked(entry, mark)])), ...far },
    cutNetwork: () => proxies.forEach((proxy) => proxy.cut()),
    mendNetwork: () => proxies.forEach((proxy) => proxy.mend()),
    changeTools: (count) => writeFileSync(offer, offerOf(count)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function marked(entry: ServerEntry, mark: string): ServerEntry {
  return 'command' in entry ? { ...entry, env: { ...entry.env, [MARK]: mark } } : entry
}

function inFolder(entry: ServerEntry, folder: string, name: string): ServerEntry {
  return 'command' in entry ? { ...entry, env: { MEMORY_FILE_PATH: join(folder, `${name}.jsonl`) } } : entry
}

function offerOf(count: number): string {
  const inputSchema = { type: 'object', properties: {} }
  return JSON.stringify({
    tools: Array.from({ length: count }, (_, n) => ({ name: `tool_${n}`, description: `Tool ${n} of ${count}`, inputSchema })),
  })
}

/** server-everything over Streamable HTTP takes its port from the environment, and prints no address. */
async function startEverything(): Promise<AsyncDisposable & { readonly url: string }> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [realFile('everything'), 'streamableHttp'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PORT: String(port) },
  })
  await Promise.race([once(child.stderr as NodeJS.ReadableStream, 'data'), once(child, 'exit')])
  child.stderr?.resume()
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
