import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import { LogLevel } from '../../shared/domain/logEntry'
import { isParsedJson, isRecord, type JsonValue } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { TokenBucket } from '../lib/tokenBucket'

/** One log message of a server. */
export interface LogMessage {
  readonly serverId: ServerId
  readonly level: LogLevel
  readonly logger?: string
  readonly data: JsonValue
  /** How many messages before this one were dropped because they came too fast. */
  readonly dropped?: number
}

export interface LogReceiverDeps {
  readonly serverId: ServerId
  readonly clock: Clock
  readonly limits: () => Limits
  readonly take: (message: LogMessage) => void
}

const levels = new Set<unknown>(LogLevel.options)
const LOGGER_CHARACTERS = 200

/**
 * Receives a server's log messages. Accepts a limited number each second and only counts the rest, before any other work. So endless
 * logging delays no call. The last message of a flood is always accepted, and says how many were dropped before it.
 */
export class LogReceiver {
  readonly #deps: LogReceiverDeps
  /** Holds one second's worth. */
  readonly #rate: TokenBucket
  #dropped = 0
  /** The last dropped message, until a later one is accepted. */
  #held: { readonly params: unknown } | undefined
  #willRelease = false

  constructor(deps: LogReceiverDeps) {
    this.#deps = deps
    this.#rate = new TokenBucket(() => {
      const { logEntriesPerSecond } = deps.limits()
      return { burst: logEntriesPerSecond, perSecond: logEntriesPerSecond }
    })
  }

  /** Receives the parameters of a `notifications/message`. */
  receive(params: unknown): void {
    if (!this.#rate.take(this.#deps.clock.now())) return this.#hold(params)
    this.#held = undefined
    if (!isRecord(params) || !isLevel(params['level']) || !isParsedJson(params['data'])) return
    const { level, logger, data } = params
    const dropped = this.#dropped
    this.#dropped = 0
    this.#deps.take({
      serverId: this.#deps.serverId,
      level,
      data,
      ...(typeof logger === 'string' && logger !== '' && { logger: logger.slice(0, LOGGER_CHARACTERS) }),
      ...(dropped > 0 && { dropped }),
    })
  }

  #hold(params: unknown): void {
    this.#dropped++
    this.#held = { params }
    if (this.#willRelease) return
    this.#willRelease = true
    setTimeout(() => this.#release(), Math.ceil(1000 / this.#deps.limits().logEntriesPerSecond)).unref()
  }

  #release(): void {
    this.#willRelease = false
    const held = this.#held
    if (!held) return
    // This message is accepted after all, so it no longer counts as dropped.
    this.#dropped--
    this.receive(held.params)
  }
}

function isLevel(value: unknown): value is LogLevel {
  return levels.has(value)
}
