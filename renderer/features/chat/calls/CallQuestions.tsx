import type { Call } from '../../../../shared/domain/chat'
import type { EndedQuestion } from '../../../../shared/domain/question'
import { useHostQuery } from '../../../rpc/useCall'
import { SafeText } from '../../../ui/SafeText'
import { formatClock } from '../../../ui/format/relativeTime'

const asked: Partial<Record<EndedQuestion['kind'], string>> = {
  form: 'asked for information',
  page: 'asked you to visit a page',
  sampling: 'asked to use your model',
  samplingReview: 'was to get an answer of your model',
  folders: 'asked for folders',
  signIn: 'asked you to sign in',
}

/** What its server asked in a call, and how each ended: answered, refused, or declined without you. */
export function CallQuestions({ call }: { readonly call: Call }) {
  const { data } = useHostQuery('questions.ofCall', { callId: call.id }, { version: call.state })
  const shown = (data ?? []).filter(({ kind }) => asked[kind] !== undefined)
  if (shown.length === 0) return null
  return (
    <ul aria-label="What it asked" className="grid gap-0.5 text-12 text-text-2">
      {shown.map((question) => (
        <li key={question.id} className="breakable">
          <span className="num text-text-3">{formatClock(question.at)}</span> {call.serverId} {asked[question.kind]}.{' '}
          <SafeText text={question.reason} />
        </li>
      ))}
    </ul>
  )
}
