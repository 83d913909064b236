import { isAppTool, nameInApp } from '../../../shared/domain/apps/appTool'
import { modelName } from '../../../shared/domain/models/modelName'
import type { ApprovalDetails, EndedQuestion, Question, QuestionDetails } from '../../../shared/domain/question'
import { plainName } from '../../../shared/lib/confusableNames'
import { plainText } from '../../../shared/lib/unsafeCharacters'
import type { Message, MessageId } from '../../../shared/i18n/message'
import { t } from '../../i18n/t'
import { describeChange } from './changed/describeChange'
import type { RequestText } from './requestText'

/** Pure: names the kind of a question for the strip of its dialog: "Form", "Changed tool". */
export function describeKind(details: QuestionDetails): string {
  if (details.kind !== 'changed') return t(`questions.kind.${details.kind}`)
  const tools = details.changes.filter(({ after }) => after.what === 'tool').length
  if (tools === 0) return t('questions.kind.changedInstructions')
  if (tools < details.changes.length) return t('questions.kind.changedBoth')
  return t('questions.kind.changed', { count: tools })
}

/** Pure: describes the request as a text with tags for its names: "<server/> asks for information". */
export function requestText(details: QuestionDetails): RequestText {
  switch (details.kind) {
    case 'approval':
      if (details.byApp) return { id: 'questions.asks.approvalOfByApp', values: { tool: plainName(details.tool) } }
      if (isAppTool(details.tool)) {
        return { id: 'questions.asks.approvalOfAppTool', values: { model: whoWants(details), tool: plainName(nameInApp(details.tool)) } }
      }
      return { id: 'questions.asks.approvalOf', values: { model: whoWants(details), tool: plainName(details.tool) } }
    case 'page':
      return { id: details.opened ? 'questions.asks.pageOpened' : 'questions.asks.page', values: { host: plainText(details.host) } }
    case 'changed':
      return describeChange(details.changes)
    case 'signIn':
      return { id: details.why === 'moreRights' ? 'questions.asks.moreRights' : 'questions.asks.signIn', values: {} }
    case 'sampling':
    case 'samplingReview':
      return { id: details.byApp ? `questions.asks.${details.kind}ByApp` : `questions.asks.${details.kind}`, values: {} }
    case 'form':
    case 'folders':
    case 'start':
      return { id: `questions.asks.${details.kind}`, values: {} }
  }
}

/** Pure: names the model that wants a call. Parley does not know it of every call that an earlier run asked about. */
export function whoWants({ model }: ApprovalDetails): string | Message {
  return model === undefined ? { id: 'questions.aModel' } : plainText(modelName(model))
}

/** Pure: describes the request as one plain sentence. */
export function describeRequest({ asker, details }: Question): string {
  const { id, values } = requestText(details)
  return t(id, { ...values, server: asker.serverId })
}

/** Pure: returns the text for the request of an ended question, with the tag `<server/>`. */
export function askedText({ kind, byApp }: Pick<EndedQuestion, 'kind' | 'byApp'>): MessageId {
  return byApp && (kind === 'sampling' || kind === 'samplingReview') ? `questions.asked.${kind}ByApp` : `questions.asked.${kind}`
}

/** Returns the label of a question's button in a list. */
export function verbOf(question: Question): string {
  if (question.draft !== undefined) return t('questions.verb.goOn')
  if (question.details.kind === 'folders') return t('questions.verb.choose')
  return question.details.kind === 'signIn' ? t('questions.verb.signIn') : t('questions.verb.review')
}
