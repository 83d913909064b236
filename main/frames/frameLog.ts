import type { Frame } from '../../shared/domain/frame'
import type { CallId, ConnectionId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import { log } from '../lib/log'
import { redact } from '../lib/redact'

const FLUSH_MS = 250
const BATCH = 500
/** Old frames are swept away after so many new ones. */
const SWEEP_EVERY = 1_000

/** The part of the database that frames use. */
export interface FrameDatabase {
  run(sql: string, ...params: (string | number | null)[]): void
  all<T>(sql: string, ...params: (string | number | null)[]): T[]
  transaction<T>(work: () => T): T
}

interface Row {
  readonly id: number
  readonly server: ServerId
  readonly connection: ConnectionId
  readonly call: CallId | null
  readonly at: number
  readonly direction: Frame['direction']
  readonly bytes: number
  readonly json: string
}

/** The owner of recorded frames: written in batches, bounded per server, and never with a secret in them. */
export class FrameLog {
  readonly #database: FrameDatabase
  readonly #limits: () => Limits
  #waiting: Omit<Frame, 'id'>[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #sinceSweep = new Map<ServerId, number>()

  constructor(deps: { readonly database: FrameDatabase; readonly limits: () => Limits }) {
    this.#database = deps.database
    this.#limits = deps.limits
  }

  record(frame: Omit<Frame, 'id'>): void {
    this.#waiting.push(frame)
    if (this.#waiting.length >= BATCH) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref()
  }

  ofCall(callId: CallId): readonly Frame[] {
    this.flush()
    return this.#database.all<Row>('SELECT * FROM frame WHERE call = ? ORDER BY id', callId).map(toFrame)
  }

  /** The last frames of a server, oldest first. */
  ofServer(serverId: ServerId, limit: number): readonly Frame[] {
    this.flush()
    return this.#database
      .all<Row>('SELECT * FROM frame WHERE server = ? ORDER BY id DESC LIMIT ?', serverId, limit)
      .map(toFrame)
      .toReversed()
  }

  /** A server was given another name; what was recorded of it goes with it. */
  renameServer(from: ServerId, to: ServerId): void {
    this.flush()
    this.#database.run('UPDATE frame SET server = ? WHERE server = ?', to, from)
  }

  /** Writes what still waits. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const frames = this.#waiting
    if (frames.length === 0) return
    this.#waiting = []
    try {
      this.#write(frames)
    } catch (thrown) {
      // A full disk must not end the calls that these frames are about.
      log('warn', 'Frames could not be recorded', { count: frames.length, error: thrown })
    }
  }

  #write(frames: readonly Omit<Frame, 'id'>[]): void {
    const { frameBytesKept } = this.#limits()
    this.#database.transaction(() => {
      for (const frame of frames) this.#insert(frame, frameBytesKept)
    })
    for (const frame of frames) this.#sinceSweep.set(frame.serverId, (this.#sinceSweep.get(frame.serverId) ?? 0) + 1)
    for (const [serverId, count] of this.#sinceSweep) if (count >= SWEEP_EVERY) this.#sweep(serverId)
  }

  #insert(frame: Omit<Frame, 'id'>, bytesKept: number): void {
    this.#database.run(
      'INSERT INTO frame (server, connection, call, at, direction, bytes, json) VALUES (?, ?, ?, ?, ?, ?, ?)',
      frame.serverId,
      frame.connectionId,
      frame.callId ?? null,
      frame.at,
      frame.direction,
      frame.bytes,
      // Secrets are taken out before the cut, which could go through the middle of one.
      redact(frame.json).slice(0, bytesKept),
    )
  }

  #sweep(serverId: ServerId): void {
    this.#sinceSweep.delete(serverId)
    this.#database.run(
      'DELETE FROM frame WHERE server = ? AND id <= (SELECT id FROM frame WHERE server = ? ORDER BY id DESC LIMIT 1 OFFSET ?)',
      serverId,
      serverId,
      this.#limits().framesKept,
    )
  }
}

function toFrame(row: Row): Frame {
  return {
    id: row.id,
    serverId: row.server,
    connectionId: row.connection,
    ...(row.call !== null && { callId: row.call }),
    at: row.at,
    direction: row.direction,
    bytes: row.bytes,
    json: row.json,
  }
}
