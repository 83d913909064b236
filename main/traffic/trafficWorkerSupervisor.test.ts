import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { Database } from '../storage/database'
import { TrafficWorkerSupervisor, type MessageRecordRow } from './trafficWorkerSupervisor'

const bounds = { messageRecordsKept: 100, messageRecordBytesKept: 1_000, messageRecordBytesPerServer: 10_000 }
const row = (server: string, json: string): MessageRecordRow => [server, 'n', null, Date.now(), 'sent', json.length, json, false]
const write = (...rows: readonly MessageRecordRow[]) => ({ do: 'write' as const, rows, bounds })

/** A database, and a thread that records each start. The thread ends at its first starts, or at a message of the server `deadly`. */
class Folder implements Disposable {
  readonly #path = mkdtempSync(join(tmpdir(), 'parley-thread-'))
  readonly #starts = join(this.#path, 'starts')
  readonly #script = join(this.#path, 'thread.mjs')
  readonly file = join(this.#path, 'parley.db')
  readonly database = new Database(this.file)

  constructor({ badStarts = 0 } = {}) {
    const worker = pathToFileURL(join(import.meta.dirname, 'trafficWorker.ts')).href
    writeFileSync(this.#starts, '')
    // Registers its listener together with the real thread's, and before it. A message in between would be lost.
    writeFileSync(
      join(this.#path, 'deadly.mjs'),
      `import { appendFileSync, readFileSync } from 'node:fs'
       import { parentPort } from 'node:worker_threads'
       appendFileSync(${JSON.stringify(this.#starts)}, '.')
       if (readFileSync(${JSON.stringify(this.#starts)}, 'utf8').length <= ${badStarts}) throw new Error('no start')
       parentPort.on('message', (order) => {
         if (order.rows?.some(([server]) => server === 'deadly')) process.exit(1)
       })`,
    )
    writeFileSync(this.#script, `import './deadly.mjs'\nimport ${JSON.stringify(worker)}`)
  }

  thread(...pausesMs: readonly number[]): TrafficWorkerSupervisor {
    return new TrafficWorkerSupervisor({ script: this.#script, file: this.file, pausesMs })
  }

  starts(): number {
    return readFileSync(this.#starts, 'utf8').length
  }

  texts(server: string): readonly string[] {
    return this.database.all('SELECT json FROM message_record WHERE server = ? ORDER BY id', server).map(({ json }) => String(json))
  }

  [Symbol.dispose](): void {
    this.database.close()
    rmSync(this.#path, { recursive: true })
  }
}

it('does everything that it was told when it could not start at first', { tags: ['slow'] }, async () => {
  using folder = new Folder({ badStarts: 2 })
  const thread = folder.thread(1, 1)
  void thread.tell(write(row('a', '1')))
  void thread.tell({ do: 'rename', from: 'a', to: 'b' })
  await thread.tell({ do: 'tell' })
  expect({ texts: folder.texts('b'), starts: folder.starts() }).toEqual({ texts: ['1'], starts: 3 })
  await thread.close()
})

it('loses no more than the messages at which a thread ended, and still knows every secret', { tags: ['slow'] }, async () => {
  using folder = new Folder()
  const thread = folder.thread(1)
  await thread.tell({ do: 'hide', texts: ['the secret'] })
  void thread.tell(write(row('a', 'before')))
  void thread.tell(write(row('deadly', 'x')))
  await thread.tell(write(row('a', 'after: the secret')))
  expect({ texts: folder.texts('a'), starts: folder.starts() }).toEqual({ texts: ['before', 'after: •••'], starts: 2 })
  await thread.close()
})

it('writes what is left before it closes, without the pause', { tags: ['slow'] }, async () => {
  using folder = new Folder({ badStarts: 1 })
  const thread = folder.thread(60_000)
  void thread.tell(write(row('a', 'last words')))
  await thread.close()
  expect(folder.texts('a')).toEqual(['last words'])
})

it('gives up after a few starts, and holds up nobody', { tags: ['slow'] }, async () => {
  using folder = new Folder({ badStarts: 99 })
  const thread = folder.thread(1, 1)
  await thread.tell(write(row('a', '1')))
  await thread.tell({ do: 'tell' })
  await thread.close()
  expect({ texts: folder.texts('a'), starts: folder.starts() }).toEqual({ texts: [], starts: 3 })
})
