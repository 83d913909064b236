import { isByApp } from '../../../../shared/domain/apps/isByApp'
import type { Answer, Question } from '../../../../shared/domain/question'

/** Questions of one server that ask the same: calls of one tool for one model or for its app, or forms. Oldest first. */
export interface QuestionGroup {
  readonly key: string
  readonly questions: readonly Question[]
}

/** Pure: groups questions of one server that ask the same, in the order of the oldest one of each. */
export function groupQuestions(questions: readonly Question[]): readonly QuestionGroup[] {
  const groups = new Map<string, Question[]>()
  for (const question of questions) {
    const { asker, details } = question
    const key = JSON.stringify([
      asker.serverId,
      details.kind,
      isByApp(details),
      ...(details.kind === 'approval' ? [details.tool, details.model ?? ''] : []),
    ])
    const group = groups.get(key)
    if (group) group.push(question)
    else groups.set(key, [question])
  }
  return [...groups].map(([key, members]) => ({ key, questions: members }))
}

/** Pure: returns the answer that refuses a question. Undefined where refusing needs a look: it would keep something off or end a sign-in. */
export function refusalOf({ details }: Question, word = ''): Answer | undefined {
  switch (details.kind) {
    case 'approval':
      return { kind: 'approval', action: 'deny', ...(word !== '' && { word }) }
    case 'form':
      return { kind: 'form', action: 'decline' }
    case 'page':
      return { kind: 'page', action: 'decline' }
    case 'sampling':
      return { kind: 'sampling', action: 'deny' }
    case 'samplingReview':
      return { kind: 'samplingReview', action: 'discard' }
    case 'folders':
    case 'start':
    case 'changed':
    case 'signIn':
      return undefined
  }
}
