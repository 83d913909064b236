import { useEffect } from 'react'
import type { Question } from '../../../shared/domain/question'
import { assertNever } from '../../../shared/lib/assertNever'
import { openQuestion, useNavigation } from '../../state/navigation'
import { ErrorBoundary } from '../../widgets/ErrorBoundary'
import { ApprovalDialog } from './approval/ApprovalDialog'
import { useIsConversationCovered } from '../../state/coveredConversation'
import { asksOnCard } from './card/asksOnCard'
import { backToCard, deferQuestion, endRules, lookAtAll, openDetails } from './questionDialogStore'
import type { CardPlace } from './cardProps'
import { DefinitionChangeCard } from './changed/DefinitionChangeCard'
import { EndedQuestionCard } from './EndedQuestionCard'
import { FailedQuestionCard } from './FailedQuestionCard'
import { FoldersCard } from './folders/FoldersCard'
import { FormElicitationCard } from './form/FormElicitationCard'
import { UrlElicitationCard } from './page/UrlElicitationCard'
import { SamplingCard } from './sampling/SamplingCard'
import { SamplingReviewCard } from './sampling/SamplingReviewCard'
import { SignInCard } from './signIn/SignInCard'
import { StartServerCard } from './start/StartServerCard'
import { SeveralCallsDialog } from './together/SeveralCallsDialog'
import { siblingsOf, useCallsTogether } from './together/useCallsTogether'
import { useDialogQuestion } from './useDialogQuestion'
import { useOpenQuestions } from './useOpenQuestions'
import { waitingOrder } from './questionOrder'

/** The only dialog that asks. It shows one question at a time; the others wait in the Inbox. */
export function QuestionDialog() {
  const opened = useDialogQuestion()
  const open = waitingOrder(useOpenQuestions() ?? [])
  const together = useCallsTogether(opened?.how === 'open' ? opened.question : undefined)
  const front = useNavigation(({ view, conversationId }) => (view === 'chat' ? conversationId : undefined))
  const isCovered = useIsConversationCovered()
  const isInFront = front !== undefined && front === opened?.question.asker.conversationId
  const isOnCard = opened !== undefined && isInFront && !isCovered && asksOnCard(opened.question.details)
  const siblings = opened?.how === 'open' && front !== undefined ? siblingsOf(open, opened.question) : []
  const onBack = opened && asksOnCard(opened.question.details) ? (isOnCard ? backToCard : undefined) : lookAtAll
  // What waits besides is what is not asked about with it. Where nothing leads back to all of them, the arrows do.
  const others = new Set([...(onBack ? siblings : []), ...together.lines.map((line) => line.question)].map(({ id }) => id))
  const steps = open.filter(({ id }) => id === opened?.question.id || !others.has(id))
  const index = steps.findIndex(({ id }) => id === opened?.question.id)
  const goTo = (question: Question | undefined) => question && (() => openDetails(question.id))
  const previous = goTo(index > 0 ? steps[index - 1] : undefined)
  const next = goTo(index >= 0 ? steps[index + 1] : steps[0])
  useStepKeys(opened !== undefined, previous, next)
  if (!opened) return null
  const { question } = opened
  const position = siblings.findIndex(({ id }) => id === question.id) + 1
  const place = {
    question,
    waiting: steps.length - (index >= 0 ? 1 : 0),
    ...(previous && { onPrevious: previous }),
    ...(next && { onNext: next }),
    ...(isOnCard && { onCard: backToCard }),
    ...(siblings.length > 1 &&
      position > 0 && {
        among: { position, count: siblings.length, onBack },
      }),
    // Puts off all questions of this conversation, so that the next one does not open either.
    onLater: () => {
      endRules()
      deferQuestion(open.filter(({ asker }) => asker.conversationId === question.asker.conversationId).map(({ id }) => id))
      openQuestion(undefined)
    },
  }
  if (opened.how === 'ended') return <EndedQuestionCard key={question.id} {...place} end={opened.end} />
  if (together.lines.length > 0)
    return (
      <ErrorBoundary
        key={question.asker.conversationId}
        fallback={(error, again) => <FailedQuestionCard {...place} error={error} onAgain={again} />}
      >
        <SeveralCallsDialog {...place} {...together} />
      </ErrorBoundary>
    )
  return (
    <ErrorBoundary key={question.id} fallback={(error, again) => <FailedQuestionCard {...place} error={error} onAgain={again} />}>
      <Card {...place} />
    </ErrorBoundary>
  )
}

function Card(place: CardPlace) {
  const { details } = place.question
  switch (details.kind) {
    case 'approval':
      return <ApprovalDialog {...place} details={details} />
    case 'form':
      return <FormElicitationCard {...place} details={details} />
    case 'page':
      return <UrlElicitationCard {...place} details={details} />
    case 'sampling':
      return <SamplingCard {...place} details={details} />
    case 'samplingReview':
      return <SamplingReviewCard {...place} details={details} />
    case 'folders':
      return <FoldersCard {...place} details={details} />
    case 'start':
      return <StartServerCard {...place} details={details} />
    case 'changed':
      return <DefinitionChangeCard {...place} details={details} />
    case 'signIn':
      return <SignInCard {...place} details={details} />
    default:
      return assertNever(details)
  }
}

/** Ctrl [ and Ctrl ] go to the previous and the next question. */
function useStepKeys(active: boolean, previous: (() => void) | undefined, next: (() => void) | undefined): void {
  useEffect(() => {
    if (!active) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const step = event.code === 'BracketLeft' ? previous : event.code === 'BracketRight' ? next : undefined
      if (!step || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      step()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
