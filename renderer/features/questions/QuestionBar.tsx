import { t } from '../../i18n/t'
import { openQuestion, useNavigation } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { StatusIcon } from '../../ui/StatusIcon'
import { useCardsInView } from './card/cardsInView'
import { questionsInBar } from './questionsInBar'
import { RequestSentence } from './RequestSentence'
import { useOpenQuestions } from './useOpenQuestions'

/**
 * A bar above the composer for the waiting questions of this conversation that have no open dialog. It never takes the focus. Of those that a
 * card in view asks, it only tells a screen reader.
 */
export function QuestionBar() {
  const open = useOpenQuestions() ?? []
  const front = useNavigation((screen) => (screen.view === 'chat' ? screen.conversationId : undefined))
  const shown = useNavigation((screen) => screen.questionId)
  const onCards = useCardsInView((state) => state.inView)
  const waiting = questionsInBar({ open, front }, shown, onCards)
  const [first] = waiting
  const cards = open.filter(({ id }) => onCards.has(id))
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
      {shown === undefined &&
        cards.map((question) => (
          <span key={question.id} className="sr-only">
            <RequestSentence question={question} /> {t('approvals.card.here')}
          </span>
        ))}
    </div>
  )
}
