import { basename } from 'node:path'
import type { ConversationId, ServerId } from '../../shared/domain/ids'
import type { AnswerTo, Asker } from '../../shared/domain/question'
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

export interface RootsDeps {
  readonly questions: QuestionStore
  readonly servers: RootStore
  readonly policy?: FolderPolicy
  /** Whether somebody answers before the server gets its folders. Absent when the question waits in the Inbox. */
  readonly answersFolders?: ((serverId: ServerId) => boolean) | undefined
  /** Returns the folders of a conversation and its project, as absolute paths. Absent: there are none. */
  readonly foldersOf?: ((conversationId: ConversationId) => readonly string[]) | undefined
}

/** A root in the format of the protocol. */
interface Root {
  readonly uri: string
  readonly name?: string
}

/** What the person answered. */
interface SharedFolders {
  readonly shares: boolean
  /** `file:` URIs of the server's own. */
  readonly roots: readonly string[]
}

/**
 * The folders that servers are told about: asks for them, checks them, and returns those that still exist. They tell a server where to
 * work; they do not restrict it.
 */
export class RootsBroker {
  readonly #questions: QuestionStore
  readonly #servers: RootStore
  readonly #policy: FolderPolicy | undefined
  readonly #answersFolders: RootsDeps['answersFolders']
  readonly #foldersOf: RootsDeps['foldersOf']
  readonly #quiet = new Map<ServerId, AbortController>()
  /** The questions that a server waits for. */
  readonly #first = new Map<ServerId, Promise<SharedFolders>>()
  /** The signal of the question whose answer is being carried out. Its own folders do not withdraw it. */
  #answering: AbortSignal | undefined

  constructor(deps: RootsDeps) {
    this.#questions = deps.questions
    this.#answersFolders = deps.answersFolders
    this.#foldersOf = deps.foldersOf
    this.#policy = deps.policy
    this.#servers = deps.servers
    deps.servers.changes.subscribe((list) => this.#withdrawAnswered(list))
  }

  /**
   * Answers `roots/list` of an older server at once with the chosen folders. If none were ever chosen, adds a question to the Inbox, which
   * opens no dialog by itself; or waits for the answer where there is no Inbox.
   */
  async answer(asker: Asker, signal: AbortSignal): Promise<readonly Root[]> {
    const { serverId } = asker
    const { rootsChosen } = this.#servers.get(serverId)
    // Whoever answers may have done so, and the folders are still being looked at.
    const isAsked = !rootsChosen && (this.#first.has(serverId) || this.#answersFolders?.(serverId) === true)
    if (isAsked) return this.#rootsOf(serverId, (await this.#askFirst(serverId, signal)).roots)
    if (!rootsChosen && !this.#answersFolders) void this.#offer(serverId)
    const { roots } = this.#servers.get(serverId)
    const shared = await this.#rootsOf(asker.serverId, roots)
    signal.throwIfAborted()
    return shared
  }

  /**
   * Answers the request for roots inside of a call (2026-07-28): the call waits for the person. The folders of its conversation and project
   * are added to the server's own, unless the person shares nothing or a policy sets the folders.
   * @throws {AppError} CANCELLED when the call ends first, TIMED_OUT when the person does not answer in time.
   */
  async ask(asker: Asker, signal: AbortSignal): Promise<readonly Root[]> {
    // The person is not asked about folders that an admin has set.
    const isFixed = this.#policy?.fixedFolders(asker.serverId) !== undefined
    if (isFixed) return this.#rootsOf(asker.serverId, this.#servers.get(asker.serverId).roots)
    const added = await this.#addedTo(asker)
    const { shares, roots } = await this.#askAndKeep(asker, signal, added)
    return this.#rootsOf(asker.serverId, shares ? [...new Set([...roots, ...added])] : [])
  }

  /** The folders of the conversation that a call belongs to which exist and may be shared, as `file:` URIs. */
  async #addedTo({ serverId, conversationId }: Asker): Promise<readonly string[]> {
    const folders = conversationId === undefined ? [] : (this.#foldersOf?.(conversationId) ?? [])
    const shared = await this.#rootsOf(serverId, folders)
    return shared.map(({ uri }) => uri)
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
    for (const path of paths) this.#refuseForbidden(serverId, path)
    return [...new Set(paths.map((path) => toFileUri(path)))]
  }

  /**
   * Returns only folders that exist now, because a server with a missing folder fails in confusing ways. A path that now leads elsewhere is
   * not the folder that the person agreed to.
   */
  async #rootsOf(serverId: ServerId, folders: readonly string[]): Promise<readonly Root[]> {
    const checked = await Promise.all(
      folders.map(async (folder) => {
        // Undefined also for what is no path here: settings may come from a computer with another system.
        const real = await realFolderPath(folder).catch(() => undefined)
        if (real === undefined || toFileUri(real) !== toFileUri(folder)) return []
        if (this.#policy?.forbidsFolder(serverId, real)) return []
        return [{ uri: toFileUri(real), name: basename(real) || '/' }]
      }),
    )
    return checked.flat()
  }

  /** The question stays open until its folders are shared: what is recorded as shared is. */
  async #askAndKeep(asker: Asker, signal: AbortSignal, added: readonly string[] = []): Promise<SharedFolders> {
    const { serverId } = asker
    const hasAdded = added.length > 0
    const outcome = await this.#questions.ask<'folders'>(
      asker,
      { kind: 'folders', current: this.#servers.get(serverId).roots, ...(hasAdded && { added }) },
      {
        signal,
        read: (answer) => this.#readAnswer(serverId, answer, hasAdded),
        check: (answer) => this.#keepShared(serverId, answer, { asked: signal, hasAdded }),
      },
    )
    if (outcome.how !== 'answered') throw questionEndedError(outcome)
    const { action, roots = [] } = outcome.answer
    if (action === 'share') return { shares: true, roots }
    this.#servers.setRoots(serverId, [])
    return { shares: false, roots: [] }
  }

  /** The answer with the real folders that it names, which each exist and may be shared. */
  async #readAnswer(serverId: ServerId, answer: AnswerTo<'folders'>, hasAdded: boolean): Promise<AnswerTo<'folders'>> {
    checkFolders(answer, hasAdded)
    return answer.action === 'share' ? { ...answer, roots: [...(await this.#readAll(serverId, answer.roots ?? []))] } : answer
  }

  /** Shares what was chosen. The policy may have changed while the disk was read. */
  #keepShared(
    serverId: ServerId,
    answer: AnswerTo<'folders'>,
    { asked, hasAdded }: { readonly asked: AbortSignal; readonly hasAdded: boolean },
  ): void {
    checkFolders(answer, hasAdded)
    if (answer.action !== 'share') return
    const roots = answer.roots ?? []
    for (const uri of roots) this.#refuseForbidden(serverId, toFolderPath(uri))
    this.#answering = asked
    try {
      this.#servers.setRoots(
        serverId,
        roots.map((uri) => toFileUri(uri)),
      )
    } finally {
      this.#answering = undefined
    }
  }

  #refuseForbidden(serverId: ServerId, path: string): void {
    const forbidden = this.#policy?.forbidsFolder(serverId, path)
    if (forbidden) throw forbidden
  }

  /** Asks once for all requests of a server that come meanwhile. */
  #askFirst(serverId: ServerId, signal: AbortSignal): Promise<SharedFolders> {
    const asked =
      this.#first.get(serverId) ?? this.#askAndKeep({ serverId, callIds: [] }, signal).finally(() => this.#first.delete(serverId))
    this.#first.set(serverId, asked)
    return asked
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
      if (controller.signal === this.#answering) continue
      const server = list.servers.find(({ id }) => id === serverId)
      if (!server) controller.abort(new AppError('CANCELLED', { reason: 'roots.serverRemoved' }))
      else if (server.rootsChosen) controller.abort(new AppError('CANCELLED', { reason: 'roots.chosenElsewhere' }))
    }
  }
}

/** `hasAdded`: the conversation adds some, so that none of the server's own need be shared. */
function checkFolders({ action, roots = [] }: AnswerTo<'folders'>, hasAdded: boolean): void {
  if (action !== 'share') return
  if (roots.length === 0 && !hasAdded) throw new AppError('INVALID_INPUT', { reason: 'roots.noneChosen' })
  for (const folder of roots) toFolderPath(folder)
}
