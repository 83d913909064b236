import type { QuestionId } from '../../shared/domain/ids'
import type { Questions } from '../../shared/domain/question'
import type { SchemaMisfit } from '../../shared/domain/schemaMisfit'
import type { JsonObject } from '../../shared/lib/json'
import { checkArguments, type ArgumentChecker } from './checkArguments'

export interface EditedArgumentsDeps {
  readonly questions: { questions(): Pick<Questions, 'open'> }
  readonly checker: ArgumentChecker
}

/**
 * Why the arguments that a person edits in an approval do not fit the tool. Empty if they fit, or if it cannot be told: the call itself checks
 * again.
 */
export async function editedArgumentProblems(
  { questions, checker }: EditedArgumentsDeps,
  questionId: QuestionId,
  args: JsonObject,
  signal: AbortSignal,
): Promise<readonly SchemaMisfit[]> {
  const question = questions.questions().open.find(({ id }) => id === questionId)
  if (question?.details.kind !== 'approval') return []
  const tool = { serverId: question.asker.serverId, inputSchema: question.details.inputSchema }
  const checked = await checkArguments(checker, tool, args, signal)
  return checked.verdict === 'invalid' ? checked.misfits : []
}
