import { Paperclip, SlidersHorizontal, Square } from 'lucide-react'
import { memo, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '../../../i18n/t'
import type { Conversation } from '../../../../shared/domain/chat'
import { textHoldsSecret } from '../../../../shared/secrets/secretPatterns'
import { Button } from '../../../ui/Button'
import { isDialogOpen } from '../../../ui/dialogOverlay'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { IconButton } from '../../../ui/IconButton'
import { Notice } from '../../../ui/Notice'
import { openModelPicker, useModelPickerOpen } from '../../../state/modelPickerOpen'
import { ModelPicker, type InheritedModel } from '../../../widgets/models/ModelPicker'
import { QuestionDuringRequest } from '../QuestionDuringRequest'
import { useAppContexts } from '../apps/appContexts'
import { AppContextChips } from '../apps/AppContextChips'
import { AttachDialog } from './AttachDialog'
import { AttachmentChips } from './AttachmentChips'
import { DraftFileChips } from '../files/DraftFileChips'
import { FileRemarks } from '../files/FileRemarks'
import { useFileDrop } from '../files/useFileDrop'
import { useHeapsOfMarks } from '../files/useHeapsOfMarks'
import { useInsertStore } from './insertStore'
import { focusAtEnd, MessageField, MessageFrame, showEnd } from './MessageField'
import { MentionMenu } from '../mentions/MentionMenu'
import { useMentionMenu } from '../mentions/useMentionMenu'
import { ModelRemark } from './ModelRemark'
import { QueuedMessages } from '../queue/QueuedMessages'
import { SlashMenu } from './SlashMenu'
import { useSlashStore } from './slashStore'
import { stopTurn } from '../stopTurn'
import { ContextMeter } from '../context/ContextMeter'
import { ToolsCounter } from './ToolsCounter'
import { clearChatError, useChatErrors } from '../chatErrors'
import { useComposerState } from './useComposerState'

export interface ComposerProps {
  /** Undefined in a new chat, which becomes a conversation with the first words. */
  readonly conversation: Conversation | undefined
  readonly bar?: ReactNode
}

/** The field where a person writes. It never moves. Stop takes the place of Send. What the person types is always kept. */
export const Composer = memo(function Composer({ conversation, bar }: ComposerProps) {
  const composer = useComposerState(conversation)
  const { text, setText, slash, attached, draftFiles, running, reading, canSend, model } = composer
  const { files } = draftFiles
  const givesContext = useAppContexts(({ given }) => given.some(({ conversationId }) => conversationId === conversation?.id))
  const dragging = useFileDrop(draftFiles.add)
  const [picking, setPicking] = useState(false)
  const pickingModel = useModelPickerOpen(({ open }) => open)
  const field = useRef<HTMLTextAreaElement>(null)
  useComposerFocus(field, conversation, text)
  const chosenFiles = useRef(false)
  useEffect(() => {
    // When the dialog is gone: until then it keeps the focus.
    if (!picking && chosenFiles.current) field.current?.focus()
    chosenFiles.current = false
  }, [picking])
  const takeFiles = (files: readonly File[]): void => {
    chosenFiles.current = true
    draftFiles.add(files)
  }
  useHeapsOfMarks(field, (more) => {
    const fit = draftFiles.fitForField(more)
    if (fit !== '') setText(`${text}${fit}`)
  })
  const mentions = useMentionMenu({
    field,
    text,
    setText,
    conversationId: conversation?.id,
    takesFiles: draftFiles.takesFiles,
    addFile: draftFiles.addKnown,
    addSaid: draftFiles.addSaid,
  })
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && composer.endSlash()) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (slash.combobox.onKey(event) || mentions.onKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      composer.send(event.ctrlKey || event.metaKey ? 'steer' : 'queue')
    } else if (event.key === 'ArrowUp' && text === '' && composer.editLast()) {
      event.preventDefault()
    }
  }
  return (
    <div className="relative mx-auto w-full max-w-[calc(var(--w-measure)+3rem)] shrink-0 px-4 pb-4 medium:px-6">
      {slash.combobox.open && <SlashMenu {...slash} />}
      {mentions.combobox.open && !slash.combobox.open && <MentionMenu {...mentions} />}
      <div className="grid gap-2 pb-2 empty:pb-0">
        <Trouble conversation={conversation} />
        {reading && <QuestionDuringRequest servers={attached.map(({ serverId }) => serverId)} />}
        {bar}
        <ModelRemark conversation={conversation} choice={model} />
        {textHoldsSecret(text) && (
          <Notice look="ask" title={t('chat.looksLikeKey')}>
            {t('chat.looksLikeKey.why')}
          </Notice>
        )}
      </div>
      {conversation && (
        <div className="pb-2 empty:pb-0">
          <QueuedMessages
            conversationId={conversation.id}
            queue={conversation.queue ?? []}
            running={running}
            onQueue={running && canSend ? composer.send : undefined}
          />
        </div>
      )}
      <MessageFrame>
        <AttachmentChips attached={attached}>
          {(files.length > 0 || givesContext) && (
            <>
              {files.length > 0 && <DraftFileChips files={files} onRemove={draftFiles.remove} onShowInField={draftFiles.showInField} />}
              {conversation && <AppContextChips conversationId={conversation.id} />}
            </>
          )}
        </AttachmentChips>
        <FileRemarks files={files.flatMap((one) => (one.phase === 'ready' ? [one.file] : []))} choice={model} />
        <MessageField
          ref={field}
          {...(slash.combobox.open ? slash : mentions).combobox.field}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            mentions.noteCaret(event)
          }}
          onSelect={mentions.noteCaret}
          onBlur={mentions.onBlur}
          onKeyDown={onKey}
          onPaste={draftFiles.onPaste}
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
              composer.startSlash()
              field.current?.focus()
            }}
          />
          <IconButton
            label={t('chat.settings')}
            icon={<SlidersHorizontal size={15} strokeWidth={1.75} aria-hidden="true" />}
            onClick={composer.openSettings}
          />
          {/* Its words are cut before Send would fall into a second row. */}
          <div className="flex min-w-0 grow basis-16 medium:basis-24">
            <ToolsCounter conversation={conversation} />
          </div>
          <ContextMeter
            conversation={conversation}
            choice={model}
            text={text}
            files={files.flatMap((one) => (one.phase === 'ready' ? [one.file.sha256] : []))}
          />
          <ModelPicker
            choice={composer.choice}
            offersNone
            inherited={inheritedModel(composer)}
            onChoice={composer.chooseModel}
            opening={{ open: pickingModel, onOpen: openModelPicker }}
            onClosedAfterChoice={() => field.current?.focus()}
          />
          {running || reading ? (
            <Button
              className="h-[1.875rem] min-w-24 rounded-[8px]"
              onClick={() => (running && conversation ? stopTurn(conversation.id) : composer.stopReading())}
            >
              <Square size={11} fill="currentColor" aria-hidden="true" />
              {t('chat.stop')}
            </Button>
          ) : (
            <Button look="ink" className="h-[1.875rem] min-w-24 rounded-[8px]" disabled={!canSend} onClick={() => composer.send('queue')}>
              {t('chat.send')}
            </Button>
          )}
        </div>
      </MessageFrame>
      {picking && <AttachDialog onClose={() => setPicking(false)} onFiles={draftFiles.takesFiles ? takeFiles : undefined} />}
      {dragging && draftFiles.takesFiles && (
        <div className="pointer-events-none fixed inset-3 z-(--z-popover) grid place-items-center rounded-4 border-2 border-dashed border-accent bg-raised/80">
          <p className="text-16 font-title">{t('files.drop')}</p>
        </div>
      )}
    </div>
  )
})

/** Pure: the model of the project, which the conversation has as long as it chooses none. */
function inheritedModel({ project, chooseModel }: ReturnType<typeof useComposerState>): InheritedModel | undefined {
  if (project?.model === undefined) return undefined
  return { model: project.model, projectName: project.name, onInherit: () => chooseModel('default') }
}

function Trouble({ conversation }: { readonly conversation: Conversation | undefined }) {
  const { trouble } = useChatErrors()
  if (!trouble || trouble.conversationId !== conversation?.id) return null
  return (
    <ErrorNotice
      role="alert"
      error={trouble.error}
      {...(trouble.summarizeAgain && { failed: t('chat.summary.failed') })}
      actions={
        <>
          {trouble.summarizeAgain && (
            <Button size="small" onClick={trouble.summarizeAgain}>
              {t('chat.tryAgain')}
            </Button>
          )}
          <Button size="small" onClick={clearChatError}>
            {t('chat.close')}
          </Button>
        </>
      }
    />
  )
}

let focusNext = false

/** Focuses the composer in a new chat, after its first message, where nothing else has the focus, and whenever the person has text inserted. */
function useComposerFocus(
  field: { readonly current: HTMLTextAreaElement | null },
  conversation: Conversation | undefined,
  text: string,
): void {
  const { count, text: inserted, keepsFocus } = useInsertStore()
  const { asked } = useSlashStore()
  const arrived = useRef({ count, asked })
  const isNew = conversation === undefined
  useEffect(() => {
    // A conversation that the search or the palette opened: what had the focus is gone. Below a dialog, nobody types.
    const isTaken = isDialogOpen() || (document.activeElement?.matches('[data-keeps-focus]') ?? false)
    if (!isTaken && (isNew || focusNext || document.activeElement === document.body)) focusAtEnd(field.current)
    focusNext = false
    return () => {
      // When a new chat becomes a conversation, the focus moves to the new composer.
      focusNext = isNew && document.activeElement === document.body
    }
  }, [field, isNew])
  useEffect(() => {
    const before = arrived.current
    if (before.asked !== asked || (before.count !== count && !keepsFocus)) field.current?.focus()
    arrived.current = { count, asked }
  }, [field, count, asked, keepsFocus])
  const seen = useRef({ count, text })
  useEffect(() => {
    const before = seen.current
    // The field gets the text a moment later.
    if (before.count !== count && before.text === text) return
    seen.current = { count, text }
    // The person goes on below it. What does not fit into the field has become a file.
    if (before.count !== count && !keepsFocus && text.endsWith(inserted)) showEnd(field.current)
  }, [field, text, count, inserted, keepsFocus])
}
