import { basename } from 'node:path'
import type { ServerId } from '../../shared/domain/ids'
import type { AnswerTo, Asker, FoldersDetails } from '../../shared/domain/question'
import type { ServerDefinition, ServerList } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import type { QuestionBook } from '../questions/questionBook'
import { readFolder } from './readFolder'
import { toFileUri, toFolderPath } from './toFileUri'

/** What this needs of the server registry, which keeps the folders in `servers.json`. */
export interface RootKeeper {
  get(id: ServerId): Pick<ServerDefinition, 'roots' | 'rootsChosen'>
  setRoots(id: ServerId, fileUris: readonly string[]): void
  readonly changes: Emitter<ServerList>
}

/** A root as the protocol wants it. */
interface Root {
  readonly uri: string
  readonly name?: string
}

/**
 * The folders that servers are told about: asks for them, checks them, and hands out those that are still there. They tell a server
 * where to work; they do not fence it in.
 */
export class RootList {
  readonly #questions: QuestionBook
  readonly #servers: RootKeeper
  readonly #quiet = new Map<ServerId, AbortController>()

  constructor(deps: { readonly questions: QuestionBook; readonly servers: RootKeeper }) {
    this.#questions = deps.questions
    this.#servers = deps.servers
    deps.servers.changes.subscribe((list) => this.#withdrawAnswered(list))
  }

  /**
   * `roots/list` of an older server: answered at once with what was chosen so far. If nothing ever was, a question is left in the
   * Inbox, which opens no dialog by itself.
   */
  async answer(asker: Asker, signal: AbortSignal): Promise<readonly Root[]> {
    const { roots, rootsChosen } = this.#servers.get(asker.serverId)
    if (!rootsChosen) void this.#offer(asker.serverId)
    const shared = await rootsOf(roots)
    signal.throwIfAborted()
    return shared
  }

  /**
   * The request for roots inside of a call (2026-07-28): the call waits for the person.
   * @throws {AppError} CANCELLED when the call ends first, TIMED_OUT when nobody answers.
   */
  async ask(asker: Asker, signal: AbortSignal): Promise<readonly Root[]> {
    return rootsOf(await this.#askAndKeep(asker, signal))
  }

  /** Sets the folders of a server, on the user's word. Each must be there. @throws {AppError} INVALID_INPUT, NOT_FOUND or DENIED */
  async choose(serverId: ServerId, folders: readonly string[]): Promise<void> {
    this.#servers.setRoots(serverId, await readAll(folders))
  }

  async #askAndKeep(asker: Asker, signal: AbortSignal): Promise<readonly string[]> {
    let problem: string | undefined
    for (;;) {
      const { roots } = this.#servers.get(asker.serverId)
      const details: FoldersDetails = { kind: 'folders', current: roots, ...(problem !== undefined && { problem }) }
      const outcome = await this.#questions.ask(asker, details, { signal, check: checkFolders })
      if (outcome.how === 'withdrawn') throw new AppError('CANCELLED', outcome.reason)
      if (outcome.how === 'expired') throw new AppError('TIMED_OUT', 'Nobody answered in time')
      const { action, roots: chosen = [] } = outcome.answer
      try {
        const uris = action === 'share' ? await readAll(chosen) : []
        this.#servers.setRoots(asker.serverId, uris)
        return uris
      } catch (thrown) {
        // Nothing was left to choose otherwise, as where the file cannot be written.
        if (action === 'shareNothing') throw thrown
        // Asked again with the reason: looking at a disk takes time, so it cannot be checked while the answer is taken.
        problem = AppError.from(thrown).message
      }
    }
  }

  async #offer(serverId: ServerId): Promise<void> {
    if (this.#quiet.has(serverId)) return
    const controller = new AbortController()
    this.#quiet.set(serverId, controller)
    try {
      await this.#askAndKeep({ serverId, callIds: [] }, controller.signal)
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (error.code !== 'CANCELLED' && error.code !== 'TIMED_OUT') log('warn', 'The folders could not be asked for', { serverId, error })
    } finally {
      this.#quiet.delete(serverId)
    }
  }

  #withdrawAnswered(list: ServerList): void {
    for (const [serverId, controller] of this.#quiet) {
      const server = list.servers.find(({ id }) => id === serverId)
      if (!server) controller.abort(new AppError('CANCELLED', 'The server was removed.'))
      else if (server.rootsChosen) controller.abort(new AppError('CANCELLED', 'You chose its folders elsewhere.'))
    }
  }
}

function checkFolders({ action, roots }: AnswerTo<'folders'>): void {
  if (action !== 'share') return
  if (!roots || roots.length === 0) throw new AppError('INVALID_INPUT', 'No folder was chosen', { hint: 'Add one, or share nothing.' })
  for (const folder of roots) toFolderPath(folder)
}

async function readAll(folders: readonly string[]): Promise<readonly string[]> {
  const paths = await Promise.all(folders.map(readFolder))
  return [...new Set(paths.map(toFileUri))]
}

/** Only folders that are there now: a server that is told about a missing one fails in ways that nobody understands. */
async function rootsOf(fileUris: readonly string[]): Promise<readonly Root[]> {
  const checked = await Promise.all(
    fileUris.map(async (uri) => {
      const isThere = await readFolder(uri).then(
        () => true,
        () => false,
      )
      return isThere ? [{ uri: toFileUri(uri), name: basename(toFolderPath(uri)) || '/' }] : []
    }),
  )
  return checked.flat()
}
