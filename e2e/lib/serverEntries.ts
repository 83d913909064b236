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
  | 'apps'
  | 'asksUser'
  | 'asksUser2026'
  | 'checkedApps'
  | 'slow'
  | 'crashing'
  | 'noisy'
  | 'hostile'
  | 'manyTools'
  | 'longResults'
  | 'longWork'
  | 'media'
  | 'library'
  | 'orphanMaker'
  | 'paintedApp'
  | 'skills'
  | 'promptInjection'
  | 'rugPull'
  | 'sameNames'
  | 'usesModel'
type RealName = 'everything' | 'filesystem' | 'memory'

const require = createRequire(import.meta.url)

/** Returns the file of a fixture server. Node runs its TypeScript directly. */
export function fixtureFile(name: string): string {
  return join(import.meta.dirname, '../servers', `${name}.ts`)
}

/** Returns the file of a third-party server. */
export function realFile(name: RealName): string {
  return join(dirname(require.resolve(`@modelcontextprotocol/server-${name}/package.json`)), 'dist/index.js')
}

/** Returns the entry of a fixture server as a local command. */
export function fixture(name: FixtureName, ...args: readonly string[]): ServerEntry {
  return { command: process.execPath, args: [fixtureFile(name), ...args] }
}

/**
 * Returns the entry of an official server as a local command. It sets another file for server-memory. By default, server-memory saves its
 * data beside its own code, where the next spec would find it.
 */
export function real(name: RealName, ...args: readonly string[]): ServerEntry {
  const memory = { MEMORY_FILE_PATH: join(tmpdir(), `parley-memory-${randomUUID()}.jsonl`) }
  return { command: process.execPath, args: [realFile(name), ...args], ...(name === 'memory' && { env: memory }) }
}

export function remote(url: string): ServerEntry {
  return { type: 'http', url }
}

/** Adds Parley's own fields to an entry. */
export function withParley(entry: ServerEntry, parley: object): ServerEntry {
  return { ...entry, parley }
}
