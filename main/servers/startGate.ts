import type { ServerId } from '../../shared/domain/ids'
import { maskValue } from '../../shared/secrets/maskValue'
import type { StartDetails } from '../../shared/domain/question'
import type { ConfigValue } from '../../shared/domain/configValue'
import type { Launch, ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { approvedAuth, sentIdentity } from '../../shared/domain/launch/sentIdentity'
import { canonicalJson } from '../../shared/lib/json'
import type { HostPorts } from '../ports'
import type { QuestionStore } from '../questions/questionStore'
import type { FindCommandFile } from './findCommandFile'
import { anotherValue, type LaunchRecords } from './launchRecords'
import { needsNativeConfirmation } from './needsNativeConfirmation'
import type { ServerRegistry } from './serverRegistry'

/** The part of an admin's policy that is about starting servers. */
export interface StartPolicy {
  /** @throws {AppError} POLICY */
  mayRun(server: ServerConfig, signal: AbortSignal): Promise<void>
  /** Returns whether the server was configured by someone with more authority than the user. */
  startsUnasked(server: ServerConfig): boolean
  /** Returns whether only an admin could have configured the server, apart from how to sign in. */
  isRoots(server: ServerConfig): boolean
}

/** The caller that wants to start a server. */
export interface Starter {
  onAsking(): void
}

interface Flight {
  readonly launch: string
  readonly file: string | undefined
  readonly answer: Promise<boolean>
  readonly withdraw: AbortController
  waiting: number
}

/**
 * Asks the user before it allows a launch that they did not approve: an entry that was added to `servers.json` or changed there. There is
 * one question per server. All callers that want to start the same launch wait for the same answer.
 */
export class StartGate {
  readonly #registry: ServerRegistry
  readonly #records: LaunchRecords
  readonly #questions: Pick<QuestionStore, 'ask'>
  readonly #confirmCommand: HostPorts['confirmCommand']
  readonly #policy: StartPolicy | undefined
  readonly #findFile: FindCommandFile | undefined
  readonly #flights = new Map<ServerId, Flight>()

  constructor(deps: {
    readonly registry: ServerRegistry
    readonly records: LaunchRecords
    readonly questions: Pick<QuestionStore, 'ask'>
    /** Asks outside of the page as well, because outsiders could have taken over the page that answers the question. */
    readonly confirmCommand?: HostPorts['confirmCommand']
    readonly policy?: StartPolicy
    /** Absent when commands are not resolved to files. */
    readonly findFile?: FindCommandFile
  }) {
    this.#findFile = deps.findFile
    this.#policy = deps.policy
    this.#confirmCommand = deps.confirmCommand
    this.#registry = deps.registry
    this.#records = deps.records
    this.#questions = deps.questions
    this.#registry.changes.subscribe(() => this.#withdrawOutdated())
  }

  /**
   * Returns true when exactly this launch may run, and its command still resolves to the file that was approved. Returns false for "Not
   * now", for no answer, and for an entry that changed meanwhile.
   * @throws {AppError} POLICY when the policy forbids it.
   */
  async mayStart(server: ServerConfig, starter: Starter, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted()
    if (this.#policy) {
      await this.#policy.mayRun(server, signal)
      if (this.#policy.startsUnasked(server)) return true
    }
    const file = this.#findFile && server.launch.kind === 'stdio' ? await this.#findFile(server.launch, signal) : undefined
    signal.throwIfAborted()
    if (this.#isKnown(server, file)) return true
    starter.onAsking()
    const flight = this.#join(server, file)
    const leave = (): void => {
      flight.waiting--
      if (flight.waiting === 0) flight.withdraw.abort(signal.reason)
    }
    flight.waiting++
    signal.addEventListener('abort', leave, { once: true })
    try {
      const isAllowed = await flight.answer
      // The policy may have changed before the person answers.
      if (isAllowed) await this.#policy?.mayRun(server, signal)
      return isAllowed
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** A file that was not found cannot run. Its start fails and says why. */
  #isKnown(server: ServerConfig, file: string | undefined): boolean {
    const { id } = server
    if (!this.#isApproved(server)) return false
    if (file === undefined || this.#records.file(id) === file) return true
    if (this.#records.file(id) !== undefined) return false
    this.#records.rememberFile(id, file)
    return true
  }

  /** Whether what this server's entry sends to sign in may be sent: an admin says it, or a person has agreed. */
  maySend(server: ServerConfig): boolean {
    return sentIdentity(approvedAuth(server)) === undefined || this.#policy?.startsUnasked(server) === true || this.#isApproved(server)
  }

  #isApproved(server: ServerConfig): boolean {
    return this.#records.approved(server.id, server.launch, approvedAuth(server))
  }

  #join(server: ServerConfig, file: string | undefined): Flight {
    const launch = wayTo(server)
    const running = this.#flights.get(server.id)
    // A question that all callers have left counts as "no", even if a person still answers it.
    if (running?.launch === launch && running.file === file && !running.withdraw.signal.aborted) return running
    running?.withdraw.abort(changed(server.id))
    const withdraw = new AbortController()
    const flight: Flight = { launch, file, withdraw, waiting: 0, answer: this.#ask(server, file, withdraw.signal) }
    this.#flights.set(server.id, flight)
    const forget = (): void => {
      if (this.#flights.get(server.id) === flight) this.#flights.delete(server.id)
    }
    flight.answer.then(forget, forget)
    return flight
  }

  async #ask(server: ServerConfig, file: string | undefined, signal: AbortSignal): Promise<boolean> {
    const outcome = await this.#questions.ask({ serverId: server.id, callIds: [] }, this.#details(server, file), { signal })
    if (outcome.how !== 'answered' || outcome.answer.action !== 'start' || signal.aborted) return false
    const { id, launch } = server
    const auth = approvedAuth(server)
    if (needsNativeConfirmation(launch, auth) && this.#confirmCommand && !(await this.#confirmCommand(id, launch, file, auth))) return false
    if (signal.aborted) return false
    this.#records.approve(id, launch, { auth, ...(file !== undefined && { file }) })
    return true
  }

  #details(server: ServerConfig, file: string | undefined): StartDetails {
    const { id, launch, setBy } = server
    const isSame = this.#records.approvedLaunch(id, launch)
    const previous = isSame ? undefined : this.#records.previous(id, launch)
    const previousFile = this.#records.file(id)
    const sends = launch.kind === 'http' ? sentIdentity(approvedAuth(server)) : undefined
    return {
      kind: 'start',
      launch: withoutSecrets(launch),
      ...(setBy !== undefined && { setBy }),
      ...(sends && { sends }),
      ...(sends && !previous && (setBy === undefined ? isSame : this.#policy?.isRoots(server)) && { signInChanged: true }),
      ...(previous && { previous: withoutSecrets(previous) }),
      ...(file !== undefined && { file }),
      ...(previousFile !== undefined && previousFile !== file && { previousFile }),
    }
  }

  /** If the entry is gone or has changed, the question would approve something that the person does not see. */
  #withdrawOutdated(): void {
    const now = new Map(this.#registry.list().servers.map((server) => [server.id, wayTo(server)]))
    for (const [id, flight] of this.#flights) {
      if (now.get(id) !== flight.launch) flight.withdraw.abort(changed(id))
    }
  }
}

/** What a question is about. */
function wayTo(server: ServerConfig): string {
  const auth = approvedAuth(server)
  return canonicalJson([server.launch, sentIdentity(auth) ? { ...auth, scopes: null, withoutPkce: null } : null])
}

function changed(id: ServerId): AppError {
  return new AppError('CANCELLED', { reason: 'servers.entryChanged', params: { name: id } })
}

/** Questions are shown and stored on disk, so what looks like a secret is hidden. */
function withoutSecrets(launch: Launch): Launch {
  const hide = (name: string, value: ConfigValue): ConfigValue =>
    typeof value === 'string' && value !== anotherValue ? maskValue(name, value) : value
  const hideAll = (values: Readonly<Record<string, ConfigValue>>): Record<string, ConfigValue> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hide(name, value)]))
  return launch.kind === 'stdio' ? { ...launch, env: hideAll(launch.env) } : { ...launch, headers: hideAll(launch.headers) }
}
