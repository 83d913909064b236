import { AppError } from '../../../../../shared/errors/appError'
import type { JsonObject } from '../../../../../shared/lib/json'
import { rpcCodes, type RpcError, type RpcId } from './jsonRpc'

/** The most requests of an app that are under way at once. */
const MOST_REQUESTS = 64

export interface ServedRequestsPorts {
  readonly answer: (id: RpcId, result: JsonObject) => void
  readonly refuse: (id: RpcId, code: number, message: string, data?: RpcError['data']) => void
  /** A failure in words. */
  readonly explain: (error: AppError) => string
}

/** The requests of one app that take their time: at the host, or with the person. Each is answered once, or was taken back. */
export class ServedRequests {
  readonly #ports: ServedRequestsPorts
  readonly #serving = new Map<RpcId, AbortController>()

  constructor(ports: ServedRequestsPorts) {
    this.#ports = ports
  }

  /** Answers a request with what `serve` returns, or with its failure. A request that the app takes back is not answered. */
  serve(id: RpcId, serve: (signal: AbortSignal) => Promise<JsonObject>): void {
    const { refuse } = this.#ports
    if (this.#serving.size >= MOST_REQUESTS) return refuse(id, rpcCodes.refused, 'Too many requests are under way')
    if (this.#serving.has(id)) return refuse(id, rpcCodes.invalidRequest, 'A request with this id is under way')
    const controller = new AbortController()
    this.#serving.set(id, controller)
    void this.#run(id, serve, controller)
  }

  /** The app takes a request back. */
  cancel(id: RpcId): void {
    this.#serving.get(id)?.abort()
  }

  close(): void {
    for (const controller of this.#serving.values()) controller.abort()
    this.#serving.clear()
  }

  async #run(id: RpcId, serve: (signal: AbortSignal) => Promise<JsonObject>, controller: AbortController): Promise<void> {
    const { signal } = controller
    let answer: () => void
    try {
      const result = await serve(signal)
      answer = () => this.#ports.answer(id, result)
    } catch (thrown) {
      answer = () => this.#fail(id, AppError.from(thrown))
    }
    if (this.#serving.get(id) === controller) this.#serving.delete(id)
    if (!signal.aborted) answer()
  }

  /** Says why in a word that programs can tell apart. What a server said is its own app's to know. */
  #fail(id: RpcId, error: AppError): void {
    const code = error.code === 'UNKNOWN_TOOL' || error.code === 'INVALID_ARGUMENTS' ? rpcCodes.invalidParams : rpcCodes.refused
    const { said, retryAfterSeconds } = error
    this.#ports.refuse(id, code, said ?? this.#ports.explain(error), {
      code: error.code,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  }
}
