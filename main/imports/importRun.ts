import { rmSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ImportId } from '../../shared/domain/ids'
import {
  skipReasons,
  type EarlyEnding,
  type ImportProgress,
  type Skipped,
  type SkipReason,
} from '../../shared/domain/transfer/conversationImport'
import { AppError } from '../../shared/errors/appError'
import type { ConversationStore } from '../chat/conversationStore'
import type { UploadedFile } from '../files/fileUploads'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { Database } from '../storage/database'
import { writeImportedConversation } from './writeImportedConversation'
import type { ImportedConversation } from './importedConversation'
import type { ImportTable } from './importTable'
import { startFileReaderThread } from '../lib/startFileReaderThread'
import type { ImportTask } from './importWorker'
import type { ImportLimits, PlacedFinding } from './readImportFile'

/** A step ends after this time, so that the screen says how far it is. */
const STEP_MS = 200
/** What wants more ends its thread alone. */
const MEMORY_MB = 1_024
const MOST_TITLES = 10
const importLimits: ImportLimits = { conversationBytes: 64 * 1024 ** 2, depth: 200, unpackedBytes: 16 * 1024 ** 3, entries: 20_000 }

export interface ImportRunDeps {
  readonly database: Database
  readonly store: ConversationStore
  readonly table: ImportTable
  /** Absolute path of the compiled worker. */
  readonly script: string
  readonly clock: Clock
  readonly limits: () => Pick<Limits, 'resultBytesToScreen'>
  /** Called when another conversation is whole. */
  readonly onConversation: () => void
}

/** One import: a thread reads the file, and this side writes what it finds, in steps. Nothing in the file runs. */
export class ImportRun {
  readonly id: ImportId
  readonly #deps: ImportRunDeps
  readonly #file: UploadedFile
  readonly #worker: Worker
  readonly #work: AsyncGenerator<void>
  readonly #skipped = new Map<SkipReason, { count: number; readonly titles: string[] }>()
  /** How much of the file is read, and what is in it written, in bytes. */
  #read = 0
  #conversations = 0
  #messages = 0
  #early: EarlyEnding | undefined
  #hasEnded = false
  #step: Promise<ImportProgress> | undefined

  /** Takes the file: it is removed when the import ends. */
  constructor(id: ImportId, file: UploadedFile, deps: ImportRunDeps) {
    this.id = id
    this.#file = file
    this.#deps = deps
    this.#worker = startWorker(file, deps)
    this.#work = this.#takeAll()
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  progress(): ImportProgress {
    const { bytes } = this.#file
    return {
      read: this.#hasEnded && !this.#early ? bytes : this.#read,
      bytes,
      conversations: this.#conversations,
      messages: this.#messages,
      skipped: skipReasons.flatMap((reason): readonly Skipped[] => {
        const found = this.#skipped.get(reason)
        return found ? [{ reason, count: found.count, titles: [...found.titles] }] : []
      }),
      ended: this.#hasEnded,
      ...(this.#early && { early: this.#early }),
    }
  }

  /**
   * Reads and writes for a moment, also within a large conversation.
   * @throws {AppError} NOT_SAVED, INTERNAL. The import has ended then, and what it brought stays.
   */
  step(): Promise<ImportProgress> {
    this.#step ??= this.#goOn().finally(() => {
      this.#step = undefined
    })
    return this.#step
  }

  /** Ends the import. What it brought stays, and a conversation that is being written stays hidden. */
  async cancel(): Promise<void> {
    await this.#end('cancelled')
    await this.#step?.catch(() => undefined)
  }

  async #goOn(): Promise<ImportProgress> {
    const until = performance.now() + STEP_MS
    try {
      while (!this.#hasEnded && performance.now() < until) await this.#work.next()
    } catch (thrown) {
      const isCancelled = this.#hasEnded
      await this.#end('cancelled')
      if (!isCancelled) throw thrown
    }
    return this.progress()
  }

  /** Takes one thing that the thread finds after the other. Yields where others have their turn, and where a step may end. */
  async *#takeAll(): AsyncGenerator<void> {
    for (; !this.#hasEnded; yield) {
      const finding = await nextFinding(this.#worker)
      if (finding === null) return await this.#end(this.#conversations === 0 && this.#skipped.size === 0 ? 'noConversations' : undefined)
      if ('failed' in finding) return await this.#endWithThread(finding.failed)
      if ('early' in finding) return await this.#end(finding.early)
      const before = this.#read
      if ('skipped' in finding) this.#skip(finding.skipped, finding.title)
      else
        for await (const part of this.#write(finding.conversation)) {
          this.#read = before + Math.floor((finding.read - before) * part)
          yield
        }
      this.#read = finding.read
    }
  }

  async *#write(conversation: ImportedConversation): AsyncGenerator<number> {
    const { source, foreignId, title, messages } = conversation
    if (this.#deps.table.isHere(source, foreignId)) return this.#skip('alreadyImported', title)
    yield* writeImportedConversation(this.#deps, conversation, this.id)
    this.#conversations++
    this.#messages += messages.length
    this.#deps.onConversation()
  }

  #skip(reason: SkipReason, title = ''): void {
    const known = this.#skipped.get(reason) ?? { count: 0, titles: [] }
    this.#skipped.set(reason, known)
    known.count++
    if (title !== '' && known.titles.length < MOST_TITLES) known.titles.push(title)
  }

  /** The thread ended before the file did. */
  async #endWithThread(failure: unknown): Promise<void> {
    if (this.#hasEnded) return
    if (failure instanceof Error && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY') return await this.#end('outOfMemory')
    throw new AppError('INTERNAL', { reason: 'imports.readerFailed' }, { cause: failure })
  }

  async #end(early?: EarlyEnding): Promise<void> {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#early = early
    await this.#worker.terminate()
    rmSync(this.#file.path, { force: true })
  }
}

function startWorker({ path }: UploadedFile, { script }: ImportRunDeps): Worker {
  const task: ImportTask = { path, limits: importLimits }
  const worker = startFileReaderThread(script, task, MEMORY_MB)
  // Each request hears of an error itself. Without a listener here, one between two requests would end Parley.
  worker.on('error', (error) => log('warn', 'The thread that reads an import ended', { error }))
  return worker
}

type Answer = PlacedFinding | null | { readonly failed: unknown }

/** Asks the thread for what it finds next. Null at the end of the file. `failed` is why the thread ended before it answered. */
async function nextFinding(worker: Worker): Promise<Answer> {
  const answer = Promise.withResolvers<Answer>()
  const onMessage = (message: PlacedFinding | null): void => answer.resolve(message)
  const onEnd = (failed: unknown): void => answer.resolve({ failed })
  worker.once('message', onMessage).once('error', onEnd).once('exit', onEnd)
  if (worker.threadId === -1) onEnd(undefined)
  worker.postMessage('next')
  try {
    return await answer.promise
  } finally {
    worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
  }
}
