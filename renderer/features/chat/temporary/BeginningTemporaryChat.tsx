import { useEffect, useRef, type KeyboardEvent } from 'react'
import { t } from '../../../i18n/t'
import { holdText, sendOnceThere, useTemporaryChat } from '../../../state/temporaryChat'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { SafeText } from '../../../ui/SafeText'
import { TopBar } from '../../../widgets/TopBar'
import { focusAtEnd, MessageField, MessageFrame } from '../composer/MessageField'
import { slashQuery } from '../composer/useSlashMenu'
import { firstLine } from '../queue/firstLine'

/**
 * A temporary chat that the host has not begun yet. What is typed and sent meanwhile is held in the page alone and goes into the chat: the
 * field of a new chat would write it to disk.
 */
export function BeginningTemporaryChat() {
  const text = useTemporaryChat(({ beginning }) => beginning?.text ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => focusAtEnd(field.current), [])
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    // It is meant for the menu that opens in the chat's own field.
    if (slashQuery(text) === undefined) sendOnceThere()
  }
  return (
    <>
      <TopBar>
        <h1 className="font-title">{t('chat.newChat')}</h1>
      </TopBar>
      <div className="min-h-0 grow" />
      <div className="relative mx-auto w-full max-w-[calc(var(--w-measure)+3rem)] shrink-0 px-4 pb-4 medium:px-6">
        <div className="grid gap-2 pb-2">
          <MessagesToSend />
          <Notice title={t('chat.temporary')}>{t('chat.temporary.why')}</Notice>
        </div>
        <MessageFrame>
          <MessageField ref={field} value={text} onChange={(event) => holdText(event.currentTarget.value)} onKeyDown={onKey} />
          <div className="flex justify-end px-[0.4375rem] pt-1 pb-[0.4375rem]">
            <Button
              look="ink"
              className="h-[1.875rem] min-w-24 rounded-[8px]"
              disabled={text.trim() === ''}
              onClick={() => {
                sendOnceThere()
                field.current?.focus()
              }}
            >
              {t('chat.send')}
            </Button>
          </div>
        </MessageFrame>
      </div>
    </>
  )
}

/** What the chat sends once it is there. */
function MessagesToSend() {
  const toSend = useTemporaryChat(({ beginning }) => beginning?.toSend)
  if (toSend === undefined || toSend.length === 0) return null
  return (
    <div role="status" className="overflow-hidden rounded-3 border border-line bg-raised">
      <p className="px-2.5 py-1.5 text-12 text-text-2">{t('chat.temporary.sends')}</p>
      <ul>
        {toSend.map((message, place) => (
          // They are only added to, never moved.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} dir="auto" translate="no" className="cut border-t border-line px-2.5 py-1.5 text-13">
            <SafeText text={firstLine(message)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
