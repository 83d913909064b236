import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { ChatMessage } from '../../../shared/domain/chat'
import type { ConversationId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'
import { clearChatError, showChatError } from './chatErrors'
import { endEdit, setEditText, type Edit } from './messageEdit'

export interface MessageEditorProps {
  readonly conversationId: ConversationId
  readonly message: Pick<ChatMessage, 'id' | 'role'>
  readonly edit: Edit
  readonly running: boolean
}

/** Edits a message in its place. The old version stays. */
export function MessageEditor({ conversationId, message, edit, running }: MessageEditorProps) {
  const [saving, setSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  const own = message.role === 'user'
  const can = !saving && (edit.text.trim() !== '' || (own && edit.attachments > 0))
  const send = () => {
    if (!can) return
    setSaving(true)
    clearChatError()
    callHost('chat.edit', { conversationId, messageId: message.id, text: edit.text.trim() })
      .then(endEdit, showChatError(conversationId))
      .finally(() => setSaving(false))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      endEdit()
    }
  }
  return (
    <div className={classNames('grid gap-2', own ? 'w-full max-w-[82%]' : 'w-full')}>
      <textarea
        ref={field}
        aria-label={t('chat.editMessage')}
        dir="auto"
        rows={1}
        autoComplete="off"
        value={edit.text}
        onChange={(event) => setEditText(event.currentTarget.value)}
        onKeyDown={onKey}
        className="block field-sizing-content max-h-[50vh] min-h-11 w-full resize-none rounded-3 border border-line-strong bg-raised px-[0.8125rem] py-[0.5625rem] text-14 outline-none focus:border-accent focus:ring focus:ring-accent"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="grow text-12 text-text-3">
          {t(own ? (running ? 'chat.editing.stops' : 'chat.editing.keeps') : 'chat.editing.answer')}
          {edit.attachments > 0 && ` ${t('chat.editing.attached', { count: edit.attachments })}`}
        </span>
        <Button size="small" look="bare" onClick={endEdit}>
          {t('chat.cancel')}
        </Button>
        <Button size="small" look="ink" disabled={!can} onClick={send}>
          {t(own ? 'chat.send' : 'chat.saveVersion')}
        </Button>
      </div>
    </div>
  )
}
