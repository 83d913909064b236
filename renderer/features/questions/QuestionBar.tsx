import { t } from '../../i18n/t'
import { openQuestion, useNavigation } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { StatusIcon } from '../../ui/StatusIcon'
import { useDeferredQuestions } from './questionDialogStore'
import { questionsInBar } from './questionsInBar'
import { RequestSentence } from './RequestSentence'
import { useOpenQuestions } from './useOpenQuestions'

/** A bar above the composer for the waiting questions of this conversation that have no open dialog. It never takes the focus. */
export function QuestionBar() {
  const open = useOpenQuestions() ?? []
  const front = useNavigation((screen) => (screen.view === 'chat' ? screen.conversationId : undefined))
  const shown = useNavigation((screen) => screen.questionId)
  const aside = useDeferredQuestions((state) => state.aside)
  const waiting = questionsInBar({ open, front, aside }, shown)
  const [first] = waiting
  return (
    <div role="status" aria-label={t('questions.list')} className="empty:hidden">
      {first && shown === undefined && (
        <div className="flex items-center gap-2 rounded-3 border border-ask-line bg-ask-soft py-1.5 pe-2 ps-3">
          <StatusIcon shape="ask" />
          <span className="breakable grow text-ask-text">
            <RequestSentence question={first} />
            {waiting.length > 1 && <span className="num"> · {t('questions.more', { count: waiting.length - 1 })}</span>}
          </span>
          <Button size="small" look="ink" onClick={() => openQuestion(first.id)}>
            {t('questions.verb.review')}
          </Button>
        </div>
      )}
    </div>
  )
}
