import { DownloadId } from '../../shared/domain/ids'
import type { StartedDownload } from '../../shared/domain/transfer/download'
import { AppError } from '../../shared/errors/appError'
import { downloadName } from '../../shared/lib/downloadName'
import type { Clock } from '../lib/clock'
import { FileWriter } from '../lib/fileWriter'

export interface DownloadsDeps {
  readonly clock: Clock
  /** Asks where to save a file. Absent when the page saves it. */
  readonly pickSaveFile?: ((name: string) => Promise<string | undefined>) | undefined
}

interface RunningDownload {
  readonly id: DownloadId
  readonly file: FileWriter
  /** How many bytes are written. */
  written: number
}

/** The owner of the file that a page saves: there is one at most. Only the person says where it goes. */
export class Downloads implements AsyncDisposable {
  readonly #deps: DownloadsDeps
  #running: RunningDownload | undefined

  constructor(deps: DownloadsDeps) {
    this.#deps = deps
  }

  /**
   * Asks where to save a file, and begins it. Ends one that was not written to its end. Null when the person cancelled the dialog.
   * @throws {AppError} NOT_SAVED
   */
  async begin(name: string): Promise<StartedDownload | null> {
    const { clock, pickSaveFile } = this.#deps
    if (!pickSaveFile) return { to: 'page' }
    const path = await pickSaveFile(downloadName(name))
    if (path === undefined) return null
    await this.#end()
    const id = DownloadId.parse(clock.newId())
    this.#running = { id, file: await FileWriter.create(path, clock.newId()), written: 0 }
    return { to: 'file', downloadId: id }
  }

  /**
   * Writes the next piece.
   * @throws {AppError} NOT_FOUND, INVALID_INPUT, NOT_SAVED
   */
  async append(id: DownloadId, offset: number, bytes: Uint8Array): Promise<void> {
    const running = this.#require(id)
    if (offset !== running.written) throw new AppError('INVALID_INPUT', { reason: 'downloads.otherPiece' })
    // Counted before it is written, so that the same piece cannot be written twice.
    running.written += bytes.length
    await this.#orEnd(() => running.file.write(bytes))
  }

  /**
   * Gives the file its name.
   * @throws {AppError} NOT_FOUND, NOT_SAVED
   */
  async finish(id: DownloadId): Promise<void> {
    const { file } = this.#require(id)
    await this.#orEnd(() => file.finish())
    this.#running = undefined
  }

  /** Ends a download, and removes what was written of it. */
  async cancel(id: DownloadId): Promise<void> {
    if (this.#running?.id === id) await this.#end()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end()
  }

  #require(id: DownloadId): RunningDownload {
    if (this.#running?.id !== id) throw new AppError('NOT_FOUND', { reason: 'downloads.gone' })
    return this.#running
  }

  async #orEnd(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      await this.#end()
      throw thrown
    }
  }

  async #end(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    await running?.file.discard()
  }
}
