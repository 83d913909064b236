// Runs as a separate thread, and in tests directly from this file. So it imports only types from Parley, no code.
import { setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { MessageRecordRow } from './trafficWorkerSupervisor'

interface Bounds {
  readonly messageRecordsKept: number
  readonly messageRecordBytesKept: number
  readonly messageRecordBytesPerServer: number
}

type Order =
  | { readonly do: 'hide'; readonly texts: readonly string[] }
  | { readonly do: 'write'; readonly rows: readonly MessageRecordRow[]; readonly bounds: Bounds }
  | { readonly do: 'rename'; readonly from: string; readonly to: string }
  | { readonly do: 'tell' }
  | { readonly do: 'end' }

/** How long SQLite waits for another writing thread or process. */
const BUSY_MS = 5_000
/** Rows of one transaction. */
const TOGETHER = 500
/** Old messages of a server are deleted after this many new messages, or after this many new bytes. */
const SWEEP_EVERY = 1_000
const SWEEP_BYTES = 8 * 1024 * 1024
/** Messages older than this are deleted too, also those of servers that are no longer used. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000

// Calls have priority over their record. The difference is small enough that this thread can finish a transaction soon. On Linux the
// priority applies to this thread only. Elsewhere it would apply to all of Parley.
if (process.platform === 'linux') setPriority(0, 15)

/** Passed by `TrafficWorkerSupervisor`, which is the only one to start this thread. */
const known: { readonly file: string; readonly hidden: readonly string[] } = workerData
const database = new DatabaseSync(known.file, { timeout: BUSY_MS })
// What is deleted is overwritten, as by the other connections to this file.
database.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON')
const insert = database.prepare(
  'INSERT INTO message_record (server, connection, call, at, direction, bytes, json) VALUES (?, ?, ?, ?, ?, ?, ?)',
)
const unswept = new Map<string, { count: number; bytes: number }>()
/** Makes the first message of a server delete what earlier runs left behind. */
const unseen = { count: SWEEP_EVERY, bytes: SWEEP_BYTES }
let { hidden } = known

function write(rows: readonly MessageRecordRow[], bounds: Bounds): void {
  for (let start = 0; start < rows.length; start += TOGETHER) insertTogether(rows.slice(start, start + TOGETHER), bounds)
  for (const [server, { count, bytes }] of unswept) {
    if (count < SWEEP_EVERY && bytes < SWEEP_BYTES) continue
    unswept.set(server, { count: 0, bytes: 0 })
    sweep(server, beyondCount(server, bounds))
    if (bytes >= SWEEP_BYTES) sweep(server, beyondBytes(server, bounds))
  }
}

/** Inserts rows in one short transaction, because all other writers wait for its end. */
function insertTogether(rows: readonly MessageRecordRow[], bounds: Bounds): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const row of rows) insertRow(row, bounds.messageRecordBytesKept)
    database.exec('COMMIT')
  } catch (thrown) {
    // A full disk may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw thrown
  }
}

function insertRow([server, connection, call, at, direction, bytes, json, cut]: MessageRecordRow, bytesKept: number): void {
  // Remove secrets before the cut, because the cut could split one.
  const clean = withoutHidden(json)
  const text = (cut ? withoutCutEnd(clean) : clean).slice(0, bytesKept)
  insert.run(server, connection, call, at, direction, bytes, text)
  const since = unswept.get(server) ?? unseen
  unswept.set(server, { count: since.count + 1, bytes: since.bytes + text.length })
}

function withoutHidden(text: string): string {
  return hidden.reduce((clean, secret) => (clean.includes(secret) ? clean.replaceAll(secret, '•••') : clean), text)
}

/** Removes a partial secret at the end of a cut text. Removing the other secrets moves that end into the kept part. */
function withoutCutEnd(text: string): string {
  let end = text.length
  // A shortened value was closed again after its cut.
  while (end > 0 && '"]}'.includes(text.charAt(end - 1))) end--
  const open = text.slice(0, end)
  return open.slice(0, end - Math.max(0, ...hidden.map((secret) => begunAtEnd(open, secret))))
}

/** Returns how many characters of a secret's beginning are at the end of a text. */
function begunAtEnd(text: string, secret: string): number {
  const last = text.at(-1)
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
    if (secret[length - 1] === last && text.endsWith(secret.slice(0, length))) return length
  }
  return 0
}

function sweep(server: string, newestToGo: unknown): void {
  if (typeof newestToGo === 'number') database.prepare('DELETE FROM message_record WHERE server = ? AND id <= ?').run(server, newestToGo)
}

function beyondCount(server: string, { messageRecordsKept }: Bounds): unknown {
  return database
    .prepare('SELECT id FROM message_record WHERE server = ? ORDER BY id DESC LIMIT 1 OFFSET ?')
    .get(server, messageRecordsKept)?.['id']
}

/** Returns the id of the newest message that no longer fits, counted from the end. */
function beyondBytes(server: string, { messageRecordBytesKept, messageRecordBytesPerServer }: Bounds): unknown {
  return database
    .prepare(
      `SELECT max(id) AS id FROM (
         SELECT id, sum(min(bytes, ?)) OVER (ORDER BY id DESC) AS together FROM message_record WHERE server = ?
       ) WHERE together > ?`,
    )
    .get(messageRecordBytesKept, server, messageRecordBytesPerServer)?.['id']
}

/** Deletes messages that are too old. The oldest have the lowest ids, so this reads no more than it deletes. */
function forgetOld(): void {
  database
    .prepare('DELETE FROM message_record WHERE id < coalesce((SELECT id FROM message_record WHERE at >= ? ORDER BY id LIMIT 1), 9e18)')
    .run(Date.now() - KEPT_MS)
}

function obey(order: Order): void {
  switch (order.do) {
    case 'hide':
      hidden = order.texts
      return
    case 'write':
      return write(order.rows, order.bounds)
    case 'rename':
      return void database.prepare('UPDATE message_record SET server = ? WHERE server = ?').run(order.to, order.from)
    case 'tell':
      return
    case 'end':
      database.close()
      parentPort?.close()
  }
}

parentPort?.on('message', (order: Order) => {
  try {
    obey(order)
    parentPort?.postMessage({ did: order.do })
  } catch (thrown) {
    parentPort?.postMessage({ did: order.do, failed: messageOf(thrown) })
  }
})

// If the database is busy, old messages stay for one more run. That must not stop recording.
try {
  forgetOld()
  parentPort?.postMessage({ did: 'start' })
} catch (thrown) {
  parentPort?.postMessage({ did: 'start', failed: messageOf(thrown) })
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
