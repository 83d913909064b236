import type { ServerId } from '../../shared/domain/ids'
import { looksSecret } from '../../shared/domain/looksSecret'
import type { StartDetails } from '../../shared/domain/question'
import type { ConfigValue } from '../../shared/domain/configValue'
import type { Launch, ServerDefinition } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { HostPorts } from '../ports'
import type { QuestionBook } from '../questions/questionBook'
import { anotherValue, type LaunchRecords } from './launchRecords'
import { needsConfirmation } from './needsConfirmation'
import type { ServerRegistry } from './serverRegistry'

interface Flight {
  readonly launch: string
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
  readonly #questions: Pick<QuestionBook, 'ask'>
  readonly #confirmCommand: HostPorts['confirmCommand']
  readonly #flights = new Map<ServerId, Flight>()

  constructor(deps: {
    readonly registry: ServerRegistry
    readonly records: LaunchRecords
    readonly questions: Pick<QuestionBook, 'ask'>
    /** Asks outside of the page too: what answers the question in the page could be a page that strangers took over. */
    readonly confirmCommand?: HostPorts['confirmCommand']
  }) {
    this.#confirmCommand = deps.confirmCommand
    this.#registry = deps.registry
    this.#records = deps.records
    this.#questions = deps.questions
    this.#registry.changes.subscribe(() => this.#withdrawOutdated())
  }

  /** True when exactly this launch may run. "Not now", no answer, and an entry that changed meanwhile are all false. */
  async mayStart(server: ServerDefinition, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted()
    if (this.#records.approved(server.id, server.launch)) return true
    const flight = this.#join(server)
    const leave = (): void => {
      flight.waiting--
      if (flight.waiting === 0) flight.withdraw.abort(signal.reason)
    }
    flight.waiting++
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await flight.answer
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #join(server: ServerDefinition): Flight {
    const launch = canonicalJson(server.launch)
    const running = this.#flights.get(server.id)
    // One that everybody has left answers no, whatever a person still says to it.
    if (running?.launch === launch && !running.withdraw.signal.aborted) return running
    running?.withdraw.abort(changed(server.id))
    const withdraw = new AbortController()
    const flight: Flight = { launch, withdraw, waiting: 0, answer: this.#ask(server, withdraw.signal) }
    this.#flights.set(server.id, flight)
    const forget = (): void => {
      if (this.#flights.get(server.id) === flight) this.#flights.delete(server.id)
    }
    flight.answer.then(forget, forget)
    return flight
  }

  async #ask(server: ServerDefinition, signal: AbortSignal): Promise<boolean> {
    const outcome = await this.#questions.ask({ serverId: server.id, callIds: [] }, this.#details(server), { signal })
    if (outcome.how !== 'answered' || outcome.answer.action !== 'start' || signal.aborted) return false
    if (needsConfirmation(server.launch) && this.#confirmCommand && !(await this.#confirmCommand(server.id, server.launch))) return false
    if (signal.aborted) return false
    this.#records.approve(server.id, server.launch)
    return true
  }

  #details({ id, launch }: ServerDefinition): StartDetails {
    const previous = this.#records.previous(id, launch)
    return { kind: 'start', launch: withoutSecrets(launch), ...(previous && { previous: withoutSecrets(previous) }) }
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
  return new AppError('CANCELLED', `The entry of “${id}” changed.`)
}

/** Questions are shown and kept on the disk: values that look like secrets stay out of them. */
function withoutSecrets(launch: Launch): Launch {
  const hide = (name: string, value: ConfigValue): ConfigValue =>
    typeof value === 'string' && value !== anotherValue && looksSecret(name, value) ? '•••' : value
  const hideAll = (values: Readonly<Record<string, ConfigValue>>): Record<string, ConfigValue> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hide(name, value)]))
  return launch.kind === 'stdio' ? { ...launch, env: hideAll(launch.env) } : { ...launch, headers: hideAll(launch.headers) }
}
