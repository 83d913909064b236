import { Zip, ZipDeflate } from 'fflate'
import type { ConversationId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { ExportOptions } from '../../shared/domain/transfer/conversationExport'
import type { Translator } from '../../shared/i18n/translator'
import { EventLoopYielder } from '../lib/eventLoopYielder'
import type { ExportedConversation } from './exportedConversation'
import { ExportFileNames } from './exportFileNames'
import { readForExport, type ConversationSource } from './exportReader'
import type { FileContents } from './pagePictures'
import { writeHtml } from './writeHtml'
import { writeJson } from './writeJson'
import { writeMarkdown } from './writeMarkdown'

/** The next bytes of an export, and how many conversations are behind them. */
export interface ExportedBytes {
  readonly done: number
  readonly bytes: Uint8Array
}

export interface ExportBytesOptions extends ExportOptions {
  readonly source: ConversationSource
  readonly translator: Translator
  /** Absent: attached pictures are only named. */
  readonly files?: FileContents | undefined
}

/** What one zip can hold: it counts bytes with 32 bits and files with 16, and its list of files needs room too. */
export const archiveLimits = { bytes: 4_000_000_000, files: 65_535 }

/** Writes one conversation as a file. @throws {AppError} NOT_FOUND */
export async function* exportConversation(id: ConversationId, options: ExportBytesOptions): AsyncGenerator<ExportedBytes> {
  const encoder = new TextEncoder()
  const conversation = await readForExport(options.source, id, options)
  for await (const text of inTurns(textOf(conversation, options))) yield { done: 0, bytes: encoder.encode(text) }
  yield { done: 1, bytes: new Uint8Array() }
}

/**
 * Writes conversations as a zip, with a file for each. Each is read when its turn comes, so that memory holds only one.
 * @param ids those that are gone by then are left out
 * @throws {AppError} NOT_SAVED when they are more than one zip can hold
 */
export async function* exportAll(
  ids: readonly ConversationId[],
  options: ExportBytesOptions,
  limits = archiveLimits,
): AsyncGenerator<ExportedBytes> {
  if (ids.length > limits.files) throw tooMuch()
  const encoder = new TextEncoder()
  const names = new ExportFileNames()
  let ready: Uint8Array[] = []
  let written = 0
  const zip = new Zip((failed, bytes) => {
    if (failed) throw failed
    ready.push(bytes)
  })
  const taken = function* (done: number): Generator<ExportedBytes> {
    const all = ready
    ready = []
    for (const bytes of all) {
      written += bytes.length
      if (written > limits.bytes) throw tooMuch()
      yield { done, bytes }
    }
  }
  for (const [index, id] of ids.entries()) {
    const conversation = await readIfThere(id, options)
    if (conversation) {
      const file = new ZipDeflate(names.next(conversation.title, options.format))
      file.mtime = archiveDate(conversation.created)
      zip.add(file)
      for await (const text of inTurns(textOf(conversation, options))) {
        file.push(encoder.encode(text))
        yield* taken(index)
      }
      file.push(new Uint8Array(), true)
    }
    yield* taken(index + 1)
  }
  zip.end()
  yield* taken(ids.length)
}

/** The format has no other dates. What a file brought may be of 1970. */
function archiveDate(at: number): Date {
  return new Date(Math.min(Math.max(at, new Date(1980, 0, 1).getTime()), new Date(2099, 11, 31).getTime()))
}

function tooMuch(): AppError {
  return new AppError('NOT_SAVED', { reason: 'exports.archiveTooLarge' })
}

async function readIfThere(id: ConversationId, options: ExportBytesOptions): Promise<ExportedConversation | undefined> {
  try {
    return await readForExport(options.source, id, options)
  } catch (thrown) {
    if (AppError.from(thrown).code === 'NOT_FOUND') return undefined
    throw thrown
  }
}

/** Others have a turn in between: what a model wrote may take long to be written as a page. */
async function* inTurns(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  const yielder = new EventLoopYielder()
  for await (const text of texts) {
    if (yielder.isDue()) await yielder.yieldTurn()
    yield text
  }
}

function textOf(
  conversation: ExportedConversation,
  { format, translator, files }: ExportBytesOptions,
): Iterable<string> | AsyncIterable<string> {
  switch (format) {
    case 'markdown':
      return writeMarkdown(conversation, translator)
    case 'html':
      return writeHtml(conversation, { translator, files })
    case 'json':
      return writeJson(conversation)
  }
}
