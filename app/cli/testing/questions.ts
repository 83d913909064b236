import type { FormField } from '../../../shared/domain/formField'
import { QuestionId, ServerId } from '../../../shared/domain/ids'
import type { Question, QuestionDetails } from '../../../shared/domain/question'

/** Creates a question in the host's format. */
export function question(details: QuestionDetails, server = 'shop'): Question {
  return {
    id: QuestionId.parse('00000000-0000-4000-8000-000000000001'),
    asker: { serverId: ServerId.parse(server), callIds: [] },
    created: 0,
    expires: 1,
    details,
  }
}

export function formQuestion(server?: string, fields: readonly FormField[] = [{ key: 'name', kind: 'string', required: true }]): Question {
  return question({ kind: 'form', message: 'Who are you?', fields, secretLooking: [] }, server)
}

export function pageQuestion(server?: string): Question {
  return question({ kind: 'page', message: 'Log in', url: 'https://bank.example/login', host: 'bank.example', warnings: [] }, server)
}
