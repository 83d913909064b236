import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Limits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'

export type ModelResponseLimits = Pick<Limits, 'modelAnswerBytes' | 'modelLineBytes' | 'modelAnswerLines'>

/** How many bytes the library gets at once. It works through all of them before anything else in Parley has a turn. */
const PIECE_BYTES = 16 * 1024
const NEWLINE = 10

/**
 * Returns the answer of a model endpoint with limits on its bytes, its lines and the bytes of one line. An answer over a limit ends with
 * MODEL_CUT_OFF, and its connection is closed. No more is read than the reader asks for, and other work gets a turn between the pieces.
 */
export function limitModelResponse(response: Response, limits: ModelResponseLimits, modelName: string): Response {
  if (!response.body) return response
  const limited = new Response(pieces(response.body, new AnswerMeter(limits, modelName)), response)
  // A new Response has no address.
  Object.defineProperty(limited, 'url', { value: response.url })
  return limited
}

function pieces(body: ReadableStream<Uint8Array>, meter: AnswerMeter): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let left: Uint8Array = new Uint8Array()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        await nextTurn()
        if (left.length === 0) {
          const { done, value } = await reader.read()
          if (done) return controller.close()
          left = value
        }
        const piece = left.subarray(0, PIECE_BYTES)
        left = left.subarray(PIECE_BYTES)
        const fault = meter.take(piece)
        if (!fault) return controller.enqueue(piece)
        controller.error(fault)
        await reader.cancel(fault)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Counts what came of one answer. */
class AnswerMeter {
  readonly #limits: ModelResponseLimits
  readonly #modelName: string
  #bytes = 0
  #lines = 0
  #lineBytes = 0

  constructor(limits: ModelResponseLimits, modelName: string) {
    this.#limits = limits
    this.#modelName = modelName
  }

  take(piece: Uint8Array): AppError | undefined {
    const { modelAnswerBytes, modelAnswerLines, modelLineBytes } = this.#limits
    let start = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      if (this.#lineBytes + end - start > modelLineBytes) return this.#fault('models.endlessLine')
      start = end + 1
      this.#lineBytes = 0
      this.#lines++
    }
    this.#lineBytes += piece.length - start
    this.#bytes += piece.length
    if (this.#lineBytes > modelLineBytes) return this.#fault('models.endlessLine')
    if (this.#bytes > modelAnswerBytes || this.#lines > modelAnswerLines) return this.#fault('models.endlessAnswer')
    return undefined
  }

  #fault(reason: 'models.endlessLine' | 'models.endlessAnswer'): AppError {
    return new AppError('MODEL_CUT_OFF', { reason, params: { model: this.#modelName } })
  }
}
