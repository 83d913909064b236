import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Era } from '../../../shared/domain/connectionState'
import type { Launch } from '../../../shared/domain/server'
import { define, serverId, testPool, type TestPool } from './poolFixture'

const file = join(import.meta.dirname, '../../../e2e/servers/library.ts')

/** The eras and transports of the library server. */
export const libraries = [
  { era: '2025', via: 'stdio' },
  { era: '2025', via: 'http' },
  { era: '2026', via: 'stdio' },
  { era: '2026', via: 'http' },
] as const satisfies readonly { readonly era: Era; readonly via: 'stdio' | 'http' }[]

export const libraryId = serverId('library')

/** A local library server with things of every kind to read, follow and complete. */
export function libraryLaunch(era: Era, ...args: readonly string[]): Launch {
  return { kind: 'stdio', command: process.execPath, args: [file, '--era', era, ...args], env: {} }
}

export interface LibraryPool extends AsyncDisposable {
  readonly test: TestPool
  readonly launch: Launch
}

/** A pool that is connected to a library server. */
export async function libraryPool(
  { era, via }: (typeof libraries)[number],
  options: { readonly args?: readonly string[] } & Parameters<typeof testPool>[1] = {},
): Promise<LibraryPool> {
  const args = ['--era', era, ...(options.args ?? [])]
  const http = via === 'http' ? await overHttp(args) : undefined
  const launch: Launch = http
    ? { kind: 'http', url: http.url, headers: {}, transport: 'auto' }
    : libraryLaunch(era, ...(options.args ?? []))
  const test = testPool([define(libraryId, launch)], options)
  await test.pool.start(libraryId)
  return {
    test,
    launch,
    [Symbol.asyncDispose]: async () => {
      await test[Symbol.asyncDispose]()
      http?.end()
    },
  }
}

async function overHttp(args: readonly string[]): Promise<{ readonly url: string; end(): void }> {
  const child = spawn(process.execPath, [file, '--http', '0', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url]: unknown[] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(url), end: () => child.kill('SIGKILL') }
}

/** Resolves with the next wanted value of an emitter. */
export function next<T>(
  emitter: { subscribe(listener: (value: T) => void): () => void },
  isWanted: (value: T) => boolean = () => true,
): Promise<T> {
  return new Promise((resolve) => {
    const stop = emitter.subscribe((value) => {
      if (!isWanted(value)) return
      stop()
      resolve(value)
    })
  })
}

/** Waits until the condition is true. It may be true already. Checks again after each event of the emitter. */
export async function until(emitter: { subscribe(listener: () => void): () => void }, isSo: () => boolean): Promise<void> {
  if (isSo()) return
  await new Promise<void>((resolve) => {
    const stop = emitter.subscribe(() => {
      if (!isSo()) return
      stop()
      resolve()
    })
  })
}
