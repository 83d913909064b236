import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { Era } from '../../../shared/domain/connectionState'
import type { Launch } from '../../../shared/domain/server'

const script = join(import.meta.dirname, '../../../e2e/servers/longWork.ts')

/** The fixture server whose calls run as tasks. A test moves them on through files in its folder. */
export interface LongWork extends AsyncDisposable {
  readonly launch: Launch
  readonly folder: string
  put(file: string, text?: string): void
  /** One entry per request that the server received, and per answer to its questions. */
  log(): readonly Readonly<Record<string, unknown>>[]
  methods(): readonly unknown[]
  /** Ends the server of an HTTP launch and starts a new one on the same port. */
  restart(): Promise<void>
}

export async function longWork(era: Era, transport: 'stdio' | 'http' = 'stdio'): Promise<LongWork> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-work-'))
  const http = transport === 'http' ? await startHttp(era, folder, 0) : undefined
  const log = (): readonly Readonly<Record<string, unknown>>[] =>
    readFileSync(join(folder, 'requests.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  return {
    launch: http
      ? { kind: 'http', url: http.url, headers: {}, transport: 'auto' }
      : { kind: 'stdio', command: process.execPath, args: [script, era, folder], env: {} },
    folder,
    put: (file, text = '') => writeFileSync(join(folder, file), text),
    log,
    methods: () => log().flatMap(({ method }) => (method === undefined ? [] : [method])),
    restart: async () => {
      await http?.end()
      if (http) http.end = (await startHttp(era, folder, Number(new URL(http.url).port))).end
    },
    [Symbol.asyncDispose]: async () => http?.end(),
  }
}

async function startHttp(era: Era, folder: string, port: number): Promise<{ readonly url: string; end: () => Promise<void> }> {
  const child = spawn(process.execPath, [script, era, folder, '--http', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const end = async (): Promise<void> => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return { url, end }
}

/** Waits for something that another process does. */
export async function until(check: () => boolean): Promise<void> {
  while (!check()) await wait(20)
}
