import { useMemo } from 'react'
import type { Question } from '../../../shared/domain/question'
import { useTopic } from '../../rpc/useTopic'
import { useDeferredQuestions } from './deferredQuestions'

/** What still waits for an answer of the person, oldest first; undefined until it is known. */
export function useOpenQuestions(): readonly Question[] | undefined {
  const open = useTopic('questions', (questions) => questions.open)
  const answered = useDeferredQuestions((state) => state.answered)
  return useMemo(() => open?.filter(({ id }) => !answered.has(id)), [open, answered])
}
