import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import { logLevels, type LogLevel, type UnknownKind } from '../../shared/domain/logEntry'
import { isParsedJson, isRecord, type JsonValue } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { TokenBucket } from '../lib/tokenBucket'
import type { UnknownMessage } from '../session/incomingMessages'

/** What a server logs, or sent with a method that Parley does not know. */
export interface LogMessage {
  readonly serverId: ServerId
  readonly level: LogLevel
  readonly logger?: string
  readonly data: JsonValue
  /** Present for a message that is no log message. Then `logger` is its method, and `data` its parameters. */
  readonly unknown?: UnknownKind
  /** How many messages before this one were dropped because they came too fast. */
  readonly dropped?: number
}

export interface LogReceiverDeps {
  readonly serverId: ServerId
  readonly clock: Clock
  readonly limits: () => Limits
  readonly take: (message: LogMessage) => void
}

const levels = new Set<unknown>(logLevels)
const LOGGER_CHARACTERS = 200

type Content = Omit<LogMessage, 'serverId' | 'dropped'>

/**
 * Receives a server's log messages, and those with unknown methods. Accepts a limited number each second and only counts the rest, before any other work. So endless
 * logging delays no call. The last message of a flood is always accepted, and says how many were dropped before it.
 */
export class LogReceiver {
  readonly #deps: LogReceiverDeps
  /** Holds one second's worth. */
  readonly #rate: TokenBucket
  #dropped = 0
  /** Reads the last dropped message, until a later one is accepted. */
  #held: (() => Content | undefined) | undefined
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
    this.#take(() => readLogMessage(params))
  }

  /** Receives a message with a method that Parley does not know. */
  receiveUnknown({ kind, method, params }: UnknownMessage): void {
    this.#take(() => ({ level: 'notice', unknown: kind, logger: shortName(method), data: isParsedJson(params) ? params : {} }))
  }

  #take(read: () => Content | undefined): void {
    if (!this.#rate.take(this.#deps.clock.now())) return this.#hold(read)
    this.#held = undefined
    const content = read()
    if (!content) return
    const dropped = this.#dropped
    this.#dropped = 0
    this.#deps.take({ serverId: this.#deps.serverId, ...content, ...(dropped > 0 && { dropped }) })
  }

  #hold(read: () => Content | undefined): void {
    this.#dropped++
    this.#held = read
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
    this.#take(held)
  }
}

function readLogMessage(params: unknown): Content | undefined {
  if (!isRecord(params) || !isLevel(params['level']) || !isParsedJson(params['data'])) return undefined
  const { level, logger, data } = params
  return { level, data, ...(typeof logger === 'string' && logger !== '' && { logger: shortName(logger) }) }
}

function shortName(name: string): string {
  return name.slice(0, LOGGER_CHARACTERS)
}

function isLevel(value: unknown): value is LogLevel {
  return levels.has(value)
}
