import { Paperclip, Square } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '../../../i18n/t'
import type { Conversation } from '../../../../shared/domain/chat'
import { textHoldsSecret } from '../../../../shared/secrets/secretPatterns'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { IconButton } from '../../../ui/IconButton'
import { Notice } from '../../../ui/Notice'
import { QuestionDuringRequest } from '../QuestionDuringRequest'
import { AttachDialog } from './AttachDialog'
import { AttachmentChips } from './AttachmentChips'
import { useInsertStore } from './insertStore'
import { ConversationModelSelect } from './ConversationModelSelect'
import { SlashMenu } from './SlashMenu'
import { useSlashStore } from './slashStore'
import { stopTurn } from '../stopTurn'
import { ToolsCounter } from './ToolsCounter'
import { clearChatError, useChatErrors } from '../chatErrors'
import { useComposerState } from './useComposerState'

export interface ComposerProps {
  /** Undefined in a new chat, which becomes a conversation with the first words. */
  readonly conversation: Conversation | undefined
  readonly bar?: ReactNode
}

/** The field where a person writes. It never moves. Stop takes the place of Send. What the person types is always kept. */
export function Composer({ conversation, bar }: ComposerProps) {
  const composer = useComposerState(conversation)
  const { text, setText, slash, attached, running, reading, canSend, model } = composer
  const [picking, setPicking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useComposerFocus(field, conversation)
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || slash.combobox.onKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      composer.send()
    } else if (event.key === 'ArrowUp' && text === '' && composer.editLast()) {
      event.preventDefault()
    }
  }
  return (
    <div className="relative mx-auto w-full max-w-[calc(var(--w-measure)+3rem)] shrink-0 px-4 pb-4 medium:px-6">
      {slash.combobox.open && <SlashMenu {...slash} />}
      <div className="grid gap-2 pb-2 empty:pb-0">
        <Trouble conversation={conversation} />
        {reading && <QuestionDuringRequest servers={attached.map(({ serverId }) => serverId)} />}
        {bar}
        {textHoldsSecret(text) && (
          <Notice look="ask" title={t('chat.looksLikeKey')}>
            {t('chat.looksLikeKey.why')}
          </Notice>
        )}
      </div>
      <div className="rounded-4 border border-line-strong bg-raised focus-within:has-[textarea:focus]:border-accent focus-within:has-[textarea:focus]:ring focus-within:has-[textarea:focus]:ring-accent">
        <AttachmentChips attached={attached} />
        <textarea
          ref={field}
          data-focus-home
          aria-label={t('chat.message')}
          {...slash.combobox.field}
          placeholder={t('chat.message.placeholder')}
          rows={1}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKey}
          className="block field-sizing-content max-h-60 min-h-11 w-full resize-none bg-transparent px-[0.9375rem] pt-3 pb-1 text-14 outline-none"
        />
        <div className="flex flex-wrap items-center justify-end gap-0.5 px-[0.4375rem] pt-1 pb-[0.4375rem]">
          <IconButton
            label={t('chat.attach')}
            icon={<Paperclip size={15} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => setPicking(true)}
          />
          <IconButton
            label={t('chat.toolsAndPrompts')}
            keys="/"
            icon={
              <span aria-hidden="true" className="font-code text-14">
                /
              </span>
            }
            onClick={() => {
              setText('/')
              field.current?.focus()
            }}
          />
          <ToolsCounter conversation={conversation} />
          <span className="grow" />
          <ConversationModelSelect choice={model} onChoice={composer.chooseModel} />
          {running || reading ? (
            <Button
              className="h-[1.875rem] min-w-24 rounded-[8px]"
              onClick={() => (running && conversation ? stopTurn(conversation.id) : composer.stopReading())}
            >
              <Square size={11} fill="currentColor" aria-hidden="true" />
              {t('chat.stop')}
            </Button>
          ) : (
            <Button look="ink" className="h-[1.875rem] min-w-24 rounded-[8px]" disabled={!canSend} onClick={composer.send}>
              {t('chat.send')}
            </Button>
          )}
        </div>
      </div>
      {picking && <AttachDialog onClose={() => setPicking(false)} />}
    </div>
  )
}

function Trouble({ conversation }: { readonly conversation: Conversation | undefined }) {
  const { trouble } = useChatErrors()
  if (!trouble || trouble.conversationId !== conversation?.id) return null
  return (
    <ErrorNotice
      role="alert"
      error={trouble.error}
      actions={
        <Button size="small" onClick={clearChatError}>
          {t('chat.close')}
        </Button>
      }
    />
  )
}

let focusNext = false

/** Focuses the composer in a new chat, after its first message, and whenever text is inserted. */
function useComposerFocus(field: { readonly current: HTMLTextAreaElement | null }, conversation: Conversation | undefined): void {
  const { count } = useInsertStore()
  const { asked } = useSlashStore()
  const first = useRef(true)
  const isNew = conversation === undefined
  useEffect(() => {
    if (isNew || focusNext) field.current?.focus()
    focusNext = false
    return () => {
      // When a new chat becomes a conversation, the focus moves to the new composer.
      focusNext = isNew && document.activeElement === document.body
    }
  }, [field, isNew])
  useEffect(() => {
    if (!first.current) field.current?.focus()
    first.current = false
  }, [field, count, asked])
}
