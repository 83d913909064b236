import type { JsonObject } from '../../../../../shared/lib/json'

type Step = { readonly method: string; readonly params: JsonObject }

const CANCELLED = 'ui/notifications/tool-cancelled'

/**
 * What an app is told of its call, in the order of MCP Apps: its arguments as far as they are written, any number of times; then all of them,
 * once, unless the call was cancelled before; then how the call ended, once. Nothing before the app is ready.
 */
export class ToolDelivery {
  readonly #send: (step: Step) => void
  #ready = false
  #partial: JsonObject | undefined
  #input: JsonObject | undefined
  #end: Step | undefined
  #sent: 'nothing' | 'input' | 'end' = 'nothing'

  constructor(send: (step: Step) => void) {
    this.#send = send
  }

  /** The app has said that it is ready. Saying it again changes nothing. */
  ready(): void {
    this.#ready = true
    this.#deliver()
  }

  /** The arguments as far as the model has written them. */
  partialInput(args: JsonObject): void {
    this.#partial = args
    this.#deliver()
  }

  input(args: JsonObject): void {
    this.#input ??= args
    this.#deliver()
  }

  /** @param result As the server wrote it. */
  result(result: JsonObject): void {
    this.#end ??= { method: 'ui/notifications/tool-result', params: result }
    this.#deliver()
  }

  cancelled(reason: string): void {
    this.#end ??= { method: CANCELLED, params: { reason } }
    this.#deliver()
  }

  #deliver(): void {
    if (!this.#ready || this.#sent === 'end') return
    if (this.#sent === 'nothing' && this.#partial && !this.#input) {
      this.#send({ method: 'ui/notifications/tool-input-partial', params: { arguments: this.#partial } })
      this.#partial = undefined
    }
    if (this.#sent === 'nothing' && this.#input) {
      this.#sent = 'input'
      this.#send({ method: 'ui/notifications/tool-input', params: { arguments: this.#input } })
    }
    // A call that was refused, or that the model broke off in, never gets all of its arguments.
    const isOver = this.#sent === 'input' || (this.#sent === 'nothing' && this.#end?.method === CANCELLED)
    if (isOver && this.#end) {
      this.#sent = 'end'
      this.#send(this.#end)
    }
  }
}
