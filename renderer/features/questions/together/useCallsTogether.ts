import { useMemo, useState } from 'react'
import { sharesDialog } from '../../../../shared/rules/sharesDialog'
import type { Question } from '../../../../shared/domain/question'
import { useNavigation } from '../../../state/navigation'
import { isCardQuestion, type CardQuestion } from '../card/asksOnCard'
import type { CardLine, CardLines } from '../card/useCardLines'
import { useDeferredQuestions } from '../questionDialogStore'
import { useOpenQuestions } from '../useOpenQuestions'

/** Pure: the calls of the same step that one dialog can ask about. A conversation has one step at a time. */
export function callsTogether(open: readonly Question[], { asker }: Question): readonly CardQuestion[] {
  return open.filter(isShared).filter((other) => other.asker.conversationId === asker.conversationId)
}

function isShared(question: Question): question is CardQuestion {
  return question.details.kind === 'approval' && !question.details.byApp && sharesDialog(question.details.place)
}

/** Pure: the calls that are asked about at once with this one, itself among them, oldest first: in one dialog, or on one card. */
export function siblingsOf(open: readonly Question[], question: Question): readonly CardQuestion[] {
  const { asker } = question
  if (isShared(question)) return callsTogether(open, question).toSorted(byTime)
  if (!isCardQuestion(question)) return []
  return open
    .filter(isCardQuestion)
    .filter((other) => other.asker.conversationId === asker.conversationId)
    .toSorted(byTime)
}

/**
 * The calls that the dialog of a question asks about, one line each. None where it asks about that question alone: it is the only one, it
 * carries a danger of its own kind, the person looks at it by itself, or works through the Inbox.
 */
export function useCallsTogether(question: Question | undefined): CardLines {
  const open = useOpenQuestions()
  const isInChat = useNavigation(({ view }) => view === 'chat')
  const isAlone = useDeferredQuestions(({ alone, rulesFor }) => !question || alone === question.id || rulesFor === question.id)
  const answering = useDeferredQuestions((state) => state.answering)
  const [shown, setShown] = useState<readonly CardQuestion[]>([])
  const [denied, setDenied] = useState<readonly CardQuestion[]>([])
  const live = useMemo(() => (question && isShared(question) ? callsTogether(open ?? [], question) : []), [open, question])
  // While an answer to all is being sent, they stay as they are.
  const asked = answering !== undefined && answering === question?.id ? shown : live
  if (asked !== shown) setShown(asked)
  const mayShare = question !== undefined && isInChat && !isAlone
  const ofOthers = denied.filter(({ asker }) => asker.conversationId !== question?.asker.conversationId)
  if (denied.length > 0 && (asked.length === 0 || ofOthers.length > 0)) setDenied([])
  const isDenied = ({ id }: CardQuestion): boolean => denied.some((other) => other.id === id)
  const listed = [...asked.filter((one) => !isDenied(one)), ...denied]
  // A line that joins stands below the others: above what is in view, it would count as read.
  const [order, setOrder] = useState<readonly CardQuestion['id'][]>([])
  const stays = order.filter((id) => listed.some((one) => one.id === id))
  const joins = listed.filter(({ id }) => !stays.includes(id)).toSorted(byTime)
  const ids = [...stays, ...joins.map(({ id }) => id)]
  if (ids.join() !== order.join()) setOrder(ids)
  const lines = listed
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((one): CardLine => ({ question: one, denied: isDenied(one) }))
  return {
    lines: mayShare && lines.length > 1 && asked.length > 0 ? lines : [],
    onDeny: (one) => setDenied((before) => [...before, one]),
    onDenyFailed: ({ id }) => setDenied((before) => before.filter((one) => one.id !== id)),
  }
}

function byTime(a: Question, b: Question): number {
  return a.created - b.created || (a.id < b.id ? -1 : 1)
}
