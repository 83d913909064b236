import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** One entry of `servers.json`. */
export type ServerEntry =
  | {
      readonly command: string
      readonly args: readonly string[]
      readonly env?: Readonly<Record<string, string>>
      readonly parley?: object
    }
  | { readonly type: 'http'; readonly url: string; readonly headers?: Readonly<Record<string, string>>; readonly parley?: object }

type FixtureName =
  | 'asksUser'
  | 'asksUser2026'
  | 'slow'
  | 'crashing'
  | 'noisy'
  | 'hostile'
  | 'manyTools'
  | 'longWork'
  | 'media'
  | 'library'
  | 'orphanMaker'
  | 'skills'
  | 'promptInjection'
  | 'rugPull'
  | 'usesModel'
type RealName = 'everything' | 'filesystem' | 'memory'

const require = createRequire(import.meta.url)

/** The file of a fixture server; Node runs its TypeScript as it is. */
export function fixtureFile(name: string): string {
  return join(import.meta.dirname, '../servers', `${name}.ts`)
}

/** The file of a server that nobody here wrote. */
export function realFile(name: RealName): string {
  return join(dirname(require.resolve(`@modelcontextprotocol/server-${name}/package.json`)), 'dist/index.js')
}

/** A fixture server as a local command. */
export function fixture(name: FixtureName, ...args: readonly string[]): ServerEntry {
  return { command: process.execPath, args: [fixtureFile(name), ...args] }
}

/** One of the official servers as a local command. server-memory would keep what it learns beside its own code, for the next spec to find. */
export function real(name: RealName, ...args: readonly string[]): ServerEntry {
  const memory = { MEMORY_FILE_PATH: join(tmpdir(), `parley-memory-${randomUUID()}.jsonl`) }
  return { command: process.execPath, args: [realFile(name), ...args], ...(name === 'memory' && { env: memory }) }
}

export function remote(url: string): ServerEntry {
  return { type: 'http', url }
}

/** The same server, with fields of Parley's own. */
export function withParley(entry: ServerEntry, parley: object): ServerEntry {
  return { ...entry, parley }
}
