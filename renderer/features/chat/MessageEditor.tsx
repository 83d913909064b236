import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { ChatMessage } from '../../../shared/domain/chat'
import type { ConversationId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'
import { clearChatError, showChatError } from './chatErrors'
import { useHeapsOfMarks } from './files/useHeapsOfMarks'
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
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  const [isRefused, setIsRefused] = useState(false)
  useHeapsOfMarks(field, () => setIsRefused(true))
  const isOwn = message.role === 'user'
  const canSend = !saving && (edit.text.trim() !== '' || (isOwn && edit.attachments > 0))
  const end = () => {
    const { activeElement } = document
    // By the time that it is sent, the person may be writing elsewhere.
    const hasFocus = activeElement === document.body || box.current?.contains(activeElement)
    endEdit(message.id)
    if (hasFocus) document.querySelector<HTMLElement>('[data-focus-home]')?.focus()
  }
  const send = () => {
    if (!canSend) return
    setSaving(true)
    clearChatError()
    callHost('chat.edit', { conversationId, messageId: message.id, text: edit.text.trim() })
      .then(end, showChatError(conversationId))
      .finally(() => setSaving(false))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      // A rewritten message is not lost by a key. Cancel is for that.
      if (edit.text === edit.begun) end()
    }
  }
  return (
    <div ref={box} className={classNames('grid gap-2', isOwn ? 'w-full max-w-[82%]' : 'w-full')}>
      <textarea
        ref={field}
        aria-label={t('chat.editMessage')}
        dir="auto"
        rows={1}
        autoComplete="off"
        value={edit.text}
        onChange={(event) => {
          setIsRefused(false)
          setEditText(message.id, event.currentTarget.value)
        }}
        onKeyDown={onKey}
        className="block field-sizing-content max-h-[50vh] min-h-11 w-full resize-none rounded-3 border border-line-strong bg-raised px-[0.8125rem] py-[0.5625rem] text-14 outline-none focus:border-accent focus:ring focus:ring-accent"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="grow text-12 text-text-3">
          {t(whatHappens(isOwn, running))}
          {isRefused && (
            <span role="alert" className="text-danger-text">
              {' '}
              {t('chat.editing.tooManyMarks')}
            </span>
          )}
          {edit.attachments > 0 && ` ${t('chat.editing.attached', { count: edit.attachments })}`}
        </span>
        <Button size="small" look="bare" onClick={end}>
          {t('chat.cancel')}
        </Button>
        <Button size="small" look="ink" disabled={!canSend} onClick={send}>
          {t(isOwn ? 'chat.send' : 'chat.saveVersion')}
        </Button>
      </div>
    </div>
  )
}

function whatHappens(isOwn: boolean, running: boolean) {
  if (isOwn) return running ? 'chat.editing.stops' : 'chat.editing.keeps'
  return running ? 'chat.editing.answerStops' : 'chat.editing.answer'
}
