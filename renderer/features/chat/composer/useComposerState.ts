import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { MOST_ATTACHMENTS, type Conversation, type ModelChoice } from '../../../../shared/domain/chat'
import { joinTexts } from '../../../../shared/domain/draftText'
import { ownModelChoice } from '../../../../shared/domain/projects/ownModelChoice'
import type { ConversationId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { hasHeapsOfMarks, limitCombiningMarks } from '../../../../shared/lib/limitCombiningMarks'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { detachAll, giveToConversation, useAttachments } from '../../../state/draftAttachments'
import { openConversationSettings, showChat, startPick, useNavigation } from '../../../state/navigation'
import { heldFor } from '../../../state/temporaryChat'
import { noteComposerText, noteSent } from '../../../state/typingActivity'
import { contextsSent, contextsToSend } from '../apps/appContexts'
import { DraftSaver } from './draftSaver'
import { startEdit } from '../messageEdit'
import { useInsertStore } from './insertStore'
import { chooseForNewChat, giveAccountsTo, useNewChatChoices } from '../newChatChoices'
import { useSlashStore } from './slashStore'
import { clearChatError, clearNoModelError, showChatError } from '../chatErrors'
import { isRunning, lastOwnMessage } from '../turnState'
import { isEditable } from '../messageContent'
import { filesAt, forgetFiles, useDraftFiles } from '../files/draftFiles'
import { useDraftFileList } from '../files/useDraftFileList'
import { useProjectInFront } from '../conversationSettings/useProjectInFront'
import { useHeldText } from '../temporary/useHeldText'
import { useSlashMenu } from './useSlashMenu'

const noModel = (): AppError => new AppError('MODEL_MISSING', { reason: 'chat.noModelAnswers' })

const tooMany = (): AppError => new AppError('INVALID_INPUT', { reason: 'chat.tooManyAttached', params: { most: MOST_ATTACHMENTS } })

/** The state and actions of the composer. `Composer.tsx` renders it. */
export function useComposerState(conversation: Conversation | undefined) {
  const [begun] = useState(() => joinTexts([conversation?.draft ?? '', limitCombiningMarks(heldFor(conversation?.id).text)]))
  const [text, setTextState] = useState(() => (hasHeapsOfMarks(begun) ? '' : begun))
  const newModel = useNewChatChoices((state) => state.model)
  const [sending, setSending] = useState(false)
  const attached = useAttachments((state) => state.attached)
  const defaultModel = useTopic('models', (models) => models.default)
  const project = useProjectInFront(conversation)
  const [saver] = useState(() => new DraftSaver(conversation?.id, conversation?.draft ?? '', project?.id))
  /** What the conversation says itself, and the model that follows from it. */
  const choice = conversation?.model ?? newModel
  const model: ModelChoice = choice === 'default' ? (project?.model ?? 'default') : choice
  const running = conversation !== undefined && isRunning(conversation)

  const latest = useRef(choice)
  useEffect(() => {
    latest.current = choice
  }, [choice])
  useEffect(() => {
    const flush = () => void saver.flush(latest.current)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      saver.leave(latest.current, keepInFront)
      noteComposerText('')
    }
  }, [saver])

  const putText = (next: string): void => {
    setTextState(next)
    noteComposerText(next)
    saver.note(next, choice)
  }
  const current = useRef(text)
  useEffect(() => {
    current.current = text
    noteComposerText(text)
  }, [text])
  const answers = (model === 'default' ? defaultModel : model) !== 'none'
  const noAnswer = answers ? undefined : noModel()
  useEffect(() => {
    if (answers) clearNoModelError()
  }, [answers])

  const conversationForFiles = useCallback((): Promise<ConversationId> => {
    const count = filesAt(useDraftFiles.getState(), conversation?.id ?? 'new').length
    return saver.conversationForFiles(latest.current, count > 0)
  }, [saver, conversation?.id])
  const draftFiles = useDraftFileList({
    conversationId: conversation?.id,
    conversation: conversationForFiles,
    insert: (more) => putText(current.current.trim() === '' ? more : `${current.current}\n\n${more}`),
  })
  const setText = (wanted: string): void => putText(draftFiles.fitForField(wanted))
  useIncoming(text, setText)
  useHeldText({ conversationId: conversation?.id, refusal: noAnswer, current, setText, setSending })
  useUnfitDraft(begun, draftFiles.takesFiles, setText)
  const { ready, isUnsettled } = draftFiles
  const hasContent = text.trim() !== '' || attached.length > 0 || ready.length > 0
  const sendsOnce = sending && (!running || attached.length > 0 || ready.length > 0)
  const canSend = hasContent && !isUnsettled && !sendsOnce
  const reading = useRef<AbortController>(undefined)
  /** @param how What becomes of a message while a turn runs. */
  const send = async (how: 'queue' | 'steer'): Promise<void> => {
    if (!canSend) return
    const words = text.trim()
    clearChatError()
    if (noAnswer) return showChatError(conversation?.id)(noAnswer)
    if (attached.length > MOST_ATTACHMENTS) return showChatError(conversation?.id)(tooMany())
    setSending(true)
    setTextState('')
    noteSent()
    const stop = new AbortController()
    reading.current = stop
    try {
      const conversationId = await saver.conversation(choice)
      if (!conversation) await giveAccountsTo(conversationId)
      saver.note('', choice)
      void saver.flush(choice)
      const attachments = attached.map(({ source, serverId, uri }) => ({ source, serverId, uri }))
      const files = ready.length > 0 && { files: [...ready] }
      const given = contextsToSend(conversation?.id)
      const apps = given.length > 0 && { apps: given.map(({ serverId, tool, text: context }) => ({ serverId, tool, text: context })) }
      const message = { conversationId, text: words, ...(attachments.length > 0 && { attachments }), ...files, ...apps }
      if (running) await callHost('chat.queue', { ...message, ...(how === 'steer' && { steers: true }) }, stop.signal)
      else await callHost('chat.send', message, stop.signal)
      detachAll(conversation?.id)
      contextsSent(given)
      forgetFiles(conversation?.id ?? 'new')
      if (!conversation) showChat(conversationId)
    } catch (thrown) {
      // Restores the text after a failure, unless the person has typed something else in the meantime.
      setTextState((now) => (now === '' ? words : now))
      saver.note(words, choice)
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
  const chooseModel = (wanted: ModelChoice): void => {
    clearChatError()
    const chosen = ownModelChoice(wanted, project?.model ?? defaultModel)
    if (!conversation) chooseForNewChat(chosen)
    else callHost('chat.setModel', { conversationId: conversation.id, model: chosen }).catch(showChatError(conversation.id))
  }
  const openSettings = async (): Promise<void> => {
    try {
      // What is in the field of a new chat goes along when the first change makes a conversation of it; a file that was removed does not.
      if (!conversation && (hasContent || saver.hasBegun)) {
        const conversationId = await saver.conversation(choice)
        await giveAccountsTo(conversationId)
        await saver.flush(choice)
        giveToConversation(conversationId)
        forgetFiles('new')
        showChat(conversationId)
      }
      openConversationSettings(true)
    } catch (thrown) {
      showChatError(conversation?.id)(thrown)
    }
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
    draftFiles,
    running,
    /** Servers are reading the attachments, which may take long. */
    reading: sending && attached.length > 0,
    canSend,
    choice,
    model,
    project,
    openSettings: () => void openSettings(),
    send: (how: 'queue' | 'steer') => void send(how),
    stopReading: () => reading.current?.abort(),
    editLast,
    chooseModel,
  }
}

/** A kept draft that the field cannot show becomes a file, once it is known that the conversation takes files. */
function useUnfitDraft(begun: string, takesFiles: boolean, setText: (text: string) => void): void {
  const isTaken = useRef(false)
  const take = useEffectEvent(() => setText(begun))
  useEffect(() => {
    if (isTaken.current || !takesFiles || !hasHeapsOfMarks(begun)) return
    isTaken.current = true
    take()
  }, [begun, takesFiles])
}

/** Takes text from elsewhere: a prompt that the person wants to edit, or a request to show tools and prompts. */
function useIncoming(current: string, setText: (text: string) => void): void {
  const { count, text } = useInsertStore()
  const { asked } = useSlashStore()
  const seen = useRef({ count, asked })
  useEffect(() => {
    if (count !== seen.current.count) setText(current.trim() === '' ? text : `${current.trimEnd()}\n\n${text}`)
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
  // The host has kept those of the conversation.
  forgetFiles('new')
  giveAccountsTo(id).catch(showChatError(id))
}
