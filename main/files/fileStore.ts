import { closeSync, existsSync, openSync, readSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ConversationId, FileHash, ProjectId, ServerId, UploadId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { FILE_PIECE_BYTES, type AttachedFile, type FilePiece, type FileTotal, type StoredFiles } from '../../shared/files/attachedFile'
import { fileLabel } from '../../shared/files/fileLabel'
import { imageHeader } from '../../shared/lib/imageHeader'
import type { FileReference } from '../../shared/rpc/files'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import type { Database } from '../storage/database'
import { syncFolder } from '../storage/writeAtomically'
import { detectFileType, type DetectedType } from './detectFileType'
import { FileTable, type ExtractedText } from './fileTable'
import { FileUploads, type UploadedFile } from './fileUploads'

/** How much of the beginning and of the end of a file says what it is. */
const LOOKED_AT_BYTES = 1024 * 1024
const SHOWN_CHARACTERS = 64_000
/** Among how many files a person finds one by its name. */
const MOST_LISTED = 500
/** Each takes a write of the disk, and nothing else of Parley runs meanwhile. */
const DELETED_AT_ONCE = 10

export interface FileStoreDeps {
  readonly database: Database
  /** The folder of the contents, one file each, named by its SHA-256. */
  readonly folder: string
  readonly clock: Clock
  readonly limits: () => Pick<Limits, 'fileBytes' | 'filePixels'>
  /** Takes the text out of a file. Never rejects for what is wrong with the file. */
  readonly extractText: (file: { readonly path: string; readonly type: string }, signal: AbortSignal) => Promise<ExtractedText>
}

/**
 * The owner of attached files: their contents, each kept once, and who refers to them. Its row is there before a content has its name, and
 * goes after it, so that a crash at any instant leaves nothing that nobody knows of.
 */
export class FileStore implements Disposable {
  readonly uploads: FileUploads
  readonly changes = new Emitter<void>()
  readonly #deps: FileStoreDeps
  readonly #table: FileTable
  #deleted = 0

  constructor(deps: FileStoreDeps) {
    this.#deps = deps
    this.#table = new FileTable(deps.database)
    this.uploads = new FileUploads(deps)
  }

  /**
   * Keeps a file that has come whole, with its text.
   * @throws {AppError} as `files.finish` says; the file is forgotten then
   */
  async finish(id: UploadId, signal: AbortSignal): Promise<AttachedFile> {
    const uploaded = this.uploads.finish(id)
    try {
      return await this.#keep(uploaded, signal)
    } finally {
      rmSync(uploaded.path, { force: true })
    }
  }

  /**
   * Keeps a text of a conversation as a file.
   * @param servers Those that brought something into the conversation.
   * @throws {AppError} as `files.begin` and `files.finish` say
   */
  async keepText(name: string, text: string, servers: readonly ServerId[], signal: AbortSignal): Promise<AttachedFile> {
    const content = Buffer.from(text)
    const id = this.uploads.begin(name, content.length)
    this.uploads.append(id, 0, content)
    const file = await this.finish(id, signal)
    this.#table.addServers(file.sha256, servers)
    return file
  }

  /** Returns the text of a file that was made of a conversation, and the servers that had brought something into that. Undefined without them. */
  fromServers(sha256: FileHash): { readonly servers: readonly ServerId[]; readonly text: string } | undefined {
    const servers = this.#table.servers(sha256)
    return servers.length === 0 ? undefined : { servers, text: this.#table.text(sha256) ?? '' }
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#table.renameServer(from, to)
  }

  /** Returns the files that messages have. The latest come first. */
  inMessages(): readonly AttachedFile[] {
    return this.#table.inMessages(MOST_LISTED)
  }

  find(sha256: FileHash): AttachedFile | undefined {
    return this.#table.find(sha256)
  }

  /**
   * Returns what is known of files that a person sends, under the names that they have there.
   * @throws {AppError} NOT_FOUND for the first one that is gone.
   */
  require(files: readonly FileReference[]): readonly AttachedFile[] {
    return files.map(({ sha256, name }) => {
      const file = this.#table.find(sha256)
      if (!file) throw new AppError('NOT_FOUND', { reason: 'files.gone', params: { name: fileLabel(name) } })
      return { ...file, name: fileLabel(name) }
    })
  }

  /** @throws {AppError} NOT_FOUND if it was deleted */
  read(sha256: FileHash, offset: number): FilePiece {
    const file = this.#table.find(sha256)
    if (!file) throw gone()
    return { data: readAt(this.#path(sha256), offset, FILE_PIECE_BYTES).toString('base64'), bytes: file.bytes }
  }

  /**
   * Reads a whole content.
   * @throws {AppError} NOT_FOUND if it was deleted
   */
  async content(sha256: FileHash, signal: AbortSignal): Promise<Buffer> {
    try {
      return await readFile(this.#path(sha256), { signal })
    } catch (thrown) {
      throw isMissing(thrown) ? gone() : thrown
    }
  }

  /** Returns the text that a model gets of a file. Undefined if it has none or is gone. */
  text(sha256: FileHash): string | undefined {
    return this.#table.text(sha256)
  }

  /** @throws {AppError} NOT_FOUND if it was deleted */
  shownText(sha256: FileHash): { readonly text: string; readonly more: boolean } {
    if (!this.#table.find(sha256)) throw gone()
    const text = this.#table.text(sha256) ?? ''
    return { text: text.slice(0, SHOWN_CHARACTERS).toWellFormed(), more: text.length > SHOWN_CHARACTERS }
  }

  saveDraft(conversationId: ConversationId, files: readonly FileReference[]): void {
    this.#table.setDraft(
      conversationId,
      files.map(({ sha256, name }) => ({ sha256, name: fileLabel(name) })),
    )
  }

  /** @throws {AppError} INVALID_INPUT when the unsent message would have too many. */
  addToDraft(conversationId: ConversationId, files: readonly FileReference[]): void {
    this.#table.addToDraft(conversationId, files)
  }

  /** Takes files that were sent out of an unsent message. What was attached since then stays. */
  takeFromDraft(conversationId: ConversationId, sent: readonly FileReference[]): void {
    this.#table.takeFromDraft(conversationId, sent)
  }

  ofDraft(conversationId: ConversationId): readonly AttachedFile[] {
    return this.#table.ofDraft(conversationId)
  }

  /** Sets which files a project has. They stay as long as it does. */
  saveOfProject(projectId: ProjectId, files: readonly FileReference[]): void {
    this.#table.setOfProject(projectId, files)
  }

  /** Returns the files of a project, or of each project. */
  ofProjects(projectId?: ProjectId): ReadonlyMap<ProjectId, readonly AttachedFile[]> {
    return this.#table.ofProjects(projectId)
  }

  stored(): StoredFiles {
    return { ...this.#table.total(), deleted: this.#deleted }
  }

  /** The files that were attached last before a time, in milliseconds. */
  totalBefore(time: number): FileTotal {
    return this.#table.totalBefore(time)
  }

  /**
   * Deletes what was attached last before a time, in milliseconds, in slices: what is attached again meanwhile stays. Messages keep the names.
   * @returns what went
   */
  async deleteBefore(time: number): Promise<FileTotal> {
    const total = { count: 0, bytes: 0 }
    for (;;) {
      const files = this.#table.attachedBefore(time, DELETED_AT_ONCE)
      if (files.length === 0) return total
      this.#remove(files.map(({ sha256 }) => sha256))
      total.count += files.length
      total.bytes += files.reduce((sum, { bytes }) => sum + bytes, 0)
      await turn()
    }
  }

  /** Called once, after conversations were removed for good: removes what nobody refers to, and what a killed Parley left half-written. */
  sweep(): void {
    try {
      this.uploads.sweep()
      this.#remove(this.#table.unreferenced())
    } catch (thrown) {
      // The next start tries again. Parley works without it.
      log('error', 'Attached files that nobody refers to could not be removed', { error: thrown })
    }
  }

  [Symbol.dispose](): void {
    this.uploads[Symbol.dispose]()
  }

  async #keep({ name, path, bytes, sha256 }: UploadedFile, signal: AbortSignal): Promise<AttachedFile> {
    const known = this.#table.find(sha256)
    if (known && existsSync(this.#path(sha256))) return { ...known, name }
    const detected = this.#detect(name, path, bytes)
    const extracted = known ? {} : await this.#deps.extractText({ path, type: detected.type }, signal)
    this.#table.add({ sha256, name, bytes, ...detected }, extracted, this.#deps.clock.now())
    renameSync(path, this.#path(sha256))
    syncFolder(this.#deps.folder)
    this.changes.emit()
    const file = this.#table.find(sha256)
    if (!file) throw gone()
    return { ...file, name }
  }

  /** @throws {AppError} INVALID_INPUT for a kind that no model can get, UNTRUSTED_CONTENT for a picture that is too large to be shown */
  #detect(name: string, path: string, bytes: number): DetectedType {
    const beginning = readAt(path, 0, LOOKED_AT_BYTES)
    const detected = detectFileType(name, beginning, readAt(path, Math.max(0, bytes - LOOKED_AT_BYTES), LOOKED_AT_BYTES))
    if (!detected) throw new AppError('INVALID_INPUT', { reason: 'files.unknownKind', params: { name } })
    const { filePixels } = this.#deps.limits()
    // A frame anywhere in a picture may be larger than the first one.
    const pixels = detected.width === undefined ? 0 : (imageHeader(readAt(path, 0, bytes))?.pixels ?? 0)
    if (pixels > filePixels)
      throw new AppError('UNTRUSTED_CONTENT', {
        reason: 'files.tooManyPixels',
        params: { name, megapixels: Math.ceil(pixels / 1e6), most: Math.floor(filePixels / 1e6) },
      })
    return detected
  }

  #remove(files: readonly FileHash[]): void {
    const removed: FileHash[] = []
    try {
      for (const sha256 of files) {
        rmSync(this.#path(sha256), { force: true })
        removed.push(sha256)
      }
    } finally {
      this.#table.remove(removed)
      this.#deleted += removed.length
      this.changes.emit()
    }
  }

  #path(sha256: FileHash): string {
    return join(this.#deps.folder, sha256)
  }
}

function gone(): AppError {
  return new AppError('NOT_FOUND', { reason: 'files.deleted' })
}

/** @throws {AppError} NOT_FOUND */
function readAt(path: string, offset: number, length: number): Buffer {
  let descriptor
  try {
    descriptor = openSync(path, 'r')
    const buffer = Buffer.alloc(length)
    return buffer.subarray(0, readSync(descriptor, buffer, 0, length, offset))
  } catch (thrown) {
    throw isMissing(thrown) ? gone() : thrown
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}
