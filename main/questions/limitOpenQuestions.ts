import type { Asker, QuestionKind } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'

/** Servers can ask without limit, but a person reads one question at a time. */
const OPEN_PER_SERVER = 50

/**
 * Pure: refuses a question if its server has too many open, or too many bytes in them. Questions that Parley itself asks are not limited.
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
