import type { Asker, QuestionKind } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'

/** Servers ask as often as they like; a person reads one at a time. */
const OPEN_PER_SERVER = 50

/**
 * Pure: refuses a question of a server that has too many open, or too many bytes in them. Parley's own questions are not counted out.
 * @throws {AppError} CONFLICT
 */
export function limitOpenQuestions(
  asked: { readonly asker: Pick<Asker, 'serverId'>; readonly kind: QuestionKind; readonly bytes: number },
  open: readonly { readonly bytes: number }[],
  mostBytes: number,
): void {
  if (asked.kind === 'approval' || asked.kind === 'start') return
  const { serverId } = asked.asker
  if (open.length >= OPEN_PER_SERVER) {
    throw new AppError('CONFLICT', { reason: 'questions.tooMany', params: { server: serverId, count: open.length } })
  }
  const all = open.reduce((sum, { bytes }) => sum + bytes, asked.bytes)
  if (all <= mostBytes) return
  throw new AppError('CONFLICT', {
    reason: asked.bytes > mostBytes ? 'questions.tooLarge' : 'questions.tooMuch',
    params: { server: serverId, all: megabytes(all), most: megabytes(mostBytes) },
  })
}

function megabytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`
}
