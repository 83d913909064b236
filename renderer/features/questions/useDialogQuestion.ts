import { useEffect, useLayoutEffect, useState } from 'react'
import type { EndedQuestion, Question } from '../../../shared/domain/question'
import { useTopic } from '../../rpc/useTopic'
import { openQuestion, useNavigation } from '../../state/navigation'
import { isByRule } from '../../../shared/domain/questionEnd'
import { useIsConversationCovered } from '../../state/coveredConversation'
import { isTyping, noteKey } from '../../state/typingActivity'
import { deferQuestion, useDeferredQuestions } from './questionDialogStore'
import { questionToOpen } from './shouldOpenDialog'
import { useOpenQuestions } from './useOpenQuestions'
import { nextAfter } from './questionOrder'

export type Opened =
  | { readonly how: 'open'; readonly question: Question }
  /** It ended while its dialog was open, but not through this dialog. */
  | { readonly how: 'ended'; readonly question: Question; readonly end: EndedQuestion | undefined }

/** Returns the one question whose dialog is open: the one that the person opened, or one that may open by itself. */
export function useDialogQuestion(): Opened | undefined {
  const questions = useTopic('questions')
  const questionId = useNavigation((screen) => screen.questionId)
  const answering = useDeferredQuestions((state) => state.answering)
  const rest = useOpenQuestions()
  useAutomaticOpening()
  const [last, setLast] = useState<Question>()
  const found = questions?.open.find(({ id }) => id === questionId)
  if (found && found !== last) setLast(found)
  const end = found === undefined && last?.id === questionId ? questions?.ended.find(({ id }) => id === questionId) : undefined
  const isDecided = end !== undefined && isByRule(end.reason) && answering !== questionId
  useLayoutEffect(() => {
    if (!isDecided || !last) return
    openQuestion(useNavigation.getState().view === 'inbox' ? nextAfter(rest ?? [], last)?.id : undefined)
  }, [isDecided, last, rest])
  // A rule that the person made has answered it, so there is nothing left to say.
  if (isDecided) return undefined
  if (questionId === undefined) return undefined
  if (found) return { how: 'open', question: found }
  if (last?.id !== questionId) return undefined
  // This dialog is ending the question. It stays unchanged while the answer is being sent.
  if (answering === questionId) return { how: 'open', question: last }
  return { how: 'ended', question: last, end }
}

function useAutomaticOpening(): void {
  const open = useOpenQuestions()
  const front = useNavigation((screen) => (screen.view === 'chat' ? screen.conversationId : undefined))
  const shown = useNavigation((screen) => screen.questionId)
  const aside = useDeferredQuestions((state) => state.aside)
  const covered = useIsConversationCovered()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => noteKey(event, Date.now())
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])
  // Runs before the next paint, so that a new question's dialog is already in that frame.
  useLayoutEffect(() => {
    if (!open || shown !== undefined) return
    const candidate = questionToOpen({ open, front, aside, covered })
    if (!candidate) return
    // Two dialogs never overlap, and a dialog must not interrupt a person who types.
    if (isTyping(Date.now()) || document.querySelector('[role="dialog"]')) deferQuestion([candidate.id])
    else openQuestion(candidate.id)
  }, [open, front, shown, aside, covered])
}
