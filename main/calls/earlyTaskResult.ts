import { AppError } from '../../shared/errors/appError'

type Raw = Readonly<Record<string, unknown>>

/**
 * A request for the result of a task that was made before the task had ended: what the task asks comes on that way (2025-11-25, tasks: input
 * required).
 */
export class EarlyTaskResult {
  /** Resolves when it came or failed. */
  readonly settled: Promise<void>
  result: Raw | undefined
  /** It is asked for again where the task goes on; where it is over, the next look says so. */
  error: AppError | undefined
  readonly #end = new AbortController()

  /** @param request Asks for it. @param onResult It has come. */
  constructor(request: (signal: AbortSignal) => Promise<Raw>, onResult: () => void) {
    this.settled = request(this.#end.signal).then(
      (result) => {
        this.result = result
        onResult()
      },
      (thrown: unknown) => {
        this.error = AppError.from(thrown)
      },
    )
  }

  /** Nobody waits for it any more. */
  giveUp(): void {
    this.#end.abort()
  }
}
