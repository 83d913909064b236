import { ServerText } from '../../../i18n/ServerText'
import { useMemo, useState } from 'react'
import { t } from '../../../i18n/t'
import type { CallId, ServerId } from '../../../../shared/domain/ids'
import { canonicalJson, type JsonValue } from '../../../../shared/lib/json'
import type { ContentBlock, ToolResult } from '../../../../shared/domain/toolResult'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { formatBytes } from '../../../ui/format/formatBytes'
import { ContentBlockView } from '../ContentBlockView'
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
  const content = useMemo(() => shown.content.filter((block) => !isStructuredAsText(block, shown.structuredContent)), [shown])
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
      {runsOf(content).map((run, index) =>
        'links' in run ? (
          <ResourceLinks key={index} server={server} links={run.links} />
        ) : (
          <ContentBlockView key={index} server={server} block={run.block} />
        ),
      )}
      {(shown.structuredContent !== undefined || shown.structured === 'missing') && (
        <StructuredContentView server={server} result={shown} isTextToo={content.length < shown.content.length} />
      )}
      {shown.cut && (
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

type Run = { readonly block: ContentBlock } | { readonly links: readonly ResourceLinkBlock[] }

/** Pure: puts links that follow one another together, so that what is said of one is said once for all. One with notes of its own stands alone. */
function runsOf(content: readonly ContentBlock[]): readonly Run[] {
  const runs: Run[] = []
  let links: ResourceLinkBlock[] = []
  for (const block of content) {
    if (block.type !== 'resource_link' || block.annotations) {
      links = []
      runs.push({ block })
      continue
    }
    if (links.length === 0) runs.push({ links })
    links.push(block)
  }
  return runs
}

/** Comparing a longer text would hold the page up. */
const LONGEST_COMPARED = 200_000

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
