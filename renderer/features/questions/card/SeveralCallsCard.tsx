import { useRef } from 'react'
import { t } from '../../../i18n/t'
import { MessageText } from '../../../i18n/MessageText'
import { Text } from '../../../i18n/Text'
import { classNames } from '../../../ui/classNames'
import { Fact, Facts } from '../../../ui/Facts'
import { LetterTile } from '../../../ui/LetterTile'
import { SafeName } from '../../../ui/SafeName'
import { uncheckedTogether } from '../approval/ClaimNotes'
import { CallDetailsButton } from '../approval/CallDetailsButton'
import { CallLine } from '../approval/CallLine'
import { commonReason, useFocusAfterDenial } from '../approval/severalCalls'
import { ResultRecipients } from '../approval/ResultRecipients'
import { openDetails } from '../questionDialogStore'
import { allowOnCard, denyOnCard } from './cardAnswers'
import { CardFrame } from './CardFrame'
import { sendAnswers } from './sendAnswers'
import { useCardAnswers } from './useCardAnswers'
import type { CardLine, CardLines } from './useCardLines'

/** More lines scroll inside the card. */
const MOST_LINES = 6

export interface SeveralCallsCardProps {
  readonly lines: readonly CardLine[]
  readonly onDeny: CardLines['onDeny']
  readonly onDenyFailed: CardLines['onDenyFailed']
}

/** "Allow N calls?": calls that a model makes at once, with a line each. Each can be denied alone; the rest is allowed or denied together. */
export function SeveralCallsCard({ lines, onDeny, onDenyFailed }: SeveralCallsCardProps) {
  const open = lines.filter(({ denied }) => !denied).map(({ question }) => question)
  const answering = useCardAnswers(open)
  const list = useRef<HTMLUListElement>(null)
  const servers = [...new Set(open.map(({ asker }) => asker.serverId))]
  const count = open.length
  const others = count < lines.length
  const [first] = open
  const common = commonReason(open)
  const total = open.reduce((sum, { details }) => sum + Object.keys(details.arguments).length, 0)
  const unchecked = uncheckedTogether(open.map(({ details }) => details.annotations ?? {}))
  const noRule = open.find(({ details }) => details.noRule)?.details.noRule
  useFocusAfterDenial(list, lines.length - count)
  const denyLine = async (question: CardLine['question']): Promise<void> => {
    onDeny(question)
    try {
      await sendAnswers([question], denyOnCard)
    } catch (thrown) {
      onDenyFailed(question)
      throw thrown
    }
  }
  return (
    <CardFrame
      counts
      questions={open}
      content={lines.map(({ question, denied }) => `${question.id} ${denied}`).join(' ')}
      tiles={servers.map((server) => (
        <LetterTile key={server} name={server} />
      ))}
      title={t('approvals.card.title', { count })}
      who={
        <Facts>
          {servers.map((server) => (
            <Fact key={server}>
              <span translate="no">
                <SafeName name={server} />
              </span>
            </Fact>
          ))}
        </Facts>
      }
      answering={answering}
      answers={{
        refuse: { word: t(others ? 'approvals.card.denyOther' : 'approvals.card.denyAll', { count }), answer: denyOnCard },
        note: noRule ? t('approvals.note.exactNoRule', { noRule }) : t('approvals.note.exact'),
        allow: { word: t(others ? 'approvals.card.allowOther' : 'approvals.card.allowAll', { count }), answer: allowOnCard },
      }}
    >
      {(arming) => (
        <>
          {/* It can take the focus, so that keys scroll all of it into view. */}
          <ul
            ref={list}
            data-scrolls
            aria-label={t('chat.toolCalls')}
            tabIndex={lines.length > MOST_LINES ? 0 : undefined}
            className={classNames('-outline-offset-2', lines.length > MOST_LINES && 'max-h-[21rem] overflow-y-auto')}
          >
            {lines.map((line) => (
              <CallLine
                key={line.question.id}
                line={line}
                arming={arming}
                saysWhy={!common}
                busy={answering.busy}
                deny={() => denyLine(line.question)}
                beside={(describedBy) => (
                  <CallDetailsButton
                    tool={line.question.details.tool}
                    describedBy={describedBy}
                    onShow={() => openDetails(line.question.id)}
                  />
                )}
              />
            ))}
          </ul>
          <p className="breakable border-t border-line px-3 py-2 text-12">
            {common && (
              <span className="font-label">
                <MessageText message={{ id: 'approvals.sentence', params: { reason: common } }} />
              </span>
            )}{' '}
            <span className="text-text-2">
              <Text id="approvals.arguments.shown" values={{ count: total }} components={{ b: <span /> }} /> {unchecked}
              {unchecked && ' '}
              <ResultRecipients model={first?.details.model} appOf={undefined} />
            </span>
          </p>
        </>
      )}
    </CardFrame>
  )
}
