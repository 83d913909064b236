import { createHash, type Hash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Limits } from '../../shared/domain/defaultLimits'
import { FileHash, UploadId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { fileLabel } from '../../shared/files/fileLabel'
import type { Clock } from '../lib/clock'

/** How many files may be handed over at once, and how long one may rest before it makes room for others. */
const MOST_UPLOADS = 40
const REST_MS = 120_000
const ENDING = '.part'

export interface FileUploadsDeps {
  readonly folder: string
  readonly clock: Clock
  readonly limits: () => Pick<Limits, 'fileBytes'>
}

/** A file that has come whole. `path` is where it is until it is kept. */
export interface UploadedFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly sha256: FileHash
}

interface Upload {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly descriptor: number
  readonly hash: Hash
  written: number
  touched: number
}

/** Takes files from a page in pieces, and writes each into a file of its own. None of them counts before it is whole. */
export class FileUploads implements Disposable {
  readonly #deps: FileUploadsDeps
  readonly #open = new Map<UploadId, Upload>()

  constructor(deps: FileUploadsDeps) {
    this.#deps = deps
  }

  /** @throws {AppError} INVALID_INPUT for an empty or too large file, CONFLICT for too many at once, NOT_SAVED */
  begin(given: string, bytes: number): UploadId {
    const name = fileLabel(given)
    const { fileBytes } = this.#deps.limits()
    if (bytes === 0) throw new AppError('INVALID_INPUT', { reason: 'files.empty', params: { name } })
    if (bytes > fileBytes) throw new AppError('INVALID_INPUT', { reason: 'files.tooLarge', params: { name, bytes, most: fileBytes } })
    this.#forgetResting()
    if (this.#open.size >= MOST_UPLOADS) throw new AppError('CONFLICT', { reason: 'files.tooManyAtOnce', params: { name } })
    const id = UploadId.parse(this.#deps.clock.newId())
    mkdirSync(this.#deps.folder, { recursive: true, mode: 0o700 })
    const path = join(this.#deps.folder, `${id}${ENDING}`)
    const descriptor = openSync(path, 'wx', 0o600)
    this.#open.set(id, { name, path, bytes, descriptor, hash: createHash('sha256'), written: 0, touched: this.#deps.clock.now() })
    return id
  }

  /** @throws {AppError} NOT_FOUND, INVALID_INPUT if it is not the next piece, NOT_SAVED, after which the file is forgotten */
  append(id: UploadId, offset: number, data: Uint8Array): void {
    const upload = this.#find(id)
    if (offset !== upload.written || offset + data.length > upload.bytes)
      throw new AppError('INVALID_INPUT', { reason: 'files.wrongPiece', params: { name: upload.name } })
    try {
      for (let at = 0; at < data.length;) at += writeSync(upload.descriptor, data, at)
    } catch (thrown) {
      this.cancel(id)
      throw thrown
    }
    upload.hash.update(data)
    upload.written += data.length
    upload.touched = this.#deps.clock.now()
  }

  /**
   * Ends a file that has come whole, and gives it away: whoever takes it moves or removes it.
   * @throws {AppError} NOT_FOUND, INVALID_INPUT if bytes are missing, NOT_SAVED. It is forgotten then.
   */
  finish(id: UploadId): UploadedFile {
    const upload = this.#find(id)
    const { name, path, bytes, descriptor, hash } = upload
    try {
      if (upload.written < bytes) throw new AppError('INVALID_INPUT', { reason: 'files.notWhole', params: { name } })
      fsyncSync(descriptor)
    } catch (thrown) {
      this.cancel(id)
      throw thrown
    }
    this.#open.delete(id)
    closeSync(descriptor)
    return { name, path, bytes, sha256: FileHash.parse(hash.digest('hex')) }
  }

  cancel(id: UploadId): void {
    const upload = this.#open.get(id)
    if (!upload) return
    this.#open.delete(id)
    closeSync(upload.descriptor)
    rmSync(upload.path, { force: true })
  }

  /** Removes what an earlier Parley left, which was killed. */
  sweep(): void {
    const own = new Set(Array.from(this.#open.values(), ({ path }) => path))
    for (const path of namesIn(this.#deps.folder).map((name) => join(this.#deps.folder, name)))
      if (path.endsWith(ENDING) && !own.has(path)) rmSync(path, { force: true })
  }

  [Symbol.dispose](): void {
    for (const id of this.#open.keys()) this.cancel(id)
  }

  #find(id: UploadId): Upload {
    const upload = this.#open.get(id)
    if (!upload) throw new AppError('NOT_FOUND', { reason: 'files.uploadGone' })
    return upload
  }

  /** A page that was closed finishes nothing. */
  #forgetResting(): void {
    const before = this.#deps.clock.now() - REST_MS
    for (const [id, { touched }] of this.#open) if (touched < before) this.cancel(id)
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return []
    throw thrown
  }
}
