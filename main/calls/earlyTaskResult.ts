import { AppError } from '../../shared/errors/appError'

type Raw = Readonly<Record<string, unknown>>

/**
 * A request for a task's result, sent before the task has ended. The questions of the task arrive with it (2025-11-25, tasks: input
 * required).
 */
export class EarlyTaskResult {
  /** Resolves when the result came or the request failed. */
  readonly settled: Promise<void>
  result: Raw | undefined
  /** The reason of a failed request. The request is sent again if the task goes on. If the task is over, the next look says so. */
  error: AppError | undefined
  readonly #end = new AbortController()

  /** @param request Sends the request. @param onResult Runs when the result came. */
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

  /** Cancels the request. */
  giveUp(): void {
    this.#end.abort()
  }
}
