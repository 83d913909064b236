import { t } from '../../../i18n/t'
import type { Call } from '../../../../shared/domain/chat'
import type { EndedQuestion } from '../../../../shared/domain/question'
import type { MessageId } from '../../../../shared/i18n/message'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { describeQuestionEnd } from '../../../widgets/describeQuestionEnd'
import { formatClock } from '../../../ui/format/formatTime'

const asked: Partial<Record<EndedQuestion['kind'], MessageId>> = {
  form: 'chat.asked.form',
  page: 'chat.asked.page',
  sampling: 'chat.asked.sampling',
  samplingReview: 'chat.asked.samplingReview',
  folders: 'chat.asked.folders',
  signIn: 'chat.asked.signIn',
}

/** The questions of the server during a call, and how each ended: answered, refused, or declined without the person. */
export function CallQuestions({ call }: { readonly call: Call }) {
  const { data } = useHostQuery('questions.ofCall', { callId: call.id }, { version: call.state })
  const shown = (data ?? []).flatMap((question) => {
    const id = asked[question.kind]
    return id === undefined ? [] : [{ question, id }]
  })
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('chat.whatItAsked')} className="grid gap-0.5 text-12 text-text-2">
      {shown.map(({ question, id }) => (
        <li key={question.id} className="breakable">
          <span translate="no" className="num text-text-3">
            {formatClock(question.at)}
          </span>{' '}
          {t(id, { server: call.serverId })} {describeQuestionEnd(question)}
        </li>
      ))}
    </ul>
  )
}
