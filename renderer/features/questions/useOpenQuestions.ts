import { useMemo } from 'react'
import type { Question } from '../../../shared/domain/question'
import { useTopic } from '../../rpc/useTopic'
import { useDeferredQuestions } from './questionDialogStore'

/** Returns the questions that wait for the person, oldest first. Undefined until they are known. */
export function useOpenQuestions(): readonly Question[] | undefined {
  const open = useTopic('questions', (questions) => questions.open)
  const answered = useDeferredQuestions((state) => state.answered)
  return useMemo(() => open?.filter(({ id }) => !answered.has(id)), [open, answered])
}
