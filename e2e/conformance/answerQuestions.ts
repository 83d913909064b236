import type { SignInTarget } from '../../shared/domain/account'
import type { Answer, FormDetails, Question } from '../../shared/domain/question'
import type { QuestionId } from '../../shared/domain/ids'
import { validateFormContent } from '../../shared/elicitation/validateFormContent'
import type { TestHost } from '../../main/testing/testHost'
import { formDraft, readFormDraft } from '../../renderer/features/questions/form/formDraft'

/**
 * Acts as a person who submits every form unchanged and signs in whenever a server asks for it. Never returns.
 * @throws {Error} when a sign-in fails, or when a question comes that the suite has no reason to ask
 */
export async function answerQuestions(host: TestHost): Promise<never> {
  const answered = new Set<QuestionId>()
  const isNew = ({ id }: Question): boolean => !answered.has(id)
  for (;;) {
    const { open } = await host.until('questions', (questions) => questions.open.some(isNew))
    for (const { id, details, asker } of open.filter(isNew)) {
      answered.add(id)
      if (details.kind === 'signIn') {
        await signIn(host, { kind: 'server', serverId: asker.serverId, accountId: details.accountId }, id)
        continue
      }
      if (details.kind !== 'form') throw new Error(`Nobody expected a question of the kind ${details.kind}`)
      const { taken } = await host.call('questions.answer', { questionId: id, answer: submit(details) })
      if (!taken) throw new Error('The question ended before its answer came')
    }
  }
}

/** Does what the Submit button of the form's card does when no field has changed. */
function submit({ fields }: FormDetails): Answer {
  const { content, errors } = validateFormContent(fields, formDraft(fields, readFormDraft(fields, {}, 'en'), 'en'))
  const first = [...errors][0]
  if (first) throw new Error(`The form cannot be submitted as it opens: ${first[0]}: ${JSON.stringify(first[1])}`)
  return { kind: 'form', action: 'accept', content }
}

/** Does what the "Sign in" button does. The `openUrl` port acts as the browser. */
async function signIn(host: TestHost, target: SignInTarget, questionId: QuestionId): Promise<void> {
  const { attempt, issuer, scopes } = await host.call('accounts.prepare', { target, questionId })
  process.stdout.write(`sign-in at ${issuer}, for ${scopes.join(' ') || 'nothing in particular'}\n`)
  await host.call('accounts.begin', { attempt })
  const { attempts } = await host.until('accounts', (accounts) =>
    accounts.attempts.every(({ id, step }) => id !== attempt || step === 'done' || step === 'failed'),
  )
  const error = attempts.find(({ id }) => id === attempt)?.error
  if (error) throw new Error(`${error.message}${error.said === undefined ? '' : ` (${error.said})`}`)
}
