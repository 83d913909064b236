import { Square } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Conversation, ModelChoice } from '../../../shared/domain/chat'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { showChat, startPick } from '../../shell/screen'
import { noteComposerText, noteSent } from '../../shell/typing'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { IconButton } from '../../ui/IconButton'
import { DraftKeeper } from './draftKeeper'
import { endEdit, startEdit, useEditStore } from './editStore'
import { useInsertStore } from './insertStore'
import { ModelPicker } from './ModelPicker'
import { chooseForNewChat, useNewChatStore } from './newChatStore'
import { SlashMenu, slashOptionId } from './SlashMenu'
import { useSlashStore } from './slashStore'
import { stopTurn } from './stopTurn'
import { ToolsCounter } from './ToolsCounter'
import { clearTrouble, tellTrouble, useTroubleStore } from './troubleStore'
import { isRunning, lastOwnMessage, messageText } from './turnOf'
import { useSlash } from './useSlash'

export interface ComposerProps {
  /** None in a new chat: it begins with the first words. */
  readonly conversation: Conversation | undefined
  readonly bar?: ReactNode
}

const noModel = new AppError('MODEL_MISSING', 'No model answers in this conversation', {
  hint: 'Choose a model beside Send, or type / to run a tool or use a prompt yourself.',
})

/** Where a person writes. It never moves; Stop stands where Send stood. What is typed is kept, whatever happens. */
export function Composer({ conversation, bar }: ComposerProps) {
  const composer = useComposer(conversation)
  const menuId = useId()
  const { text, setText, slash, edit, running, sending, model } = composer
  const field = useRef<HTMLTextAreaElement>(null)
  useComposerFocus(field, conversation, composer)
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || slash.onKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      composer.send()
    } else if (event.key === 'Escape' && edit) {
      composer.cancelEdit()
    } else if (event.key === 'ArrowUp' && text === '' && composer.editLast()) {
      event.preventDefault()
    }
  }
  return (
    <div className="relative mx-auto w-full max-w-[calc(var(--w-measure)+3rem)] shrink-0 px-4 pb-4 medium:px-6">
      {slash.open && <SlashMenu id={menuId} {...slash.menu} />}
      <div className="grid gap-2 pb-2 empty:pb-0">
        <Trouble conversation={conversation} />
        {bar}
        {edit && (
          <div className="flex items-center justify-between gap-2 px-1 text-12 text-text-2">
            <span>You edit your last message. Sending replaces it and all that came after it.</span>
            <Button size="small" look="bare" onClick={composer.cancelEdit}>
              Cancel
            </Button>
          </div>
        )}
      </div>
      <div className="rounded-4 border border-line-strong bg-raised focus-within:has-[textarea:focus]:border-accent focus-within:has-[textarea:focus]:ring focus-within:has-[textarea:focus]:ring-accent">
        <textarea
          ref={field}
          aria-label="Message"
          aria-autocomplete="list"
          {...(slash.open && { 'aria-controls': menuId, 'aria-activedescendant': slashOptionId(menuId, slash.menu.active) })}
          placeholder="Message, or / for tools and prompts"
          rows={1}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKey}
          className="block field-sizing-content max-h-60 min-h-11 w-full resize-none bg-transparent px-[0.9375rem] pt-3 pb-1 text-14 outline-none"
        />
        <div className="flex items-center gap-0.5 px-[0.4375rem] pt-1 pb-[0.4375rem]">
          <IconButton
            label="Tools and prompts"
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
          <ToolsCounter />
          <span className="grow" />
          <ModelPicker choice={model} onChoice={composer.chooseModel} />
          {running && conversation ? (
            <Button className="h-[1.875rem] w-20 rounded-[8px]" onClick={() => stopTurn(conversation.id)}>
              <Square size={11} fill="currentColor" aria-hidden="true" />
              Stop
            </Button>
          ) : (
            <Button look="ink" className="h-[1.875rem] w-20 rounded-[8px]" disabled={text.trim() === '' || sending} onClick={composer.send}>
              Send
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

function Trouble({ conversation }: { readonly conversation: Conversation | undefined }) {
  const { trouble } = useTroubleStore()
  if (!trouble || trouble.conversationId !== conversation?.id) return null
  return (
    <ErrorNotice
      role="alert"
      error={trouble.error}
      actions={
        <Button size="small" onClick={clearTrouble}>
          Close
        </Button>
      }
    />
  )
}

/** Everything the composer knows and does; how it looks is above. */
function useComposer(conversation: Conversation | undefined) {
  const [text, setTextState] = useState(conversation?.draft ?? '')
  const newModel = useNewChatStore((state) => state.model)
  const [sending, setSending] = useState(false)
  const { edit } = useEditStore()
  const defaultModel = useTopic('models', (models) => models.default)
  const [keeper] = useState(() => new DraftKeeper(conversation?.id, conversation?.draft ?? ''))
  const model = conversation?.model ?? newModel
  const running = conversation !== undefined && isRunning(conversation)

  const latest = useRef(model)
  useEffect(() => {
    latest.current = model
  }, [model])
  useEffect(() => {
    const flush = () => keeper.flush(latest.current)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      keeper.leave(latest.current)
      noteComposerText('')
      endEdit()
    }
  }, [keeper])

  const setText = (next: string): void => {
    setTextState(next)
    noteComposerText(next)
    // The words of an edit are those of a message that is there already.
    if (!edit) keeper.note(next, model)
  }
  useEffect(() => noteComposerText(text), [text])
  const [shownEdit, setShownEdit] = useState(edit)
  if (edit !== shownEdit) {
    setShownEdit(edit)
    if (edit) setTextState(edit.text)
  }
  useIncoming(setText)

  const send = async (): Promise<void> => {
    const words = text.trim()
    if (words === '' || sending || running) return
    clearTrouble()
    if ((model === 'default' ? defaultModel : model) === 'none') return tellTrouble(conversation?.id)(noModel)
    setSending(true)
    setTextState('')
    noteSent()
    try {
      const conversationId = await keeper.conversation(model)
      keeper.note('', model)
      keeper.flush(model)
      if (edit) await callHost('chat.editLast', { conversationId, messageId: edit.messageId, text: words })
      else await callHost('chat.send', { conversationId, text: words })
      endEdit()
      if (!conversation) showChat(conversationId)
    } catch (thrown) {
      // What was typed comes back, unless something else was typed meanwhile.
      setTextState((now) => (now === '' ? words : now))
      if (!edit) keeper.note(words, model)
      tellTrouble(conversation?.id)(thrown)
    } finally {
      setSending(false)
    }
  }
  const editLast = (): boolean => {
    const own = conversation && !running ? lastOwnMessage(conversation) : undefined
    if (!own) return false
    startEdit({ messageId: own.id, text: messageText(own) })
    return true
  }
  const cancelEdit = (): void => {
    endEdit()
    setTextState('')
  }
  const chooseModel = (choice: Exclude<ModelChoice, 'default'>): void => {
    clearTrouble()
    if (!conversation) chooseForNewChat(choice)
    else callHost('chat.setModel', { conversationId: conversation.id, model: choice }).catch(tellTrouble(conversation.id))
  }
  const slash = useSlash(text, (entry) => {
    setText('')
    startPick({ kind: entry.kind, serverId: entry.serverId, name: entry.name })
  })
  return { text, setText, slash, edit, running, sending, model, send: () => void send(), editLast, cancelEdit, chooseModel }
}

/** Text that comes from elsewhere: a prompt that was filled in, or the wish to see tools and prompts. */
function useIncoming(setText: (text: string) => void): void {
  const { count, text } = useInsertStore()
  const { asked } = useSlashStore()
  const seen = useRef({ count, asked })
  useEffect(() => {
    if (count !== seen.current.count) setText(text)
    if (asked !== seen.current.asked) setText('/')
    seen.current = { count, asked }
    // Only a new arrival counts, not a new function.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [count, asked])
}

let focusNext = false

/** The composer has the focus in a new chat, after its first message, and whenever text arrives in it. */
function useComposerFocus(
  field: { readonly current: HTMLTextAreaElement | null },
  conversation: Conversation | undefined,
  { edit }: { readonly edit: unknown },
): void {
  const { count } = useInsertStore()
  const { asked } = useSlashStore()
  const first = useRef(true)
  const isNew = conversation === undefined
  useEffect(() => {
    if (isNew || focusNext) field.current?.focus()
    focusNext = false
    return () => {
      // A new chat that becomes a conversation hands its focus over.
      focusNext = isNew && document.activeElement === document.body
    }
  }, [field, isNew])
  useEffect(() => {
    if (!first.current) field.current?.focus()
    first.current = false
  }, [field, count, asked, edit])
}
