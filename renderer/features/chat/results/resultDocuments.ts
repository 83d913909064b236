import { useMemo } from 'react'
import type { CallId } from '../../../../shared/domain/ids'
import type { ContentBlock, ToolResult } from '../../../../shared/domain/toolResult'
import type { AppError } from '../../../../shared/errors/appError'
import { BETWEEN_TEXTS, structuredText, textOfBlock } from '../../../../shared/results/documentsOf'
import type { DocumentPlace, ResultDocumentFacts } from '../../../../shared/results/resultAnswers'
import { ResultDocument } from '../../../../shared/results/resultDocument'
import { useHostQuery } from '../../../rpc/useHostQuery'
import type { ShownDocument } from './shownDocument'

/** A longer text is left to the host: the page would stand still while it is read. In UTF-16 units. */
const LONGEST_HERE = 300_000

/** A block that is here. */
export interface PlacedBlock {
  readonly block: ContentBlock
  /** Where its text is in the whole result. Undefined: it has none, or what is known of it is in all texts together. */
  readonly place: DocumentPlace | undefined
}

export interface ResultDocuments {
  /** The texts that have views, by their place: long ones, and those that are not whole here. Others are shown as they always were. */
  readonly documents: ReadonlyMap<DocumentPlace, ShownDocument>
  readonly blocks: readonly PlacedBlock[]
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
  const { documents, blocks } = useMemo(() => {
    const shown: readonly ShownDocument[] = isElsewhere
      ? (data?.documents ?? []).map((facts) => ({ callId, facts }))
      : here.map((document) => ({ callId, facts: document.facts, here: document }))
    const placed = isElsewhere
      ? placeBlocks(result.content, data?.documents ?? [])
      : result.content.map((block, place) => ({ block, place }))
    const isShown = ({ facts }: ShownDocument): boolean =>
      facts.isLong || (isElsewhere && !isWholeHere(facts, result, placed, facts.place === data?.repeated))
    const withBlock = (one: ShownDocument): ShownDocument => {
      const block = placed.findIndex(({ place }) => place === one.facts.place)
      return block === -1 ? one : { ...one, block }
    }
    return { documents: new Map(shown.filter(isShown).map((one) => [one.facts.place, withBlock(one)])), blocks: placed }
  }, [isElsewhere, data, here, callId, result])
  if (!isElsewhere) return { documents, blocks, repeated, isOpening: false, error: null }
  return { documents, blocks, repeated: data?.repeated, others: data?.others, isOpening: opened.isPending, error: opened.error }
}

/** Pure: says which texts of a whole result the blocks here are. Texts are missing only at the end (`truncateResult`): they keep their order. */
function placeBlocks(content: readonly ContentBlock[], documents: readonly ResultDocumentFacts[]): readonly PlacedBlock[] {
  const places = documents.map(({ place }) => place).filter((place) => typeof place === 'number')
  let next = 0
  return content.map((block) => ({ block, place: textOfBlock(block) ? places[next++] : undefined }))
}

/** Whether all of a text is in what is shown of the blocks here. @param isRepeated its block is not shown: the structured content is */
function isWholeHere(
  { place, characters }: ResultDocumentFacts,
  { structuredContent }: ToolResult,
  blocks: readonly PlacedBlock[],
  isRepeated: boolean,
): boolean {
  if (place === 'structured' || isRepeated) return structuredContent !== undefined
  const texts = blocks.filter((one) => place === 'texts' || one.place === place).map(({ block }) => textOfBlock(block) ?? '')
  return texts.filter((text) => text !== '').join(BETWEEN_TEXTS).length === characters
}

/** Opens the texts that are long. The others are forgotten at once: there may be thousands. */
function openHere({ content, structuredContent }: ToolResult, repeated: number | undefined): readonly ResultDocument[] {
  const isLong = ({ facts }: ResultDocument): boolean => facts.isLong
  const texts = content.flatMap((block, place) => {
    const text = textOfBlock(block)
    return text === undefined || text.length > LONGEST_HERE ? [] : [new ResultDocument(place, text)].filter(isLong)
  })
  if (structuredContent === undefined || repeated !== undefined) return texts
  const written = structuredText(structuredContent)
  return written.length > LONGEST_HERE ? texts : [...texts, ...[new ResultDocument('structured', written)].filter(isLong)]
}

function isLongerThan({ content, bytes }: ToolResult, most: number): boolean {
  // Its size as JSON says enough of most results. Pictures have their own.
  return (
    bytes > most && (content.some((block) => (textOfBlock(block)?.length ?? 0) > most) || content.every((block) => block.type === 'text'))
  )
}
