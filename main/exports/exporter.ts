import { basename } from 'node:path'
import type { ConversationSummary } from '../../shared/domain/chat'
import { ExportId, type ConversationId } from '../../shared/domain/ids'
import type { ExportOptions, ExportStep, StartedExport } from '../../shared/domain/transfer/conversationExport'
import { AppError } from '../../shared/errors/appError'
import { english, type Translator } from '../../shared/i18n/translator'
import type { Clock } from '../lib/clock'
import { FileWriter } from '../lib/fileWriter'
import type { ExportedBytes } from './exportBytes'
import { archiveName, ExportFileNames } from './exportFileNames'
import type { ConversationSource } from './exportReader'
import type { FileContents } from './pagePictures'

/** A step has at least so many bytes, as long as there are some. */
const STEP_BYTES = 256 * 1024
/** A step of many small conversations ends after this time, so that the screen says how far it is. */
const STEP_MS = 200

export interface ExporterDeps {
  readonly source: ConversationSource & { readonly list: () => readonly ConversationSummary[] }
  readonly clock: Clock
  /** Asks where to save a file. Absent when the page saves it. */
  readonly pickSaveFile?: ((name: string) => Promise<string | undefined>) | undefined
  readonly showInFolder?: ((path: string) => void) | undefined
  readonly translator?: (() => Promise<Translator>) | undefined
  /** Reads attached pictures, for pages. Absent: they are only named. */
  readonly files?: FileContents | undefined
}

export interface ExportRequest extends ExportOptions {
  /** Absent: all conversations. */
  readonly conversationId?: ConversationId | undefined
  readonly to: 'file' | 'page'
}

interface RunningExport {
  readonly id: ExportId
  readonly bytes: AsyncGenerator<ExportedBytes>
  /** How many conversations are written. */
  done: number
  /** Absent when the page takes the bytes. */
  readonly file?: FileWriter
}

/** The owner of the export that goes on: there is one at most. The page asks for each step, so that one that closes leaves nothing running. */
export class Exporter implements AsyncDisposable {
  readonly #deps: ExporterDeps
  #running: RunningExport | undefined
  #written: { readonly id: ExportId; readonly path: string } | undefined

  constructor(deps: ExporterDeps) {
    this.#deps = deps
  }

  /**
   * Begins an export. Null when the person cancelled the dialog that asks where to save it.
   * @throws {AppError} NOT_FOUND, NOT_SAVED
   */
  async begin({ conversationId, to, ...options }: ExportRequest): Promise<StartedExport | null> {
    const { source, clock, pickSaveFile } = this.#deps
    const ids = conversationId === undefined ? source.list().map(({ id }) => id) : [conversationId]
    const suggested = conversationId === undefined ? archiveName(clock.now()) : this.#fileName(conversationId, options)
    const path = to === 'file' ? await pickSaveFile?.(suggested) : undefined
    if (to === 'file' && pickSaveFile && path === undefined) return null
    await this.#end()
    const id = ExportId.parse(clock.newId())
    // Its library for archives computes tables as it is loaded, which would be a twentieth of the host's start.
    const { exportAll, exportConversation } = await import('./exportBytes')
    const asked = { ...options, source, files: this.#deps.files, translator: (await this.#deps.translator?.()) ?? english }
    const bytes = conversationId === undefined ? exportAll(ids, asked) : exportConversation(conversationId, asked)
    this.#running = { id, bytes, done: 0, ...(path !== undefined && { file: await FileWriter.create(path, clock.newId()) }) }
    return { exportId: id, name: path === undefined ? suggested : basename(path), conversations: ids.length }
  }

  /**
   * Writes or returns the next part.
   * @throws {AppError} NOT_FOUND, NOT_SAVED
   */
  async next(id: ExportId): Promise<ExportStep> {
    const running = this.#running
    if (running?.id !== id) throw new AppError('NOT_FOUND', { reason: 'exports.gone' })
    try {
      return await this.#step(running)
    } catch (thrown) {
      await this.#end()
      throw thrown
    }
  }

  /** Ends an export, and removes what was written of it. */
  async cancel(id: ExportId): Promise<void> {
    if (this.#running?.id === id) await this.#end()
  }

  /** @throws {AppError} NOT_FOUND when this export has no file. */
  showInFolder(id: ExportId): void {
    if (this.#written?.id !== id || !this.#deps.showInFolder) throw new AppError('NOT_FOUND', { reason: 'exports.gone' })
    this.#deps.showInFolder(this.#written.path)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end()
  }

  #fileName(conversationId: ConversationId, { format }: ExportOptions): string {
    return new ExportFileNames().next(this.#deps.source.load(conversationId).title, format)
  }

  async #step(running: RunningExport): Promise<ExportStep> {
    const { id, bytes, file } = running
    const until = performance.now() + STEP_MS
    const parts: Uint8Array[] = []
    let size = 0
    let ended = false
    while (!ended && size < STEP_BYTES && performance.now() < until) {
      const next = await bytes.next()
      ended = next.done === true
      if (next.done === true) break
      running.done = next.value.done
      parts.push(next.value.bytes)
      size += next.value.bytes.length
    }
    const { done } = running
    const together = Buffer.concat(parts)
    if (!file) {
      if (ended) this.#running = undefined
      return { done, ended, bytes: together.toString('base64') }
    }
    await file.write(together)
    if (ended) {
      await file.finish()
      this.#running = undefined
      this.#written = { id, path: file.path }
    }
    return { done, ended }
  }

  async #end(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    await running?.file?.discard()
  }
}
