import { useMemo } from 'react'
import type { CallId } from '../../../../shared/domain/ids'
import type { ToolResult } from '../../../../shared/domain/toolResult'
import type { AppError } from '../../../../shared/errors/appError'
import { structuredText, textOfBlock } from '../../../../shared/results/documentsOf'
import type { DocumentPlace } from '../../../../shared/results/resultAnswers'
import { ResultDocument } from '../../../../shared/results/resultDocument'
import { useHostQuery } from '../../../rpc/useHostQuery'
import type { ShownDocument } from './shownDocument'

/** A longer text is left to the host: the page would stand still while it is read. In UTF-16 units. */
const LONGEST_HERE = 300_000

export interface ResultDocuments {
  /** The texts that have views, by their place. Shorter ones are shown as they always were. */
  readonly documents: ReadonlyMap<DocumentPlace, ShownDocument>
  /** The place of a text that stands for the structured content. */
  readonly repeated?: DocumentPlace | undefined
  /** How many blocks of the whole result are no texts. Undefined: the result here is whole, or nothing is known. */
  readonly others?: number | undefined
  readonly isOpening: boolean
  readonly error: AppError | null
}

/**
 * Opens the texts of a result that are long enough for views: here, or with the host those of which the page has only the beginning.
 * @param repeated the place of a text here that says the same as the structured content
 * @param isWanted false: nothing is asked of the host
 */
export function useResultDocuments(callId: CallId, result: ToolResult, repeated: number | undefined, isWanted: boolean): ResultDocuments {
  const isElsewhere = isWanted && (result.cut === true || isLongerThan(result, LONGEST_HERE))
  const opened = useHostQuery('results.open', { callId }, { enabled: isElsewhere, staleTime: Infinity })
  const here = useMemo(() => (isElsewhere ? [] : openHere(result, repeated)), [isElsewhere, result, repeated])
  const { data } = opened
  const documents = useMemo(() => {
    const shown: readonly ShownDocument[] = isElsewhere
      ? (data?.documents ?? []).map((facts) => ({ callId, facts }))
      : here.map((document) => ({ callId, facts: document.facts, here: document }))
    return new Map(shown.filter(({ facts }) => facts.isLong).map((one) => [one.facts.place, one]))
  }, [isElsewhere, data, here, callId])
  if (!isElsewhere) return { documents, repeated, isOpening: false, error: null }
  return { documents, repeated: data?.repeated, others: data?.others, isOpening: opened.isPending, error: opened.error }
}

function openHere({ content, structuredContent }: ToolResult, repeated: number | undefined): readonly ResultDocument[] {
  const texts = content.flatMap((block, place) => {
    const text = textOfBlock(block)
    return text === undefined || text.length > LONGEST_HERE ? [] : [new ResultDocument(place, text)]
  })
  if (structuredContent === undefined || repeated !== undefined) return texts
  const written = structuredText(structuredContent)
  return written.length > LONGEST_HERE ? texts : [...texts, new ResultDocument('structured', written)]
}

function isLongerThan({ content, bytes }: ToolResult, most: number): boolean {
  // Its size as JSON says enough of most results. Pictures have their own.
  return (
    bytes > most && (content.some((block) => (textOfBlock(block)?.length ?? 0) > most) || content.every((block) => block.type === 'text'))
  )
}
