import { basename } from 'node:path'
import type { ServerId } from '../../shared/domain/ids'
import type { AnswerTo, Asker, FoldersDetails } from '../../shared/domain/question'
import type { ServerConfig, ServerList } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { questionEndedError, type QuestionStore } from '../questions/questionStore'
import { realFolderPath } from './realFolderPath'
import { toFileUri, toFolderPath } from './toFileUri'

/** The part of the server registry that roots need. The registry stores the folders in `servers.json`. */
export interface RootStore {
  get(id: ServerId): Pick<ServerConfig, 'roots' | 'rootsChosen'>
  setRoots(id: ServerId, fileUris: readonly string[]): void
  readonly changes: Emitter<ServerList>
}

/** The part of an admin's policy that is about folders. */
export interface FolderPolicy {
  /** Returns why a folder, given by its real path, may not be shared with this server. */
  forbidsFolder(serverId: ServerId, path: string): AppError | undefined
  /** Returns the folders that a policy sets for this server. Returns undefined when the user chooses. */
  fixedFolders(serverId: ServerId): unknown
}

/** A root in the format of the protocol. */
interface Root {
  readonly uri: string
  readonly name?: string
}

/**
 * The folders that servers are told about: asks for them, checks them, and returns those that still exist. They tell a server where to
 * work; they do not restrict it.
 */
export class RootsBroker {
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
   * Answers `roots/list` of an older server at once with the chosen folders. If none were ever chosen, adds a question to the Inbox, which
   * opens no dialog by itself.
   */
  async answer(asker: Asker, signal: AbortSignal): Promise<readonly Root[]> {
    const { roots, rootsChosen } = this.#servers.get(asker.serverId)
    if (!rootsChosen) void this.#offer(asker.serverId)
    const shared = await this.#rootsOf(asker.serverId, roots)
    signal.throwIfAborted()
    return shared
  }

  /**
   * Answers the request for roots inside of a call (2026-07-28): the call waits for the person.
   * @throws {AppError} CANCELLED when the call ends first, TIMED_OUT when the person does not answer in time.
   */
  async ask(asker: Asker, signal: AbortSignal): Promise<readonly Root[]> {
    // The person is not asked about folders that an admin has set.
    const isFixed = this.#policy?.fixedFolders(asker.serverId) !== undefined
    const uris = isFixed ? this.#servers.get(asker.serverId).roots : await this.#askAndKeep(asker, signal)
    return this.#rootsOf(asker.serverId, uris)
  }

  /**
   * Sets the folders of a server for the user. Each must exist.
   * @throws {AppError} INVALID_INPUT, NOT_FOUND, DENIED or POLICY
   */
  async choose(serverId: ServerId, folders: readonly string[]): Promise<void> {
    this.#servers.setRoots(serverId, await this.#readAll(serverId, folders))
  }

  async #readAll(serverId: ServerId, folders: readonly string[]): Promise<readonly string[]> {
    const paths = await Promise.all(folders.map((folder) => realFolderPath(folder)))
    for (const path of paths) {
      const forbidden = this.#policy?.forbidsFolder(serverId, path)
      if (forbidden) throw forbidden
    }
    return [...new Set(paths.map((path) => toFileUri(path)))]
  }

  /**
   * Returns only folders that exist now, because a server with a missing folder fails in confusing ways. A path that now leads elsewhere is
   * not the folder that the person agreed to.
   */
  async #rootsOf(serverId: ServerId, fileUris: readonly string[]): Promise<readonly Root[]> {
    const checked = await Promise.all(
      fileUris.map(async (uri) => {
        const real = await realFolderPath(uri).catch(() => undefined)
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
      if (outcome.how !== 'answered') throw questionEndedError(outcome)
      const { action, roots: chosen = [] } = outcome.answer
      try {
        const uris = action === 'share' ? await this.#readAll(asker.serverId, chosen) : []
        this.#servers.setRoots(asker.serverId, uris)
        return uris
      } catch (thrown) {
        // The person shared nothing, so another choice would not help, for example when the file cannot be written.
        if (action === 'shareNothing') throw thrown
        // Asks again with the reason. Reading a disk takes time, so this check cannot run while the answer is accepted.
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
