import { readFileSync, writeFileSync } from 'node:fs'
import { ServerId } from '../../../shared/domain/ids'
import { systemClock } from '../../lib/clock'
import { Database } from '../../storage/database'
import { temporaryFolder } from '../../storage/testing/temporaryFolder'
import { LaunchRecords } from '../launchRecords'
import { ServerRegistry } from '../serverRegistry'

export interface OpenServers extends Disposable {
  readonly database: Database
  readonly records: LaunchRecords
  readonly registry: ServerRegistry
}

/** A data folder that a test can open repeatedly, like Parley from run to run, and edit by hand in between. */
export interface DataFolder extends Disposable {
  open(): OpenServers
  write(servers: unknown): void
  writeText(text: string): void
  text(): string
  file(name: string): string
}

export function dataFolder(): DataFolder {
  const folder = temporaryFolder()
  const path = folder.file('servers.json')
  const writeText = (text: string): void => writeFileSync(path, text)
  return {
    open: () => {
      const database = new Database(folder.file('parley.db'))
      const records = new LaunchRecords({ database, clock: systemClock })
      const registry = new ServerRegistry({ path, records, clock: systemClock })
      return {
        database,
        records,
        registry,
        [Symbol.dispose]: () => {
          registry[Symbol.dispose]()
          database.close()
        },
      }
    },
    write: (servers) => writeText(JSON.stringify({ mcpServers: servers })),
    writeText,
    text: () => readFileSync(path, 'utf8'),
    file: folder.file,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

export const id = (name: string): ServerId => ServerId.parse(name)

/** Resolves as soon as the registry publishes a list for which `is` returns true. */
export function untilServers(registry: ServerRegistry, is: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = registry.changes.subscribe(() => {
      if (!is()) return
      stop()
      resolve()
    })
  })
}
