import { useEffect, useRef, useState } from 'react'
import { MOST_SUMMARY_CHARACTERS, type HistorySummary } from '../../../../shared/domain/historySummary'
import type { ConversationId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { clearChatError, showChatError } from '../chatErrors'
import { endSummaryEdit, setSummaryText, type SummaryEdit } from './summaryEdit'

export interface SummaryEditorProps {
  readonly conversationId: ConversationId
  readonly summary: Pick<HistorySummary, 'through' | 'text'>
  readonly edit: SummaryEdit
}

/** Edits a summary in its place. Enter makes a line, as it has several. What could not be saved stays in the field. */
export function SummaryEditor({ conversationId, summary, edit: { text, since } }: SummaryEditorProps) {
  const { through } = summary
  const [isSaving, setIsSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const save = () => {
    setIsSaving(true)
    clearChatError()
    callHost('chat.changeSummary', { conversationId, through, text: text.trim(), since })
      .then(() => endSummaryEdit(through), showChatError(conversationId))
      .finally(() => setIsSaving(false))
  }
  return (
    <div className="grid gap-2">
      <textarea
        ref={field}
        aria-label={t('chat.summary.edit')}
        dir="auto"
        maxLength={MOST_SUMMARY_CHARACTERS}
        value={text}
        onChange={(event) => setSummaryText(through, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.preventDefault()
          // Half an hour's words are not lost by a key. Cancel is for that.
          if (text === summary.text) endSummaryEdit(through)
        }}
        className="block field-sizing-content max-h-[50vh] min-h-24 w-full resize-none rounded-3 border border-line-strong bg-raised px-[0.8125rem] py-[0.5625rem] outline-none focus:border-accent focus:ring focus:ring-accent"
      />
      <div className="flex justify-end gap-2">
        <Button size="small" look="bare" onClick={() => endSummaryEdit(through)}>
          {t('chat.cancel')}
        </Button>
        <Button size="small" look="ink" disabled={isSaving || text.trim() === ''} onClick={save}>
          {t('chat.summary.save')}
        </Button>
      </div>
    </div>
  )
}
