import type { ServerId } from '../../shared/domain/ids'
import { looksSecret } from '../../shared/domain/secretPatterns'
import type { StartDetails } from '../../shared/domain/question'
import type { ConfigValue } from '../../shared/domain/configValue'
import type { Launch, ServerDefinition } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { HostPorts } from '../ports'
import type { QuestionStore } from '../questions/questionStore'
import type { FindCommandFile } from './findCommandFile'
import { anotherValue, type LaunchRecords } from './launchRecords'
import { needsNativeConfirmation } from './needsNativeConfirmation'
import type { ServerRegistry } from './serverRegistry'

/** What an admin's policy says about starting a server. */
export interface StartPolicy {
  /** @throws {AppError} POLICY */
  mayRun(server: ServerDefinition, signal: AbortSignal): Promise<void>
  /** Whether it was put there by somebody whose word counts more than the user's. */
  startsUnasked(server: ServerDefinition): boolean
}

/** Who wants to start something, and is told before a person is asked about it. */
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
 * Asks the user before a launch runs that they did not approve: an entry that appeared in `servers.json`, or changed there. One question
 * per server; whoever else wants to start the same launch waits for the same answer.
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
    /** Asks outside of the page too: what answers the question in the page could be a page that strangers took over. */
    readonly confirmCommand?: HostPorts['confirmCommand']
    readonly policy?: StartPolicy
    /** Absent where nobody looks at what commands mean. */
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
   * True when exactly this launch may run, and its command still means the file that it meant when it was approved. "Not now", no answer, and an entry that changed meanwhile are all false.
   * @throws {AppError} POLICY where the policy forbids it
   */
  async mayStart(server: ServerDefinition, starter: Starter, signal: AbortSignal): Promise<boolean> {
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
      // The policy may be another one by the time that the person answers.
      if (isAllowed) await this.#policy?.mayRun(server, signal)
      return isAllowed
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** A file that was not found cannot be run either, and says why when it is started. */
  #isKnown({ id, launch }: ServerDefinition, file: string | undefined): boolean {
    if (!this.#records.approved(id, launch)) return false
    if (file === undefined || this.#records.file(id) === file) return true
    if (this.#records.file(id) !== undefined) return false
    this.#records.rememberFile(id, file)
    return true
  }

  #join(server: ServerDefinition, file: string | undefined): Flight {
    const launch = canonicalJson(server.launch)
    const running = this.#flights.get(server.id)
    // One that everybody has left answers no, whatever a person still says to it.
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

  async #ask(server: ServerDefinition, file: string | undefined, signal: AbortSignal): Promise<boolean> {
    const outcome = await this.#questions.ask({ serverId: server.id, callIds: [] }, this.#details(server, file), { signal })
    if (outcome.how !== 'answered' || outcome.answer.action !== 'start' || signal.aborted) return false
    if (needsNativeConfirmation(server.launch) && this.#confirmCommand && !(await this.#confirmCommand(server.id, server.launch, file)))
      return false
    if (signal.aborted) return false
    this.#records.approve(server.id, server.launch, { ...(file !== undefined && { file }) })
    return true
  }

  #details({ id, launch }: ServerDefinition, file: string | undefined): StartDetails {
    const isSame = this.#records.approved(id, launch)
    const previous = isSame ? undefined : this.#records.previous(id, launch)
    const previousFile = this.#records.file(id)
    return {
      kind: 'start',
      launch: withoutSecrets(launch),
      ...(previous && { previous: withoutSecrets(previous) }),
      ...(file !== undefined && { file }),
      ...(previousFile !== undefined && previousFile !== file && { previousFile }),
    }
  }

  /** A question about an entry that is gone or different by now would approve something that nobody sees. */
  #withdrawOutdated(): void {
    const now = new Map(this.#registry.list().servers.map(({ id, launch }) => [id, launch]))
    for (const [id, flight] of this.#flights) {
      const launch = now.get(id)
      if (!launch || canonicalJson(launch) !== flight.launch) flight.withdraw.abort(changed(id))
    }
  }
}

function changed(id: ServerId): AppError {
  return new AppError('CANCELLED', { reason: 'servers.entryChanged', params: { name: id } })
}

/** Questions are shown and kept on the disk: values that look like secrets stay out of them. */
function withoutSecrets(launch: Launch): Launch {
  const hide = (name: string, value: ConfigValue): ConfigValue =>
    typeof value === 'string' && value !== anotherValue && looksSecret(name, value) ? '•••' : value
  const hideAll = (values: Readonly<Record<string, ConfigValue>>): Record<string, ConfigValue> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hide(name, value)]))
  return launch.kind === 'stdio' ? { ...launch, env: hideAll(launch.env) } : { ...launch, headers: hideAll(launch.headers) }
}
