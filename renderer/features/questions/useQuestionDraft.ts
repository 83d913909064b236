import { useEffect, useMemo, useState } from 'react'
import type { QuestionId } from '../../../shared/domain/ids'
import type { Question } from '../../../shared/domain/question'
import { isRecord, type JsonValue } from '../../../shared/lib/json'
import { throttle } from '../../../shared/lib/throttle'
import { callHost } from '../../rpc/callHost'
import { afterMs } from '../../ui/afterMs'

/** A stored draft from an earlier page or an earlier version of Parley. Its content is unverified. */
export type KeptDraft = Readonly<Record<string, unknown>>

/** The longest time until typed text is saved, even while the person keeps typing. A crash loses no more than this. */
const SAVE_AFTER_MS = 400

/** Keeps what a person has filled in so far with its question. It is there again after Later, a reload, or a restart. */
export function useQuestionDraft<T extends JsonValue>(question: Question, read: (kept: KeptDraft) => T): [T, (next: T) => void] {
  const [draft, setDraft] = useState(() => read(isRecord(question.draft) ? question.draft : {}))
  const saveSoon = useMemo(
    () => throttle(saveDraftOf<T>(question.id), { ms: SAVE_AFTER_MS, leading: false, after: afterMs }),
    [question.id],
  )
  useEffect(() => () => saveSoon.flush(), [saveSoon])
  const change = (next: T): void => {
    setDraft(next)
    saveSoon(next)
  }
  return [draft, change]
}

function saveDraftOf<T extends JsonValue>(questionId: QuestionId): (draft: T) => void {
  return (draft) => {
    // A draft that arrives after the answer is refused, and is no longer needed.
    callHost('questions.saveDraft', { questionId, draft }).catch(() => undefined)
  }
}
