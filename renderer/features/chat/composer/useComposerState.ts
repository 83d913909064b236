import { useEffect, useRef, useState } from 'react'
import { MOST_ATTACHMENTS, type Conversation, type ModelChoice } from '../../../../shared/domain/chat'
import type { ConversationId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { detachAll, giveToConversation, useAttachments } from '../../../state/attachments'
import { showChat, startPick, useNavigation } from '../../../state/navigation'
import { noteComposerText, noteSent } from '../../../state/typingActivity'
import { DraftSaver } from './draftSaver'
import { startEdit } from '../messageEdit'
import { useInsertStore } from './insertStore'
import { chooseForNewChat, giveAccountsTo, useNewChatChoices } from '../newChatChoices'
import { useSlashStore } from './slashStore'
import { clearChatError, showChatError } from '../chatErrors'
import { isRunning, lastOwnMessage } from '../turnState'
import { isEditable } from '../messageContent'
import { useSlashMenu } from './useSlashMenu'

const noModel = new AppError('MODEL_MISSING', { reason: 'chat.noModelAnswers' })

const tooMany = new AppError('INVALID_INPUT', { reason: 'chat.tooManyAttached', params: { most: MOST_ATTACHMENTS } })

/** The state and actions of the composer. `Composer.tsx` renders it. */
export function useComposerState(conversation: Conversation | undefined) {
  const [text, setTextState] = useState(conversation?.draft ?? '')
  const newModel = useNewChatChoices((state) => state.model)
  const [sending, setSending] = useState(false)
  const attached = useAttachments((state) => state.attached)
  const defaultModel = useTopic('models', (models) => models.default)
  const [saver] = useState(() => new DraftSaver(conversation?.id, conversation?.draft ?? ''))
  const model = conversation?.model ?? newModel
  const running = conversation !== undefined && isRunning(conversation)

  const latest = useRef(model)
  useEffect(() => {
    latest.current = model
  }, [model])
  useEffect(() => {
    const flush = () => saver.flush(latest.current)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      saver.leave(latest.current, keepInFront)
      noteComposerText('')
    }
  }, [saver])

  const setText = (next: string): void => {
    setTextState(next)
    noteComposerText(next)
    saver.note(next, model)
  }
  useEffect(() => noteComposerText(text), [text])
  useIncoming(text, setText)

  const canSend = (text.trim() !== '' || attached.length > 0) && !sending && !running
  const reading = useRef<AbortController>(undefined)
  const send = async (): Promise<void> => {
    if (!canSend) return
    const words = text.trim()
    clearChatError()
    if ((model === 'default' ? defaultModel : model) === 'none') return showChatError(conversation?.id)(noModel)
    if (attached.length > MOST_ATTACHMENTS) return showChatError(conversation?.id)(tooMany)
    setSending(true)
    setTextState('')
    noteSent()
    const stop = new AbortController()
    reading.current = stop
    try {
      const conversationId = await saver.conversation(model)
      if (!conversation) await giveAccountsTo(conversationId)
      saver.note('', model)
      saver.flush(model)
      const attachments = attached.map(({ source, serverId, uri }) => ({ source, serverId, uri }))
      await callHost('chat.send', { conversationId, text: words, ...(attachments.length > 0 && { attachments }) }, stop.signal)
      detachAll(conversation?.id)
      if (!conversation) showChat(conversationId)
    } catch (thrown) {
      // Restores the text after a failure, unless the person has typed something else in the meantime.
      setTextState((now) => (now === '' ? words : now))
      saver.note(words, model)
      if (!stop.signal.aborted) showChatError(conversation?.id)(thrown)
    } finally {
      setSending(false)
    }
  }
  const editLast = (): boolean => {
    const own = conversation ? lastOwnMessage(conversation) : undefined
    if (!own || !isEditable(own)) return false
    startEdit(own)
    // An editor that opens takes the focus itself. One that was open already does not.
    document.querySelector<HTMLElement>(`[data-message="${own.id}"] textarea`)?.focus()
    return true
  }
  const chooseModel = (choice: Exclude<ModelChoice, 'default'>): void => {
    clearChatError()
    if (!conversation) chooseForNewChat(choice)
    else callHost('chat.setModel', { conversationId: conversation.id, model: choice }).catch(showChatError(conversation.id))
  }
  const slash = useSlashMenu(text, (entry) => {
    setText('')
    startPick({ kind: entry.kind, serverId: entry.serverId, name: entry.name })
  })
  return {
    text,
    setText,
    slash,
    attached,
    running,
    /** Servers are reading the attachments, which may take long. */
    reading: sending && attached.length > 0,
    canSend,
    model,
    send: () => void send(),
    stopReading: () => reading.current?.abort(),
    editLast,
    chooseModel,
  }
}

/** Takes text from elsewhere: a prompt that the person wants to edit, or a request to show tools and prompts. */
function useIncoming(current: string, setText: (text: string) => void): void {
  const { count, text } = useInsertStore()
  const { asked } = useSlashStore()
  const seen = useRef({ count, asked })
  useEffect(() => {
    if (count !== seen.current.count) setText(current.trim() === '' ? text : `${current}\n\n${text}`)
    if (asked !== seen.current.asked) setText('/')
    seen.current = { count, asked }
    // Only a new arrival counts, not a new function.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [count, asked])
}

/** A new chat with text lost the view and is a conversation now. The Chat view returns to it. */
function keepInFront(id: ConversationId): void {
  const { view, conversationId } = useNavigation.getState()
  if (view !== 'chat' && conversationId === undefined) useNavigation.setState({ conversationId: id })
  giveToConversation(id)
  giveAccountsTo(id).catch(showChatError(id))
}
