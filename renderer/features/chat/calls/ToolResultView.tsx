import { ServerText } from '../../../i18n/ServerText'
import { useState } from 'react'
import { t } from '../../../i18n/t'
import type { CallId, ServerId } from '../../../../shared/domain/ids'
import type { ToolResult } from '../../../../shared/domain/toolResult'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { formatBytes } from '../../../ui/format/formatBytes'
import { ContentBlockView } from '../ContentBlockView'
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
      {shown.content.map((block, index) => (
        <ContentBlockView key={index} server={server} block={block} />
      ))}
      {(shown.structuredContent !== undefined || shown.structured === 'missing') && (
        <StructuredContentView server={server} result={shown} />
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
