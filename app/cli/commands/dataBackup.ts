import { existsSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { AppError } from '../../../shared/errors/appError'
import { copyContents, removeOtherContents } from '../../../main/files/copyContents'
import { copyDatabase } from '../../../main/storage/copyDatabase'
import { realPath } from '../../../main/storage/writeAtomically'
import { escapeForTerminal } from '../escapeForTerminal'
import { exitCodes, type ExitCode } from '../exitCodes'
import type { Output } from '../output'
import type { Command } from '../readCommand'

/**
 * Writes a consistent copy of the database, also while Parley runs, and beside it, in a folder with the same name and `.files`, the contents of
 * attached files. The copy holds no secret of the vault, and none of the other files of the data folder.
 * @throws {AppError} NOT_FOUND if the folder has no database, CONFLICT if the file is there already, INVALID_INPUT if it is the database itself,
 *   or has a name in the data folder that Parley uses, whether or not it is there yet
 */
export function dataBackup(folder: string, command: Extract<Command, { name: 'dataBackup' }>, output: Output): ExitCode {
  const path = join(folder, 'parley.db')
  const file = resolve(command.file)
  if (!existsSync(path)) throw new AppError('NOT_FOUND', { reason: 'cli.noData', params: { path } })
  if (['', '-wal', '-shm'].some((suffix) => realPath(file) === realPath(path) + suffix))
    throw new AppError('INVALID_INPUT', { reason: 'cli.backupOntoItself', params: { file } })
  if (isParleys(file, folder)) throw new AppError('INVALID_INPUT', { reason: 'cli.backupOwnName', params: { file } })
  const files = `${file}.files`
  for (const taken of [file, files])
    if (existsSync(taken) && !command.force) throw new AppError('CONFLICT', { reason: 'cli.backupExists', params: { file: taken } })
  let count
  try {
    // What the earlier backup needs stays until the new one is whole. What is attached while the database is copied is fetched after it.
    copyContents(join(folder, 'files'), files)
    copyDatabase(path, file)
    const copied = copyContents(join(folder, 'files'), files)
    removeOtherContents(files, copied)
    count = copied.size
  } catch (thrown) {
    const { message } = AppError.from(thrown)
    throw new AppError('INTERNAL', { reason: 'cli.backupFailed', params: { file } }, { cause: thrown, said: message })
  }
  const bytes = statSync(file).size
  const params = { file, bytes, files, count }
  output.result({ file, bytes, ...(count > 0 && { files, count }) }, () =>
    escapeForTerminal(output.translator.t('cli.data.backup', params)),
  )
  return exitCodes.done
}

/** What Parley writes into its data folder: the database with what stands beside it, JSON, locks, attached files and the page that opens the browser. */
const OWN_NAMES = /^(?:parley|search)\.db|^(?:locks|files)(?:[\\/]|$)|\.(?:json|lock|html)$/i

function isParleys(file: string, folder: string): boolean {
  const target = existsSync(file) ? realPath(file) : join(realPath(dirname(file)), basename(file))
  const name = relative(realPath(folder), target)
  return !name.startsWith('..') && !isAbsolute(name) && OWN_NAMES.test(name)
}
