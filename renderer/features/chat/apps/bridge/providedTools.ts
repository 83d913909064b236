import { APP_TOO_LONG_CODE } from '../../../../../shared/confinedFrames/frameMessages'
import type { AppEvent, AppToolAnswer } from '../../../../../shared/domain/apps/app'
import { APP_TOOL_CALL_MS, APP_TOOLS_MOST } from '../../../../../shared/domain/apps/appTool'
import { throttle, type Throttled } from '../../../../../shared/lib/throttle'
import type { JsonObject } from '../../../../../shared/lib/json'
import { isJsonRecord, own, type RpcId } from './jsonRpc'
import type { AppAnswer } from './pendingAnswers'

/** An app may say as often as it likes that its tools have changed. They are listed at most this often. */
const LIST_MS = 1_000
/** How long an app has to answer with one page of its list. */
const LIST_WITHIN_MS = 10_000
/** A list that is longer has more tools than are taken. */
const MOST_PAGES = 10
/** The host ends a call in time. This only frees what waits here. */
const CALL_WITHIN_MS = APP_TOOL_CALL_MS + 5_000
const MOST_MESSAGE = 1_000

export interface ProvidedToolsPorts {
  /** Sends a request to the app. `onId` is told under which id. */
  readonly ask: (method: string, params: JsonObject, ms: number, onId: (id: RpcId) => void) => Promise<AppAnswer>
  readonly notify: (method: string, params: JsonObject) => void
  readonly after: (ms: number, run: () => void) => () => void
  /** The tools that the app lists, as it wrote them. */
  readonly onTools: (tools: readonly JsonObject[]) => void
  readonly onAnswer: (requestId: string, answer: AppToolAnswer) => void
}

/** The tools that an app provides (MCP Apps, draft): asks it for their list, and hands calls to it. Whether they are offered to anybody, the host decides. */
export class ProvidedTools {
  readonly #ports: ProvidedToolsPorts
  readonly #listSoon: Throttled<void>
  /** The ids of calls that the app has not answered, by the host's id of the request. */
  readonly #calls = new Map<string, RpcId>()
  #lists = 0

  constructor(ports: ProvidedToolsPorts) {
    this.#ports = ports
    this.#listSoon = throttle(() => void this.#list(), { ms: LIST_MS, leading: true, after: ports.after })
  }

  /** The app is ready, or says that its tools have changed. */
  changed(): void {
    this.#listSoon()
  }

  call({ requestId, tool, arguments: args }: Extract<AppEvent, { type: 'callTool' }>): void {
    void this.#run(requestId, { name: tool, arguments: args })
  }

  cancel(requestId: string): void {
    const id = this.#calls.get(requestId)
    this.#calls.delete(requestId)
    if (id !== undefined) this.#ports.notify('notifications/cancelled', { requestId: id })
  }

  close(): void {
    this.#listSoon.cancel()
    this.#lists++
  }

  async #run(requestId: string, params: JsonObject): Promise<void> {
    const answer = await this.#ports.ask('tools/call', params, CALL_WITHIN_MS, (id) => void this.#calls.set(requestId, id))
    this.#calls.delete(requestId)
    this.#ports.onAnswer(requestId, answerOf(answer))
  }

  /** A list that is under way when the tools change again is left for the next one. */
  async #list(): Promise<void> {
    const list = ++this.#lists
    const tools: JsonObject[] = []
    let cursor: unknown
    for (let page = 0; page < MOST_PAGES && tools.length < APP_TOOLS_MOST; page++) {
      const params = typeof cursor === 'string' ? { cursor } : {}
      const answer = await this.#ports.ask('tools/list', params, LIST_WITHIN_MS, () => undefined)
      if (list !== this.#lists) return
      // An app that cannot list its tools has none.
      if (typeof answer === 'string' || !('result' in answer)) break
      const listed = own(answer.result, 'tools')
      if (Array.isArray(listed)) for (const tool of listed.slice(0, APP_TOOLS_MOST)) if (isJsonRecord(tool)) tools.push(tool)
      cursor = own(answer.result, 'nextCursor')
      if (typeof cursor !== 'string' || cursor === '') break
    }
    this.#ports.onTools(tools.slice(0, APP_TOOLS_MOST))
  }
}

function answerOf(answer: AppAnswer): AppToolAnswer {
  if (typeof answer === 'string') return { kind: 'closed' }
  if ('result' in answer) return { kind: 'result', result: answer.result }
  const { code, message } = answer.error
  return code === APP_TOO_LONG_CODE ? { kind: 'tooLarge' } : { kind: 'error', message: message.slice(0, MOST_MESSAGE) }
}
