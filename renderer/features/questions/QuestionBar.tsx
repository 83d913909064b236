import { openQuestion, useScreen } from '../../shell/screen'
import { Button } from '../../ui/Button'
import { StateMark } from '../../ui/StateMark'
import { useAsideStore } from './asideStore'
import { inBar } from './openingRules'
import { asksWords } from './questionWords'
import { useOpenQuestions } from './useOpenQuestions'

/** Over the composer: what waits in this conversation and has no dialog. It never takes the focus. */
export function QuestionBar() {
  const open = useOpenQuestions() ?? []
  const front = useScreen((screen) => (screen.view === 'chat' ? screen.conversationId : undefined))
  const shown = useScreen((screen) => screen.questionId)
  const aside = useAsideStore((state) => state.aside)
  const waiting = inBar({ open, front, aside }, shown)
  const [first] = waiting
  return (
    <div role="status" aria-label="Questions" className="empty:hidden">
      {first && shown === undefined && (
        <div className="flex items-center gap-2 rounded-3 border border-ask-line bg-ask-soft py-1.5 pr-2 pl-3">
          <StateMark shape="ask" />
          <span className="breakable grow text-ask-text">
            <b className="font-title">{first.asker.serverId}</b> {asksWords(first.details)}
            {waiting.length > 1 && <span className="num"> · {waiting.length - 1} more</span>}
          </span>
          <Button size="small" look="ink" onClick={() => openQuestion(first.id)}>
            Review
          </Button>
        </div>
      )}
    </div>
  )
}
