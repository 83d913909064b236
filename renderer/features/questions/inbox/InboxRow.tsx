import type { Question } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { openQuestion } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { StatusIcon } from '../../../ui/StatusIcon'
import { Tile } from '../../../ui/Tile'
import { useNow } from '../../../ui/hooks/useNow'
import { formatAge } from '../../../ui/format/formatTime'
import { questionDeadline } from './questionDeadline'
import { DuringCall } from '../DuringCall'
import { countFilledFields } from '../form/countFilledFields'
import { RequestSentence } from '../RequestSentence'
import { verbOf } from '../describeQuestion'
import { describeAmount, describeRequestReason, saidReason } from './describeRequestReason'

/** One open question in the Inbox: who asks what, why and where, how long it has waited, and what happens without an answer. */
export function InboxRow({ question, first }: { readonly question: Question; readonly first: boolean }) {
  const { asker, details, created } = question
  const now = useNow()
  const era = useTopic('connections.states', (states) => {
    const state = states[asker.serverId]
    return state?.phase === 'ready' ? state.era : undefined
  })
  const { words, soon } = questionDeadline(question, era, now)
  const amount = describeAmount(details, countFilledFields(question))
  const said = saidReason(details)?.trim()
  return (
    <li className="flex min-h-14 items-center gap-3 border-line px-4 py-2 not-first:border-t">
      <StatusIcon shape="ask" />
      <Tile name={asker.serverId} />
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 wide:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <div className="breakable">
            <RequestSentence question={question} />
            {details.kind === 'approval' && details.dataFlow && <span className="text-danger-text"> · {t('inbox.dataCouldLeave')}</span>}
            {amount !== undefined && <span className="num text-text-2"> · {amount}</span>}
          </div>
          <Where question={question} />
          {said !== undefined && said !== '' && (
            <div className="pt-0.5 text-12">
              <ServerQuoteLine text={said} />
            </div>
          )}
        </div>
        <div className="num text-12 text-text-2 max-wide:*:inline wide:shrink-0 wide:text-end">
          <div>
            <span className="sr-only">{t('inbox.asked')} </span>
            {formatAge(created, now)}
            <span aria-hidden="true" className="wide:hidden">
              {' · '}
            </span>
          </div>
          <div className={classNames(soon && 'text-ask-text')}>{words}</div>
        </div>
      </div>
      <Button className="w-24" data-list-item look={first ? 'ink' : 'outlined'} onClick={() => openQuestion(question.id)}>
        {verbOf(question)}
      </Button>
    </li>
  )
}

/** The conversation, the call, and the reason. The list may shorten them; the dialog shows them completely. */
function Where({ question: { asker, details } }: { readonly question: Question }) {
  const conversation = useTopic('chat.conversations', (list) => list.find(({ id }) => id === asker.conversationId)?.title)
  const reason = describeRequestReason(details)
  const byCall = details.kind !== 'approval' && asker.conversationId !== undefined && asker.callIds.length > 0
  return (
    <div className="cut text-12 text-text-2">
      {conversation === undefined ? t('inbox.noConversation') : <span translate="no">{conversation}</span>}
      {byCall && asker.conversationId !== undefined && <DuringCall conversationId={asker.conversationId} callIds={asker.callIds} />}
      {reason !== undefined && (
        <>
          {' · '}
          <SafeText text={reason} />
        </>
      )}
    </div>
  )
}
