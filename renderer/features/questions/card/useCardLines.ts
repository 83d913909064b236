import { useMemo, useState } from 'react'
import type { Call } from '../../../../shared/domain/chat'
import { useTopic } from '../../../rpc/useTopic'
import { useDeferredQuestions } from '../questionDialogStore'
import { isCardQuestion, type CardQuestion } from './asksOnCard'

/** A call on a card. One that the person denied there stays as long as others are open. */
export interface CardLine {
  readonly question: CardQuestion
  readonly denied: boolean
}

export interface CardLines {
  /** In the order of the calls. Empty where nothing is asked on a card. */
  readonly lines: readonly CardLine[]
  /** Call it before a line is denied. */
  readonly onDeny: (question: CardQuestion) => void
  /** Call it when that failed. */
  readonly onDenyFailed: (question: CardQuestion) => void
}

/** What is asked on a card about some calls. */
export function useCardLines(calls: readonly Call[]): CardLines {
  const isOfCalls = (question: CardQuestion): boolean => calls.some(({ id }) => id === callOf(question))
  const asked = useTopic('questions', ({ open }) => open.filter(isCardQuestion).filter(isOfCalls))
  const answered = useDeferredQuestions((state) => state.answered)
  const [denied, setDenied] = useState<readonly CardQuestion[]>([])
  const open = useMemo(() => (asked ?? []).filter(({ id }) => !answered.has(id)), [asked, answered])
  if (open.length === 0 && denied.length > 0) setDenied([])
  const lines = open.length === 0 ? [] : calls.flatMap(({ id }) => lineOf(id, open, denied))
  return {
    lines,
    onDeny: (question) => setDenied((before) => [...before, question]),
    onDenyFailed: ({ id }) => setDenied((before) => before.filter((question) => question.id !== id)),
  }
}

function lineOf(id: Call['id'], open: readonly CardQuestion[], denied: readonly CardQuestion[]): readonly CardLine[] {
  const isOf = (question: CardQuestion): boolean => callOf(question) === id
  const question = open.find(isOf) ?? denied.find(isOf)
  return question ? [{ question, denied: !open.includes(question) }] : []
}

/** The call that a question is about. */
export function callOf({ asker }: CardQuestion): Call['id'] | undefined {
  return asker.callIds[0]
}
