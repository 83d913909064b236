import * as z from 'zod'
import { placedIssueMessage } from '../../../main/lib/zodIssueMessage'
import { ServerId } from '../../../shared/domain/ids'
import { Answer, type Question } from '../../../shared/domain/question'
import { AppError } from '../../../shared/errors/appError'
import type { Answerer } from './answerer'

/** Limits an entry to one server, and says whether it answers one question or all. */
const Scope = z.object({ server: ServerId.optional(), always: z.boolean().optional() })

interface Entry {
  readonly answer: Answer
  readonly server: ServerId | undefined
  readonly always: boolean
}

/**
 * Pure: reads answers from a file. The file is a JSON list of answers in the format of the contract, such as `{"kind": "form", "action":
 * "accept", "content": {"name": "Ada"}}`. `server` limits an entry to one server. An entry answers one question, or every question with
 * `always`.
 * @throws {AppError} INVALID_INPUT with the number of the wrong entry.
 */
export function fileAnswers(text: string): Answerer {
  const left = [...entriesOf(text)]
  return {
    async answer({ asker, details }: Question) {
      const index = left.findIndex(
        ({ answer, server }) => answer.kind === details.kind && (server === undefined || server === asker.serverId),
      )
      const entry = left[index]
      if (entry && !entry.always) left.splice(index, 1)
      return entry?.answer
    },
  }
}

function entriesOf(text: string): readonly Entry[] {
  const list = z.array(z.looseObject({})).safeParse(parsed(text))
  if (!list.success) throw new AppError('INVALID_INPUT', { reason: 'cli.answersNotAList' })
  return list.data.map((raw, index) => {
    const answer = Answer.safeParse(raw)
    const scope = Scope.safeParse(raw)
    if (!answer.success || !scope.success) {
      const issues = ((answer.error ?? scope.error)?.issues ?? []).map(placedIssueMessage)
      throw new AppError('INVALID_INPUT', { reason: 'cli.answerUnusable', params: { number: String(index + 1), issues } })
    }
    return { answer: answer.data, server: scope.data.server, always: scope.data.always ?? false }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    throw new AppError('INVALID_INPUT', { reason: 'cli.answersNotJson' }, { said: AppError.from(thrown).message, cause: thrown })
  }
}
