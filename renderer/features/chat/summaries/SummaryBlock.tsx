import { FoldVertical, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { HistorySummary } from '../../../../shared/domain/historySummary'
import type { ConversationId } from '../../../../shared/domain/ids'
import { modelName } from '../../../../shared/domain/models/modelName'
import { t } from '../../../i18n/t'
import { Markdown } from '../../../markdown/Markdown'
import { callHost } from '../../../rpc/callHost'
import { askToOpen } from '../../../state/linkToOpen'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { formatClock } from '../../../ui/format/formatTime'
import { clearChatError, showChatError } from '../chatErrors'
import { downloadContent } from '../files/downloadContent'
import { FoldedText } from '../FoldedText'
import { startSummaryEdit, useSummaryEdits } from './summaryEdit'
import { SummaryEditor } from './SummaryEditor'

export interface SummaryBlockProps {
  readonly conversationId: ConversationId
  readonly summary: HistorySummary
  /** The one that requests carry. */
  readonly inUse: HistorySummary | undefined
}

/** What stands for the messages above it in requests to the model: to read, to edit, and to put aside at any time. */
export function SummaryBlock({ conversationId, summary, inUse }: SummaryBlockProps) {
  const { through, messages, text, model, created, edited, off = false } = summary
  const isUsed = summary === inUse
  const edit = useSummaryEdits((edits) => edits.get(through))
  const [isShown, setIsShown] = useState(false)
  const use = (isWanted: boolean) => {
    clearChatError()
    callHost('chat.changeSummary', { conversationId, through, off: !isWanted }).catch(showChatError(conversationId))
  }
  return (
    <section
      data-summary={through}
      aria-label={t('chat.summary.of', { count: messages })}
      className={classNames(
        'mb-4 grid grid-cols-[minmax(0,1fr)] gap-2 rounded-3 border border-line px-3 py-2.5',
        isUsed && 'bg-raised [--behind:var(--raised)]',
      )}
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <FoldVertical size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
        <p className="grow font-label">{t('chat.summary.of', { count: messages })}</p>
        <span className="text-12 text-text-3 tabular-nums">
          <bdi translate="no">{modelName(model)}</bdi>
          {` · ${formatClock(created)}`}
          {edited && ` · ${t('chat.summary.edited')}`}
        </span>
      </header>
      {edit ? (
        <SummaryEditor conversationId={conversationId} summary={summary} edit={edit} />
      ) : (
        <>
          {(isUsed || isShown) && (
            <FoldedText text={text}>
              <Markdown text={text} onLink={askToOpen} onDownload={downloadContent} />
            </FoldedText>
          )}
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <p className="grow text-12 text-text-3">{whatItDoes(summary, inUse)}</p>
            {isUsed ? (
              <Button size="small" look="bare" onClick={() => startSummaryEdit(summary)}>
                <Pencil size={13} strokeWidth={1.75} aria-hidden="true" />
                {t('chat.summary.edit')}
              </Button>
            ) : (
              <Button size="small" look="bare" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
                {t(isShown ? 'chat.summary.hide' : 'chat.summary.show')}
              </Button>
            )}
            {(isUsed || off) && (
              <Button size="small" onClick={() => use(off)}>
                {t(off ? 'chat.summary.use' : 'chat.summary.useMessages')}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}

function whatItDoes(summary: HistorySummary, inUse: HistorySummary | undefined): string {
  if (summary === inUse) return t('chat.summary.used')
  if (!summary.off || (inUse && inUse.messages > summary.messages)) return t('chat.summary.later')
  return inUse ? t('chat.summary.offEarlier', { count: inUse.messages }) : t('chat.summary.off')
}
