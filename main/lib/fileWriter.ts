import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { AppError } from '../../shared/errors/appError'
import { diskFailure } from '../../shared/errors/diskFailure'

/** Writes a file that a person saves. It has its name only when all of it is written. */
export class FileWriter {
  readonly path: string
  readonly #temporary: string
  readonly #handle: FileHandle

  private constructor(path: string, temporary: string, handle: FileHandle) {
    this.path = path
    this.#temporary = temporary
    this.#handle = handle
  }

  /**
   * Begins a file, under another name beside its own.
   * @param unique makes that name different from all others
   * @throws {AppError} NOT_SAVED
   */
  static async create(path: string, unique: string): Promise<FileWriter> {
    const temporary = `${path}.${unique}.tmp`
    return new FileWriter(path, temporary, await saving(() => open(temporary, 'wx', 0o600)))
  }

  /** @throws {AppError} NOT_SAVED */
  async write(bytes: Uint8Array): Promise<void> {
    await saving(() => this.#handle.writeFile(bytes))
  }

  /**
   * Gives the file its name. Replaces what had it.
   * @throws {AppError} NOT_SAVED
   */
  async finish(): Promise<void> {
    await saving(async () => {
      await this.#handle.sync()
      await this.#handle.close()
      await rename(this.#temporary, this.path)
    })
  }

  /** Removes what was written. */
  async discard(): Promise<void> {
    // A full disk may refuse even that.
    await this.#handle.close().catch(() => undefined)
    await rm(this.#temporary, { force: true })
  }
}

async function saving<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw new AppError('NOT_SAVED', { reason: diskFailure(thrown) ?? 'common.fileNotSaved' }, { cause: thrown })
  }
}
