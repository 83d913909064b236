import { useEffect, useRef, useState } from 'react'
import type { Question } from '../../../shared/domain/question'
import { isRecord, type JsonValue } from '../../../shared/lib/json'
import { callHost } from '../../rpc/callHost'

/** What was kept of a draft, by an earlier page or version of Parley: nothing about it is sure. */
export type KeptDraft = Readonly<Record<string, unknown>>

/** What was typed is kept this long afterwards at the latest, also while more is being typed: a crash takes no more than that. */
const SAVE_AFTER_MS = 400

/** What a person has filled in so far: kept with the question, so that it is there again after Later, a reload, or a restart. */
export function useQuestionDraft<T extends JsonValue>(question: Question, read: (kept: KeptDraft) => T): [T, (next: T) => void] {
  const [draft, setDraft] = useState(() => read(isRecord(question.draft) ? question.draft : {}))
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly save: () => void; next: T }>(undefined)
  useEffect(() => () => waiting.current?.save(), [])
  const change = (next: T): void => {
    setDraft(next)
    if (waiting.current) {
      waiting.current.next = next
      return
    }
    const save = (): void => {
      const last = waiting.current
      if (!last) return
      clearTimeout(last.timer)
      waiting.current = undefined
      // A draft that comes after the answer has nowhere to go, and needs none.
      callHost('questions.saveDraft', { questionId: question.id, draft: last.next }).catch(() => undefined)
    }
    waiting.current = { timer: setTimeout(save, SAVE_AFTER_MS), save, next }
  }
  return [draft, change]
}
