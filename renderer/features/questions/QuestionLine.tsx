import type { Question } from '../../../shared/domain/question'
import { useTopic } from '../../rpc/useTopic'
import { openQuestion } from '../../shell/screen'
import { Button } from '../../ui/Button'
import { StateMark } from '../../ui/StateMark'
import { Tile } from '../../ui/Tile'
import { useNow } from '../../ui/useNow'
import { ageWords } from '../../ui/words'
import { asksWords, consequenceWords, verbOf } from './questionWords'

/** One open question of the Inbox: who asks what, where, for how long, and what waits for it. */
export function QuestionLine({ question, first }: { readonly question: Question; readonly first: boolean }) {
  const { asker, details, created } = question
  const now = useNow()
  const conversation = useTopic('chat.conversations', (list) => list.find(({ id }) => id === asker.conversationId)?.title)
  return (
    <li className="flex min-h-14 items-center gap-3 border-line px-4 py-2 not-first:border-t">
      <StateMark shape="ask" />
      <Tile name={asker.serverId} />
      <div className="min-w-0 grow">
        <div className="breakable">
          <b className="font-title">{asker.serverId}</b> {asksWords(details)}
        </div>
        <div className="cut text-12 text-text-2">{conversation ?? 'No conversation'}</div>
      </div>
      <div className="num shrink-0 text-right text-12 text-text-2">
        <div>{ageWords(created, now)}</div>
        <div className="max-medium:hidden">{consequenceWords(question)}</div>
      </div>
      <Button className="w-18" data-list-item look={first ? 'ink' : 'outlined'} onClick={() => openQuestion(question.id)}>
        {verbOf(question)}
      </Button>
    </li>
  )
}
