import { t } from '../../../i18n/t'
import { MessageText } from '../../../i18n/MessageText'
import { Text } from '../../../i18n/Text'
import { Facts } from '../../../ui/Facts'
import { LetterTile } from '../../../ui/LetterTile'
import { QuotedName } from '../../../ui/QuotedName'
import { mustSee } from '../../../ui/hooks/useRequiredReading'
import { ResultRecipients } from '../approval/ResultRecipients'
import { UncheckedClaims, UnsaidClaims } from '../approval/ClaimNotes'
import { ToolClaims } from '../approval/ToolClaims'
import { QuestionAsker } from '../QuestionAsker'
import { openDetails, openRules } from '../questionDialogStore'
import type { CardQuestion } from './asksOnCard'
import { allowOnCard, denyOnCard } from './cardAnswers'
import { CardArguments } from './CardArguments'
import { CardFrame } from './CardFrame'
import { useCardAnswers } from './useCardAnswers'

/** "Allow TOOL?" at the call: what would run, with the whole arguments, and why Parley asks. Everything else is in its details, the dialog. */
export function OneCallCard({ question }: { readonly question: CardQuestion }) {
  const { asker, details } = question
  const { annotations = {} } = details
  const answering = useCardAnswers([question])
  const count = Object.keys(details.arguments).length
  return (
    <CardFrame
      questions={[question]}
      content={question.id}
      tiles={<LetterTile name={asker.serverId} />}
      title={<Text id="approvals.title" components={{ tool: <QuotedName name={details.tool} whole inTitle /> }} />}
      who={
        <Facts>
          <QuestionAsker asker={asker} during={false} account={details.account} brief />
        </Facts>
      }
      answering={answering}
      answers={{
        refuse: { word: t('approvals.deny'), answer: denyOnCard },
        details: { word: t('approvals.card.details'), onShow: () => openDetails(question.id) },
        note: (
          <>
            {details.noRule ? t('approvals.note.exactNoRule', { noRule: details.noRule }) : t('approvals.note.exact')}{' '}
            <ResultRecipients model={details.model} appOf={undefined} />
          </>
        ),
        more: { word: t('approvals.alwaysAllow'), onShow: () => openRules(question.id), disabled: details.noRule !== undefined },
        allow: { word: t('approvals.allowOnce'), answer: allowOnCard },
      }}
    >
      {() => (
        <div className="grid gap-2 px-3 py-2.5">
          <div className="grid gap-2" {...mustSee(t('approvals.mustSee'))}>
            {count > 0 && <CardArguments args={details.arguments} />}
            <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-12 text-text-2">
              <span>
                <Text
                  id={count === 0 ? 'approvals.arguments.none' : 'approvals.arguments.shown'}
                  values={count === 0 ? {} : { count }}
                  components={{ b: <b className="font-label text-text" /> }}
                />
              </span>
              <ToolClaims annotations={annotations} />
            </div>
            <UnsaidClaims annotations={annotations} brief />
          </div>
          <p className="breakable text-12">
            <span className="font-label">
              <MessageText message={{ id: 'approvals.sentence', params: { reason: details.why } }} />
            </span>{' '}
            <span className="text-text-2">
              <UncheckedClaims annotations={annotations} server={asker.serverId} />
            </span>
          </p>
        </div>
      )}
    </CardFrame>
  )
}
