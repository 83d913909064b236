import { rmSync } from 'node:fs'
import type { Limits } from '../../shared/domain/defaultLimits'
import { ImportId, UploadId, type UndoId } from '../../shared/domain/ids'
import type { ImportProgress, ImportSummary } from '../../shared/domain/transfer/conversationImport'
import { AppError } from '../../shared/errors/appError'
import type { ConversationList } from '../chat/conversationList'
import type { ConversationStore } from '../chat/conversationStore'
import { FileUploads, type UploadedFile } from '../files/fileUploads'
import type { Clock } from '../lib/clock'
import type { Database } from '../storage/database'
import { ImportRun } from './importRun'
import { ImportTable } from './importTable'

/** An import whose page no longer asks for the next step ends after this time. */
const REST_MS = 120_000
/** The largest file. Exports of years of conversations have hundreds of megabytes. */
const MOST_BYTES = 4 * 1024 ** 3

export interface ImporterDeps {
  readonly database: Database
  readonly store: ConversationStore
  readonly list: ConversationList
  /** Where files are while they are handed over and read. */
  readonly folder: string
  /** Absolute path of the compiled worker. */
  readonly script: string
  readonly clock: Clock
  readonly limits: () => Pick<Limits, 'resultBytesToScreen'>
}

/** The owner of the import that goes on: there is one at most. A page hands over a file, and asks for each step, so that one that closes leaves nothing running. */
export class Importer implements AsyncDisposable {
  readonly #deps: ImporterDeps
  readonly #table: ImportTable
  readonly #uploads: FileUploads
  #run: ImportRun | undefined
  /** Resolves when the import that was begun last goes on: two pages that begin at once wait for each other. */
  #begun: Promise<unknown> = Promise.resolve()
  #stopResting: () => void = () => undefined

  constructor(deps: ImporterDeps) {
    this.#deps = deps
    this.#table = new ImportTable(deps.database)
    this.#uploads = new FileUploads({ folder: deps.folder, clock: deps.clock, limits: () => ({ fileBytes: MOST_BYTES }) })
  }

  /** Begins to take a file. @throws {AppError} INVALID_INPUT for an empty or too large file, CONFLICT, NOT_SAVED */
  begin(name: string, bytes: number): ImportId {
    return ImportId.parse(this.#uploads.begin(name, bytes))
  }

  /** @throws {AppError} NOT_FOUND, INVALID_INPUT if it is not the next piece, NOT_SAVED */
  append(id: ImportId, offset: number, data: Uint8Array): void {
    this.#uploads.append(UploadId.parse(id), offset, data)
  }

  /**
   * Reads and writes for a moment. The first step ends the handing over of the file, and any other import.
   * @throws {AppError} NOT_FOUND, INVALID_INPUT if bytes of the file are missing, NOT_SAVED. It ends then, and keeps what it brought.
   */
  async next(id: ImportId): Promise<ImportProgress> {
    const run = this.#run?.id === id ? this.#run : await this.#replaceBy(id)
    this.#stopResting()
    try {
      return await run.step()
    } finally {
      if (this.#run === run && !run.hasEnded) this.#rest(run)
    }
  }

  /** Ends an import, and returns what it did. What it brought until now stays. Null when nothing of it was read yet. */
  async cancel(id: ImportId): Promise<ImportProgress | null> {
    this.#uploads.cancel(UploadId.parse(id))
    const run = this.#run
    if (run?.id !== id) return null
    await this.#end()
    return run.progress()
  }

  /** Returns the imports of which something is still there, the latest first. */
  imports(): readonly ImportSummary[] {
    return this.#table.list()
  }

  /**
   * Removes what an import brought and is still there. `chat.restore` brings it back until the next start.
   * @throws {AppError} NOT_FOUND
   */
  undo(id: ImportId): { undoId: UndoId } {
    return this.#deps.list.remove(this.#table.conversations(id))
  }

  /** Called once, after conversations were removed for good: removes what a Parley that was killed has left. */
  sweep(): void {
    this.#uploads.sweep()
    this.#table.sweep()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Whoever begins after this finds no file.
    this.#uploads[Symbol.dispose]()
    await this.#begun
    await this.#end()
  }

  #replaceBy(id: ImportId): Promise<ImportRun> {
    const begun = this.#begun.then(async () => {
      if (this.#run?.id === id) return this.#run
      const file = this.#take(id)
      await this.#end()
      this.#run = this.#start(id, file)
      return this.#run
    })
    // Whoever begins next does not hear of this one's failure.
    this.#begun = begun.catch(() => undefined)
    return begun
  }

  #take(id: ImportId): UploadedFile {
    try {
      return this.#uploads.finish(UploadId.parse(id))
    } catch (thrown) {
      throw AppError.from(thrown).code === 'NOT_FOUND' ? new AppError('NOT_FOUND', { reason: 'imports.gone' }, { cause: thrown }) : thrown
    }
  }

  #start(id: ImportId, file: UploadedFile): ImportRun {
    try {
      this.#table.add(id, this.#deps.clock.now(), file.name)
      return new ImportRun(id, file, { ...this.#deps, table: this.#table, onConversation: () => this.#deps.list.tell() })
    } catch (thrown) {
      rmSync(file.path, { force: true })
      throw thrown
    }
  }

  #rest(run: ImportRun): void {
    this.#stopResting()
    this.#stopResting = this.#deps.clock.after(REST_MS, () => void run.cancel())
  }

  async #end(): Promise<void> {
    this.#stopResting()
    const run = this.#run
    this.#run = undefined
    await run?.cancel()
  }
}
