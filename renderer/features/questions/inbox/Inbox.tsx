import { useState } from 'react'
import type { Question } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { TopBar } from '../../../widgets/TopBar'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { Skeleton } from '../../../ui/Skeleton'
import { AllEndedQuestions } from './AllEndedQuestions'
import { EndedQuestionList } from './EndedQuestionList'
import { groupQuestions } from './groupQuestions'
import { InboxGroup } from './InboxGroup'
import { useKeptFocus } from './useKeptFocus'
import { holdsUpCall } from '../questionOrder'
import { useNavigation } from '../../../state/navigation'
import { useListNavigation } from '../../../ui/hooks/useListNavigation'
import { useOpenQuestions } from '../useOpenQuestions'

const ENDED_BELOW = 6

/** Lists all questions that wait for the person, from any server, and how the latest ones ended. */
export function Inbox() {
  const open = useOpenQuestions()
  const ended = useTopic('questions', (questions) => questions.ended)
  const [show, setShow] = useState<'waiting' | 'ended'>('waiting')
  const list = useListNavigation()
  const shownQuestion = useNavigation((screen) => screen.questionId)
  const [denied, setDenied] = useState(0)
  const onFocus = useKeptFocus(list, shownQuestion, open)
  // The pressed button disappears, so the focus moves to the list that it shows.
  const showEnded = (): void => {
    setShow('ended')
    list.current?.focus()
  }
  if (!open || !ended) return <Skeleton label={t('inbox.title')} />
  const byCall = open.filter(holdsUpCall)
  const others = open.filter((question) => !holdsUpCall(question))
  return (
    <>
      <TopBar narrowOnly>
        <span className="font-title">{t('inbox.title')}</span>
      </TopBar>
      <div
        ref={list}
        tabIndex={-1}
        onFocus={onFocus}
        data-quiet-focus
        data-focus-home
        className="min-h-0 grow overflow-y-auto px-4 py-5 medium:px-8"
      >
        <div className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-5">
          <div className="flex items-center justify-between">
            <h1 className="text-16 font-title tracking-(--track-title)">{t('inbox.title')}</h1>
            <SegmentedControl
              label={t('inbox.show')}
              options={[
                { value: 'waiting', label: t('inbox.waiting'), count: open.length },
                { value: 'ended', label: t('inbox.ended') },
              ]}
              value={show}
              onValue={setShow}
            />
          </div>
          <p role="status" className={denied > 0 ? 'text-12 text-text-2' : 'sr-only'}>
            {denied > 0 && t('inbox.denied', { count: denied })}
          </p>
          {show === 'ended' ? (
            <AllEndedQuestions latest={ended} />
          ) : (
            <>
              {open.length === 0 && <EmptyState title={t('inbox.nothingWaits')} text={t('inbox.nothingWaits.text')} />}
              {byCall.length > 0 && (
                <Group title={t('inbox.callsWait', { count: byCall.length })} questions={byCall} next onDenied={setDenied} />
              )}
              {others.length > 0 && (
                <Group title={t('inbox.whenever')} questions={others} next={byCall.length === 0} onDenied={setDenied} />
              )}
              {ended.length > 0 && (
                <section aria-label={t('inbox.ended')}>
                  <div className="flex items-center justify-between pb-2 text-12">
                    <h2 className="font-label text-text-3">{t('inbox.ended')}</h2>
                    {ended.length > ENDED_BELOW && (
                      <Button size="small" look="bare" onClick={showEnded}>
                        {t('inbox.all')}
                      </Button>
                    )}
                  </div>
                  <EndedQuestionList ended={ended.slice(0, ENDED_BELOW)} />
                </section>
              )}
              <p className="text-12 text-text-3">{t('inbox.note')}</p>
            </>
          )}
        </div>
      </div>
    </>
  )
}

interface GroupProps {
  readonly title: string
  readonly questions: readonly Question[]
  /** Whether the first question of this group is the next one to answer. */
  readonly next?: boolean
  /** Called with how many were refused together. */
  readonly onDenied: (count: number) => void
}

function Group({ title, questions, next = false, onDenied }: GroupProps) {
  return (
    <section aria-label={title}>
      <h2 className="pb-2 text-12 font-label text-text-3">{title}</h2>
      <div className="grid gap-2">
        {groupQuestions(questions).map((group, index) => (
          <InboxGroup key={group.key} questions={group.questions} next={next && index === 0} onDenied={onDenied} />
        ))}
      </div>
    </section>
  )
}
