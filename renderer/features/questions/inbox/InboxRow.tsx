import type { ApprovalDetails, Question } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { useConversationSummary } from '../../../rpc/useConversationSummary'
import { useTopic } from '../../../rpc/useTopic'
import { openQuestion } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { StatusIcon } from '../../../ui/StatusIcon'
import { LetterTile } from '../../../ui/LetterTile'
import { useNow } from '../../../ui/hooks/useNow'
import { formatTimeAgo } from '../../../ui/format/formatTime'
import { ArgumentSummary } from './ArgumentSummary'
import { questionDeadline } from './questionDeadline'
import { DuringToolCall } from '../DuringToolCall'
import { countFilledFields } from '../form/countFilledFields'
import { RequestSentence } from '../RequestSentence'
import { verbOf } from '../describeQuestion'
import { describeAmount, describeRequestReason, saidReason } from './describeRequestReason'
import { looksRisky } from '../../../../shared/rules/looksRisky'

export interface InboxRowProps {
  readonly question: Question
  /** Whether it is the next one to answer. */
  readonly first: boolean
  /** Whether the heading of its group already says who asks for what. */
  readonly grouped: boolean
  /** Whether the row says why it is asked. The heading of a group says it for all. */
  readonly saysWhy: boolean
}

/** One open question in the Inbox: who asks what, why and where, how long it has waited, and what happens without an answer. */
export function InboxRow({ question, first, grouped, saysWhy }: InboxRowProps) {
  const { asker, details, created } = question
  const now = useNow()
  const era = useTopic('connections.states', (states) => {
    const state = states[asker.serverId]
    return state?.phase === 'ready' ? state.negotiation.era : undefined
  })
  const { words, soon } = questionDeadline(question, era, now)
  const amount = describeAmount(details, countFilledFields(question))
  const said = saidReason(details)?.trim()
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-end gap-x-3 gap-y-2 border-line px-4 py-2 not-first:border-t">
      <StatusIcon shape="ask" />
      {!grouped && <LetterTile name={asker.serverId} />}
      {/* Wraps by the size of its text, so that no breakpoint has to know it. */}
      <div className="flex min-w-0 grow basis-48 flex-wrap items-center gap-x-3 gap-y-0.5">
        <div className="min-w-0 grow basis-64">
          <div className="breakable">
            {!grouped && <RequestSentence question={question} />}
            {details.kind === 'approval' && <CallSummary details={details} alone={grouped} />}
            {amount !== undefined && (
              <span className="num text-text-2">
                {!grouped && ' · '}
                {amount}
              </span>
            )}
          </div>
          <Where question={question} saysWhy={saysWhy} />
          {said !== undefined && said !== '' && (
            <div className="pt-0.5 text-12">
              <ServerQuoteLine text={said} />
            </div>
          )}
        </div>
        <div className="num text-12 text-text-2 max-w-full max-wide:*:inline wide:text-end">
          <div>
            <span className="sr-only">{t('inbox.asked')} </span>
            {formatTimeAgo(created, now)}
            <span aria-hidden="true" className="wide:hidden">
              {' · '}
            </span>
          </div>
          <div className={classNames(soon && 'text-ask-text')}>{words}</div>
        </div>
      </div>
      <Button className="w-24" data-list-item data-waiting-item look={first ? 'ink' : 'outlined'} onClick={() => openQuestion(question.id)}>
        {verbOf(question)}
      </Button>
    </li>
  )
}

/** What the call is about, and what Parley sees in it or its server admits. The list may shorten it; the dialog shows all. */
function CallSummary({ details, alone }: { readonly details: ApprovalDetails; readonly alone: boolean }) {
  const risk = riskOf(details)
  return (
    <>
      {risk !== undefined && (
        <span className="text-danger-text">
          {!alone && ' · '}
          {t(risk)}
        </span>
      )}
      <ArgumentSummary about={details.arguments} />
    </>
  )
}

function riskOf({ tool, arguments: args, dataFlow, noticed, annotations }: ApprovalDetails) {
  if (dataFlow) return 'inbox.dataCouldLeave'
  if (noticed) return 'inbox.noticed'
  if (annotations?.readOnlyHint !== true && annotations?.destructiveHint === true) return 'inbox.mayDestroy'
  return looksRisky(tool, args) ? 'inbox.looksRisky' : undefined
}

/** The conversation, the call, and the reason. A long title is cut, so that the reason is read. */
function Where({ question: { asker, details }, saysWhy }: Pick<InboxRowProps, 'question' | 'saysWhy'>) {
  const conversation = useConversationSummary(asker.conversationId)?.title
  const reason = saysWhy ? describeRequestReason(details) : undefined
  const byCall = details.kind !== 'approval' && asker.conversationId !== undefined && asker.callIds.length > 0
  return (
    <div className="breakable text-12 text-text-2">
      {conversation === undefined ? (
        t('inbox.noConversation')
      ) : (
        <span translate="no" className="cut inline-block max-w-64 align-bottom">
          {conversation}
        </span>
      )}
      {byCall && asker.conversationId !== undefined && <DuringToolCall conversationId={asker.conversationId} callIds={asker.callIds} />}
      {reason !== undefined && (
        <>
          {' · '}
          <SafeText text={reason} />
        </>
      )}
    </div>
  )
}
