import { useState } from 'react'
import type { Question } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { TopBar } from '../../../widgets/TopBar'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { Skeleton } from '../../../ui/Skeleton'
import { EndedQuestionList } from './EndedQuestionList'
import { InboxRow } from './InboxRow'
import { useListNavigation } from '../../../ui/hooks/useListNavigation'
import { useOpenQuestions } from '../useOpenQuestions'

const ENDED_BELOW = 6

/** Lists all questions that wait for the person, from any server, and how the latest ones ended. */
export function Inbox() {
  const open = useOpenQuestions()
  const ended = useTopic('questions', (questions) => questions.ended)
  const [show, setShow] = useState<'waiting' | 'ended'>('waiting')
  const list = useListNavigation()
  // The pressed button disappears, so the focus moves to the list that it shows.
  const showEnded = (): void => {
    setShow('ended')
    list.current?.focus()
  }
  if (!open || !ended) return <Skeleton label={t('inbox.title')} />
  const byCall = open.filter(({ asker }) => asker.callIds.length > 0)
  const others = open.filter(({ asker }) => asker.callIds.length === 0)
  return (
    <>
      <TopBar narrowOnly>
        <span className="font-title">{t('inbox.title')}</span>
      </TopBar>
      <div ref={list} tabIndex={-1} data-quiet-focus className="min-h-0 grow overflow-y-auto px-4 py-5 medium:px-8">
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
          {show === 'ended' ? (
            <EndedQuestionList ended={ended} />
          ) : (
            <>
              {open.length === 0 && <EmptyState title={t('inbox.nothingWaits')} text={t('inbox.nothingWaits.text')} />}
              {byCall.length > 0 && <Group title={t('inbox.callsWait', { count: byCall.length })} questions={byCall} next />}
              {others.length > 0 && <Group title={t('inbox.whenever')} questions={others} next={byCall.length === 0} />}
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
}

function Group({ title, questions, next = false }: GroupProps) {
  return (
    <section aria-label={title}>
      <h2 className="pb-2 text-12 font-label text-text-3">{title}</h2>
      <ul className="overflow-hidden rounded-3 border border-line bg-raised">
        {questions.map((question, index) => (
          <InboxRow key={question.id} question={question} first={next && index === 0} />
        ))}
      </ul>
    </section>
  )
}
