import { useRef } from 'react'
import type { DialogReason } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { MessageText } from '../../../i18n/MessageText'
import { Text } from '../../../i18n/Text'
import { useConversationSummary } from '../../../rpc/useConversationSummary'
import { openQuestion } from '../../../state/navigation'
import { Fact } from '../../../ui/Facts'
import { SafeName } from '../../../ui/SafeName'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { AnswerButtons } from '../AnswerButtons'
import { uncheckedTogether } from '../approval/ClaimNotes'
import { CallDetailsButton } from '../approval/CallDetailsButton'
import { CallLine } from '../approval/CallLine'
import { ResultRecipients } from '../approval/ResultRecipients'
import { seemsRisky } from '../approval/seemsRisky'
import { commonReason, useFocusAfterDenial } from '../approval/severalCalls'
import type { CardQuestion } from '../card/asksOnCard'
import { allowTogether, denyTogether } from '../card/cardAnswers'
import type { CardLines } from '../card/useCardLines'
import type { CardPlace } from '../cardProps'
import { describeKind } from '../describeQuestion'
import { QuestionDialogLayout } from '../QuestionDialogLayout'
import { lookAtAlone } from '../questionDialogStore'
import { useAnswerKeys } from '../useAnswerKeys'
import { useTogetherAnswers } from './useTogetherAnswers'

export interface SeveralCallsDialogProps extends CardPlace, CardLines {}

/**
 * "Allow N calls?" in the dialog: calls of one step that nothing keeps from sharing it, with a line each. A line says what is not calm about its
 * call. Each can be denied, or looked at, alone; the rest is allowed or denied together.
 */
export function SeveralCallsDialog({
  question,
  lines,
  onDeny,
  onDenyFailed,
  among: _among,
  onCard: _onCard,
  ...place
}: SeveralCallsDialogProps) {
  const open = lines.filter(({ denied }) => !denied).map((line) => line.question)
  const answers = useTogetherAnswers(open)
  const list = useRef<HTMLUListElement>(null)
  const conversation = useConversationSummary(question.asker.conversationId)?.title
  const servers = [...new Set(open.map(({ asker }) => asker.serverId))]
  const count = open.length
  const others = count < lines.length
  const common = commonReason(open)
  const total = open.reduce((sum, { details }) => sum + Object.keys(details.arguments).length, 0)
  const unchecked = uncheckedTogether(open.map(({ details }) => details.annotations ?? {}))
  const noRule = open.find(({ details }) => details.noRule)?.details.noRule
  useAnswerKeys()
  useFocusAfterDenial(list, lines.length - count)
  const denyLine = async (one: CardQuestion): Promise<void> => {
    onDeny(one)
    try {
      await answers.one(one, denyTogether)
    } catch (thrown) {
      onDenyFailed(one)
      throw thrown
    }
  }
  return (
    <QuestionDialogLayout
      {...place}
      contentKey={lines.map((line) => `${line.question.id} ${line.denied}`).join(' ')}
      kind={describeKind(question.details)}
      {...(conversation && { conversation })}
      server={servers[0] ?? question.asker.serverId}
      servers={servers}
      title={t('approvals.card.title', { count })}
      who={servers.map((server) => (
        <Fact key={server}>
          <span translate="no" className="font-label text-text">
            <SafeName name={server} />
          </span>
        </Fact>
      ))}
      foot={(arming, unseen) => (
        <AnswerButtons
          counts
          answering={answers.all}
          arming={arming}
          unseen={unseen}
          answers={{
            refuse: { word: t(others ? 'approvals.card.denyOther' : 'approvals.card.denyAll', { count }), answer: denyTogether },
            note: noRule ? t('approvals.note.exactNoRule', { noRule }) : t('approvals.note.exact'),
            allow: {
              word: t(others ? 'approvals.card.allowOther' : 'approvals.card.allowAll', { count }),
              answer: allowTogether,
              // One of them makes all of them so.
              risky: open.some(({ details }) => details.annotations?.destructiveHint === true || seemsRisky(details, details.arguments)),
            },
          }}
        />
      )}
    >
      {(arming) => (
        <>
          {answers.all.failed && (
            <LabelledRow>
              <ErrorNotice error={answers.all.failed} role="alert" />
            </LabelledRow>
          )}
          <ul ref={list} aria-label={t('chat.toolCalls')} className="px-3 py-1">
            {lines.map((line) => (
              <CallLine
                key={line.question.id}
                line={line}
                arming={arming}
                saysWhy={!common}
                busy={answers.all.busy}
                deny={() => denyLine(line.question)}
                beside={(describedBy) => (
                  <CallDetailsButton
                    tool={line.question.details.tool}
                    describedBy={describedBy}
                    onShow={() => {
                      lookAtAlone(line.question.id)
                      openQuestion(line.question.id)
                    }}
                  />
                )}
              >
                <Signs question={line.question} />
              </CallLine>
            ))}
          </ul>
          <p className="breakable px-6 py-2.5 text-12">
            {common && (
              <span className="font-label">
                <MessageText message={{ id: 'approvals.sentence', params: { reason: common } }} />
              </span>
            )}{' '}
            <span className="text-text-2">
              <Text id="approvals.arguments.shown" values={{ count: total }} components={{ b: <span /> }} /> {unchecked}
              {unchecked && ' '}
              <ResultRecipients model={open[0]?.details.model} appOf={undefined} />
            </span>
          </p>
        </>
      )}
    </QuestionDialogLayout>
  )
}

/** What is not calm about a call. What its server claims stands beside its name. */
function Signs({ question: { details } }: { readonly question: CardQuestion }) {
  const signs = details.place?.place === 'dialog' ? (details.place.signs ?? []) : []
  // That a tool changes something is no news where its server says so, or leaves it open.
  const isNews = (sign: DialogReason): boolean => sign !== 'namesChange' || details.annotations?.readOnlyHint === true
  const said = signs.filter((sign) => sign in words && isNews(sign))
  return (
    <>
      {said.map((sign) => (
        <p key={sign} className="breakable text-12 text-text-2">
          {words[sign]?.()}
        </p>
      ))}
      {seemsRisky(details, details.arguments) && <p className="breakable text-12 text-danger-text">{t('approvals.looksRisky')}</p>}
    </>
  )
}

const words: Partial<Record<DialogReason, () => string>> = {
  namesChange: () => t('approvals.line.namesChange'),
  argumentName: () => t('approvals.line.argumentName'),
  argumentValue: () => t('approvals.line.argumentValue'),
}
