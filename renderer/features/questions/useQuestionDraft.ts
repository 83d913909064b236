import { useEffect, useMemo, useState } from 'react'
import type { QuestionId } from '../../../shared/domain/ids'
import type { Question } from '../../../shared/domain/question'
import { isRecord, type JsonValue } from '../../../shared/lib/json'
import { throttle } from '../../../shared/lib/throttle'
import { callHost } from '../../rpc/callHost'
import { afterMs } from '../../ui/afterMs'

/** What was kept of a draft, by an earlier page or version of Parley: nothing about it is sure. */
export type KeptDraft = Readonly<Record<string, unknown>>

/** What was typed is kept this long afterwards at the latest, also while more is being typed: a crash takes no more than that. */
const SAVE_AFTER_MS = 400

/** What a person has filled in so far: kept with the question, so that it is there again after Later, a reload, or a restart. */
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
    // A draft that comes after the answer has nowhere to go, and needs none.
    callHost('questions.saveDraft', { questionId, draft }).catch(() => undefined)
  }
}
