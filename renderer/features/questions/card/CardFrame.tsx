import { useCallback, useId, useRef, useState, type ReactNode } from 'react'
import type { Question } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { StatusLabel } from '../../../ui/StatusLabel'
import { useClickGuard } from '../../../ui/hooks/useClickGuard'
import { useSeenWhole } from '../../../ui/hooks/useSeenWhole'
import { useIsConversationCovered } from '../../../state/coveredConversation'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { AnswerButtons } from '../AnswerButtons'
import type { AnswerOptions } from '../answerOptions'
import type { Answering } from '../useAnswer'
import { useAnswerKeys } from '../useAnswerKeys'
import { useCardsInView, useTellInView } from './cardsInView'
import { useFocusOrigin } from './useFocusOrigin'

export interface CardFrameProps {
  /** The open questions that it asks. */
  readonly questions: readonly Question[]
  /** Changes whenever it shows something else. The answers are then disabled for a moment. */
  readonly content: string
  /** LetterTile elements. */
  readonly tiles: ReactNode
  /** One sentence. Its text is the accessible name. */
  readonly title: ReactNode
  readonly who: ReactNode
  /** `arming`: the answers inside are disabled. */
  readonly children: (arming: boolean) => ReactNode
  readonly answers: AnswerOptions
  readonly answering: Answering
  readonly counts?: boolean
}

const CARD = '[data-approval-card][data-in-view]'

/**
 * A question at its call. It never takes the focus, and Enter never allows. Nothing in it can be pressed for 500 ms after it appears, changes, or moves, as
 * when the conversation is scrolled; nothing can be allowed before all was in view.
 */
export function CardFrame({ questions, content, tiles, title, who, children, answers, answering, counts }: CardFrameProps) {
  // What lies over the conversation may hide a part of what is asked: then a dialog asks. When it goes, a press may still be meant for it.
  const covered = useIsConversationCovered()
  const { box: guard, armed } = useClickGuard(`${content} ${covered}`, { inPage: true })
  const { box: reader, isKnown, unseen } = useSeenWhole(content)
  const titleId = useId()
  const { box: focused, origin } = useFocusOrigin()
  const card = useRef<HTMLElement | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const take = useCallback(
    (element: HTMLElement | null) => {
      card.current = element
      guard(element)
      reader(element)
      focused(element)
    },
    [guard, reader, focused],
  )
  useTellInView(
    questions.map(({ id }) => id),
    foot,
  )
  const isInView = useCardsInView(({ inView }) => questions.every(({ id }) => inView.has(id)))
  // A dialog has the keys to itself, and of several cards in view the first.
  useAnswerKeys((answer) =>
    document.querySelector('[role="dialog"]') || document.querySelector(CARD) !== card.current
      ? undefined
      : card.current?.querySelector<HTMLButtonElement>(`[data-answer="${answer}"]:not(:disabled)`),
  )
  const arming = !armed || !isKnown || covered
  const give: Answering['give'] = (answer, onTaken) => {
    // The card goes, and the focus with it: it returns to where it was, as after a dialog, else to the conversation.
    const log = card.current?.contains(document.activeElement) ? card.current.closest<HTMLElement>('[role="log"]') : null
    answering.give(answer, () => {
      if (log) (origin() ?? log).focus({ preventScroll: true })
      onTaken?.()
    })
  }
  return (
    <section
      ref={take}
      role="group"
      aria-labelledby={titleId}
      data-approval-card
      data-in-view={isInView || undefined}
      className="overflow-hidden rounded-3 border border-line-strong bg-raised"
    >
      <div className="flex min-h-10 flex-wrap items-center gap-x-2 border-b border-line bg-ask-soft py-1 pe-3 ps-[0.6875rem]">
        <span className="inline-flex gap-[3px]">{tiles}</span>
        <div id={titleId} tabIndex={-1} data-card-title data-quiet-focus className="breakable text-14 font-title">
          {title}
        </div>
        <div className="min-w-0 grow basis-32 text-12">{who}</div>
        <StatusLabel shape="ask" word={t('approvals.card.waiting')} className="font-label text-ask-text!" />
      </div>
      {answering.failed && (
        <div className="border-b border-line px-3 py-2">
          <ErrorNotice error={answering.failed} role="alert" />
        </div>
      )}
      {children(arming)}
      <div ref={setFoot} data-foot className="border-t border-line px-3 py-2">
        <AnswerButtons answers={answers} answering={{ ...answering, give }} arming={arming} unseen={unseen} {...(counts && { counts })} />
        <span role="status" className="sr-only">
          {arming ? t('questions.inAMoment') : ''}
        </span>
      </div>
    </section>
  )
}
