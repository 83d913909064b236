import { useState } from 'react'
import type { Question } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/form/TextField'
import { LetterTile } from '../../../ui/LetterTile'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { noteAnswered } from '../questionDialogStore'
import { RequestSentence } from '../RequestSentence'
import { describeRequestReason } from './describeRequestReason'
import { refusalOf } from './groupQuestions'
import { InboxRow } from './InboxRow'
import { SafeText } from '../../../ui/SafeText'

export interface InboxGroupProps {
  readonly questions: readonly Question[]
  /** Whether the first of these is the next question to answer. */
  readonly next: boolean
  /** Called with how many were refused together. */
  readonly onDenied: (count: number) => void
}

/**
 * Questions of one server that ask the same. Several have one heading, which says once why they ask, and can be refused together. They are
 * never allowed together.
 */
export function InboxGroup({ questions, next, onDenied }: InboxGroupProps) {
  const [word, setWord] = useState('')
  const { busy, failed, run } = useAsyncAction()
  const [first] = questions
  if (!first) return null
  const refusals = questions.flatMap((question) => {
    const answer = refusalOf(question, word.trim())
    return answer ? [{ questionId: question.id, answer }] : []
  })
  const denyAll = (): void =>
    run(async () => {
      let denied = 0
      for (const refusal of refusals) {
        const { taken } = await callHost('questions.answer', refusal)
        noteAnswered(refusal.questionId)
        if (taken) onDenied(++denied)
      }
    })
  const isGroup = questions.length > 1
  const reason = describeRequestReason(first.details)
  const sharesReason = isGroup && questions.every(({ details }) => describeRequestReason(details) === reason)
  return (
    <div className="overflow-hidden rounded-3 border border-line bg-raised">
      {isGroup && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-frame px-4 py-2">
          <LetterTile name={first.asker.serverId} size={16} />
          <div className="min-w-0 grow basis-52">
            <span className="breakable">
              <RequestSentence question={first} />{' '}
              <span className="num text-text-2">· {t('inbox.times', { count: questions.length })}</span>
            </span>
            {sharesReason && reason !== undefined && (
              <div className="breakable text-12 text-text-2">
                <SafeText text={reason} />
              </div>
            )}
          </div>
          {refusals.length === questions.length && first.details.kind === 'approval' && !first.details.byApp && (
            <TextField
              height="small"
              className="max-w-64 grow basis-40"
              aria-label={t('approvals.word')}
              placeholder={t('approvals.word.placeholder')}
              maxLength={4000}
              value={word}
              onValue={setWord}
            />
          )}
          {refusals.length === questions.length && (
            <Button size="small" busy={busy} onClick={denyAll}>
              {t('inbox.denyAll')}
            </Button>
          )}
        </div>
      )}
      {failed && (
        <div className="px-4 py-2">
          <ErrorNotice error={failed} role="alert" />
        </div>
      )}
      <ul>
        {questions.map((question, index) => (
          <InboxRow key={question.id} question={question} first={next && index === 0} grouped={isGroup} saysWhy={!sharesReason} />
        ))}
      </ul>
    </div>
  )
}
