import { ServerText } from '../../../i18n/ServerText'
import { useMemo, useState } from 'react'
import { t } from '../../../i18n/t'
import type { CallId, ServerId } from '../../../../shared/domain/ids'
import { canonicalJson, type JsonValue } from '../../../../shared/lib/json'
import { textOfBlock } from '../../../../shared/results/documentsOf'
import type { ContentBlock, ToolResult } from '../../../../shared/domain/toolResult'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Skeleton } from '../../../ui/Skeleton'
import { formatBytes } from '../../../ui/format/formatBytes'
import { isProse } from '../isProse'
import { useResultDocuments, type PlacedBlock } from '../results/resultDocuments'
import { ResultViews } from '../results/ResultViews'
import type { ShownDocument } from '../results/shownDocument'
import { ContentBlockView, ServerTextView } from '../ContentBlockView'
import { ResourceLinks, type ResourceLinkBlock } from '../ResourceLinks'
import { StructuredContentView } from './StructuredContentView'
import { useWholeResult } from './useWholeResult'

export interface ToolResultViewProps {
  readonly callId: CallId
  readonly server: ServerId
  readonly result: ToolResult
}

/** The result of a call, block by block, as the server's words. If it was cut for the screen, a button loads the rest. */
export function ToolResultView({ callId, server, result }: ToolResultViewProps) {
  const [wantsAll, setWantsAll] = useState(false)
  const whole = useWholeResult(callId, wantsAll && result.cut === true)
  const shown = whole.data ?? result
  const sameAt = useMemo(() => placeOfSame(shown), [shown])
  const { documents, blocks, repeated, others, isOpening, error } = useResultDocuments(callId, shown, sameAt, whole.data === undefined)
  const cutAway = [...documents.values()].filter(
    ({ facts: { place } }) => place !== 'structured' && place !== repeated && !blocks.some((here) => here.place === place),
  )
  const structured = documents.get(repeated ?? 'structured')
  const isMissing = shown.cut === true && (others === undefined || others > blocks.filter(isNoText).length)
  // The beginning would be replaced at once.
  if (isOpening) return <Skeleton label={t('chat.results.opening', { size: formatBytes(result.bytes) })} rows={6} />
  return (
    <>
      {shown.isError && (
        <p className="font-label text-danger-text">
          <ServerText id="chat.saysFailed" server={server} />
        </p>
      )}
      {shown.content.length === 0 && shown.structuredContent === undefined && (
        <p className="text-12 text-text-3">
          <ServerText id="chat.withoutContent" server={server} />
        </p>
      )}
      {runsOf(
        documents.has('texts') ? blocks.filter(isNoText) : blocks.filter(({ place }) => place === undefined || place !== repeated),
      ).map((run, index) =>
        'links' in run ? (
          <ResourceLinks key={index} server={server} links={run.links} />
        ) : (
          <BlockView
            key={index}
            server={server}
            block={run.block}
            document={run.place === undefined ? undefined : documents.get(run.place)}
          />
        ),
      )}
      {cutAway.map((document) => (
        <ResultViews key={document.facts.place} shown={document} server={server} />
      ))}
      {(shown.structuredContent !== undefined || shown.structured === 'missing' || structured) && (
        <StructuredContentView server={server} result={shown} document={structured} isTextToo={repeated !== undefined} />
      )}
      {error && <ErrorNotice error={error} />}
      {isMissing && (
        <div className="flex flex-wrap items-center gap-2 text-12 text-text-2">
          <span>{t('chat.beginningOf', { size: formatBytes(result.bytes) })}</span>
          <Button size="small" busy={whole.isFetching} onClick={() => setWantsAll(true)}>
            {t('chat.showAll')}
          </Button>
        </div>
      )}
      {whole.error && <ErrorNotice error={whole.error} />}
    </>
  )
}

interface BlockViewProps {
  readonly server: ServerId
  readonly block: ContentBlock
  readonly document: ShownDocument | undefined
}

/** A block, with views if its text is long enough for them. */
function BlockView({ server, block, document }: BlockViewProps) {
  if (!document) return <ContentBlockView server={server} block={block} />
  const text = textOfBlock(block) ?? ''
  // Sentences stay on the server's paper. Of what the page has only the beginning, the text shows all.
  const isPaper = document.here !== undefined && !document.facts.isJson && isProse(text)
  const prose = isPaper ? <ServerTextView server={server} text={text} /> : undefined
  return <ContentBlockView server={server} block={block} views={<ResultViews shown={document} server={server} prose={prose} />} />
}

type Run = PlacedBlock | { readonly links: readonly ResourceLinkBlock[] }

const isNoText = ({ block }: PlacedBlock): boolean => textOfBlock(block) === undefined

/** Pure: puts links that follow one another together, so that what is said of one is said once for all. One with notes of its own stands alone. */
function runsOf(content: readonly PlacedBlock[]): readonly Run[] {
  const runs: Run[] = []
  let links: ResourceLinkBlock[] = []
  for (const placed of content) {
    const { block } = placed
    if (block.type !== 'resource_link' || block.annotations) {
      links = []
      runs.push(placed)
      continue
    }
    if (links.length === 0) runs.push({ links })
    links.push(block)
  }
  return runs
}

/** Comparing a longer text would hold the page up. */
const LONGEST_COMPARED = 200_000

/** Pure: the place of the block that only repeats the structured result. */
function placeOfSame({ content, structuredContent }: ToolResult): number | undefined {
  const place = content.findIndex((block) => isStructuredAsText(block, structuredContent))
  return place === -1 ? undefined : place
}

/** Pure: whether a block only repeats the structured result as text, as the protocol advises servers to do for older hosts. */
function isStructuredAsText(block: ContentBlock, structured: JsonValue | undefined): boolean {
  if (block.type !== 'text' || structured === undefined || block.annotations !== undefined) return false
  if (block.text.length > LONGEST_COMPARED) return false
  try {
    return canonicalJson(JSON.parse(block.text)) === canonicalJson(structured)
  } catch {
    // It is no JSON, so it says something else.
    return false
  }
}
