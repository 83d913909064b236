import { basename } from 'node:path'
import type { ServerId } from '../../shared/domain/ids'
import type { AnswerTo, Asker, FoldersDetails } from '../../shared/domain/question'
import type { ServerDefinition, ServerList } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { questionEnded, type QuestionStore } from '../questions/questionStore'
import { readFolder } from './readFolder'
import { toFileUri, toFolderPath } from './toFileUri'

/** What this needs of the server registry, which keeps the folders in `servers.json`. */
export interface RootStore {
  get(id: ServerId): Pick<ServerDefinition, 'roots' | 'rootsChosen'>
  setRoots(id: ServerId, fileUris: readonly string[]): void
  readonly changes: Emitter<ServerList>
}

/** What an admin's policy says about folders. */
export interface FolderPolicy {
  /** Why a folder, by its real path, may not be shared with this server. */
  forbidsFolder(serverId: ServerId, path: string): AppError | undefined
  /** The folders that a policy has set for this server; undefined where the user chooses. */
  fixedFolders(serverId: ServerId): unknown
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
  readonly #questions: QuestionStore
  readonly #servers: RootStore
  readonly #policy: FolderPolicy | undefined
  readonly #quiet = new Map<ServerId, AbortController>()

  constructor(deps: { readonly questions: QuestionStore; readonly servers: RootStore; readonly policy?: FolderPolicy }) {
    this.#questions = deps.questions
    this.#policy = deps.policy
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
    const shared = await this.#rootsOf(asker.serverId, roots)
    signal.throwIfAborted()
    return shared
  }

  /**
   * The request for roots inside of a call (2026-07-28): the call waits for the person.
   * @throws {AppError} CANCELLED when the call ends first, TIMED_OUT when nobody answers.
   */
  async ask(asker: Asker, signal: AbortSignal): Promise<readonly Root[]> {
    // What an admin has set is not the person's to answer.
    const isFixed = this.#policy?.fixedFolders(asker.serverId) !== undefined
    const uris = isFixed ? this.#servers.get(asker.serverId).roots : await this.#askAndKeep(asker, signal)
    return this.#rootsOf(asker.serverId, uris)
  }

  /** Sets the folders of a server, on the user's word. Each must be there. @throws {AppError} INVALID_INPUT, NOT_FOUND, DENIED or POLICY */
  async choose(serverId: ServerId, folders: readonly string[]): Promise<void> {
    this.#servers.setRoots(serverId, await this.#readAll(serverId, folders))
  }

  async #readAll(serverId: ServerId, folders: readonly string[]): Promise<readonly string[]> {
    const paths = await Promise.all(folders.map((folder) => readFolder(folder)))
    for (const path of paths) {
      const forbidden = this.#policy?.forbidsFolder(serverId, path)
      if (forbidden) throw forbidden
    }
    return [...new Set(paths.map((path) => toFileUri(path)))]
  }

  /**
   * Only folders that are there now: a server that is told about a missing one fails in ways that nobody understands. One whose path
   * leads elsewhere by now is another folder than the person agreed to.
   */
  async #rootsOf(serverId: ServerId, fileUris: readonly string[]): Promise<readonly Root[]> {
    const checked = await Promise.all(
      fileUris.map(async (uri) => {
        const real = await readFolder(uri).catch(() => undefined)
        if (real === undefined || toFileUri(real) !== toFileUri(uri)) return []
        if (this.#policy?.forbidsFolder(serverId, real)) return []
        return [{ uri: toFileUri(real), name: basename(real) || '/' }]
      }),
    )
    return checked.flat()
  }

  async #askAndKeep(asker: Asker, signal: AbortSignal): Promise<readonly string[]> {
    let problem: AppError | undefined
    for (;;) {
      const { roots } = this.#servers.get(asker.serverId)
      const details: FoldersDetails = { kind: 'folders', current: roots, ...(problem && { problem: problem.toData() }) }
      const outcome = await this.#questions.ask(asker, details, { signal, check: checkFolders })
      if (outcome.how !== 'answered') throw questionEnded(outcome)
      const { action, roots: chosen = [] } = outcome.answer
      try {
        const uris = action === 'share' ? await this.#readAll(asker.serverId, chosen) : []
        this.#servers.setRoots(asker.serverId, uris)
        return uris
      } catch (thrown) {
        // Nothing was left to choose otherwise, as where the file cannot be written.
        if (action === 'shareNothing') throw thrown
        // Asked again with the reason: looking at a disk takes time, so it cannot be checked while the answer is taken.
        problem = AppError.from(thrown)
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
      if (!server) controller.abort(new AppError('CANCELLED', { reason: 'roots.serverRemoved' }))
      else if (server.rootsChosen) controller.abort(new AppError('CANCELLED', { reason: 'roots.chosenElsewhere' }))
    }
  }
}

function checkFolders({ action, roots }: AnswerTo<'folders'>): void {
  if (action !== 'share') return
  if (!roots || roots.length === 0) throw new AppError('INVALID_INPUT', { reason: 'roots.noneChosen' })
  for (const folder of roots) toFolderPath(folder)
}
