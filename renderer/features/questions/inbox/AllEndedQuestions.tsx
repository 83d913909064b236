import { useState } from 'react'
import type { EndedQuestion } from '../../../../shared/domain/question'
import { recordsKept } from '../../../../shared/domain/records/questionRecordLimits'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { Button } from '../../../ui/Button'
import { EndedQuestionList } from './EndedQuestionList'

const STEP = 100
const MOST = recordsKept.answered + recordsKept.notAnswered

/** All questions that ended, the latest first, a hundred at a time, and how long Parley keeps what they asked. */
export function AllEndedQuestions({ latest }: { readonly latest: readonly EndedQuestion[] }) {
  const [count, setCount] = useState(STEP)
  const { data = latest } = useHostQuery('questions.lastEnded', { count }, { version: latest[0]?.id })
  return (
    <>
      <EndedQuestionList ended={data} />
      {data.length >= count && count < MOST && (
        <div>
          <Button onClick={() => setCount(Math.min(MOST, count + STEP))}>{t('inbox.earlier')}</Button>
        </div>
      )}
      {data.length > 0 && <p className="text-12 text-text-3">{t('inbox.record.kept', recordsKept)}</p>}
    </>
  )
}
