import * as z from 'zod'
import { placedIssueMessage } from '../../../main/lib/zodIssueMessage'
import { ServerId } from '../../../shared/domain/ids'
import { Answer, type Question } from '../../../shared/domain/question'
import type { SentIdentity } from '../../../shared/domain/launch/sentIdentity'
import { AppError } from '../../../shared/errors/appError'
import type { QuestionAnswerer } from './questionAnswerer'

/** Limits an entry to one server, and says whether it answers one question or all. */
const Scope = z.object({ server: ServerId.optional(), always: z.boolean().optional() })

export interface OnAgreed {
  page(question: Question): void
  folders(roots: readonly string[]): Promise<void>
  sends(sends: SentIdentity): void
}

interface Entry {
  readonly answer: Answer
  readonly server: ServerId | undefined
  readonly always: boolean
}

/**
 * Pure: reads answers from a file. The file is a JSON list of answers in the format of the contract, such as `{"kind": "form", "action":
 * "accept", "content": {"name": "Ada"}}`. `server` limits an entry to one server. An entry answers one question, or every question with
 * `always`.
 * @param onAgreed Told what an entry agrees to that nobody has read in the question: the address of a page, folders before they are shared, and what
 *   a start sends to sign in.
 * @throws {AppError} INVALID_INPUT with the number of the wrong entry.
 */
export function fileAnswers(text: string, onAgreed: OnAgreed): QuestionAnswerer {
  const left = [...entriesOf(text)]
  return {
    answersFolders: (serverId) =>
      left.some(({ answer, server }) => answer.kind === 'folders' && (server === undefined || server === serverId)),
    async answer(question: Question) {
      const { asker, details } = question
      const index = left.findIndex(
        ({ answer, server }) => answer.kind === details.kind && (server === undefined || server === asker.serverId),
      )
      const entry = left[index]
      if (entry && !entry.always) left.splice(index, 1)
      if (entry?.answer.kind === 'page' && entry.answer.action === 'open') onAgreed.page(question)
      if (entry?.answer.kind === 'folders' && entry.answer.action === 'share') await onAgreed.folders(entry.answer.roots ?? [])
      if (entry?.answer.kind === 'start' && entry.answer.action === 'start' && details.kind === 'start' && details.sends) {
        onAgreed.sends(details.sends)
      }
      return entry?.answer
    },
  }
}

function entriesOf(text: string): readonly Entry[] {
  const list = z.array(z.looseObject({})).safeParse(parsed(text))
  if (!list.success) throw new AppError('INVALID_INPUT', { reason: 'cli.answersNotAList' })
  return list.data.map((raw, index) => {
    const answer = Answer.safeParse(raw, { reportInput: true })
    const scope = Scope.safeParse(raw, { reportInput: true })
    if (!answer.success || !scope.success) {
      const issues = ((answer.error ?? scope.error)?.issues ?? []).map(placedIssueMessage)
      throw new AppError('INVALID_INPUT', { reason: 'cli.answerUnusable', params: { number: String(index + 1), issues } })
    }
    return { answer: answer.data, server: scope.data.server, always: scope.data.always ?? false }
  })
}

function parsed(text: string): unknown {
  try {
    // Editors of Windows begin a file with a mark of its encoding.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (thrown) {
    throw new AppError('INVALID_INPUT', { reason: 'cli.answersNotJson' }, { said: AppError.from(thrown).message, cause: thrown })
  }
}
