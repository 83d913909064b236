import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Conversation, ModelChoice } from '../../../../shared/domain/chat'
import { joinTexts, withoutSent } from '../../../../shared/domain/queue/draftText'
import { ownModelChoice } from '../../../../shared/domain/projects/ownModelChoice'
import type { ConversationId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { hasHeapsOfMarks, limitCombiningMarks } from '../../../../shared/lib/limitCombiningMarks'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { useAttachments } from '../../../state/draftAttachments'
import { openConversationSettings, startPick } from '../../../state/navigation'
import { heldFor } from '../../../state/temporaryChat'
import { noteComposerText } from '../../../state/typingActivity'
import { DraftSaver } from './draftSaver'
import { giveLeftChatTo, giveNewChatTo, showInFront } from './giveNewChatTo'
import { outgoingAt, outgoingWords, takeReturned, useOutgoingMessages, type OutgoingMessage } from './outgoingMessages'
import { sendMessage } from './sendMessage'
import { putNewChatInFront } from '../ensureConversation'
import { startEdit } from '../messageEdit'
import { useInsertStore } from './insertStore'
import { chooseForNewChat, useNewChatChoices } from '../newChatChoices'
import { useSlashStore } from './slashStore'
import { clearChatError, clearNoModelError, showChatError } from '../chatErrors'
import { isRunning, lastOwnMessage } from '../turnState'
import { isEditable } from '../messageContent'
import { filesAt, isUploadingAt, useDraftFiles, type DraftPlace } from '../files/draftFiles'
import { useDraftFileList } from '../files/useDraftFileList'
import { useProjectInFront } from '../conversationSettings/useProjectInFront'
import { useHeldText } from '../temporary/useHeldText'
import { slashQuery, useSlashMenu } from './useSlashMenu'

const noModel = (): AppError => new AppError('MODEL_MISSING', { reason: 'chat.noModelAnswers' })

/** The state and actions of the composer. `Composer.tsx` renders it. */
export function useComposerState(conversation: Conversation | undefined) {
  const place = conversation?.id ?? 'new'
  const [begun] = useState(() =>
    joinTexts([withoutSent(conversation?.draft ?? '', outgoingWords(place)), limitCombiningMarks(heldFor(conversation?.id).text)]),
  )
  const [text, setTextState] = useState(() => (hasHeapsOfMarks(begun) ? '' : begun))
  const newModel = useNewChatChoices((state) => state.model)
  const [sendsHeld, setSendsHeld] = useState(false)
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
  const isOpen = useRef(false)
  // Before the files of its project leave a new chat.
  useLayoutEffect(() => {
    const flush = () => void saver.flush(latest.current)
    window.addEventListener('pagehide', flush)
    isOpen.current = true
    return () => {
      window.removeEventListener('pagehide', flush)
      isOpen.current = false
      const kept = saver.leave(latest.current, place === 'new' && isUploadingAt(place))
      if (kept) giveLeftChatTo(kept).catch(showChatError(undefined))
      noteComposerText('')
    }
  }, [saver, place])

  /** What was written before the list of tools and prompts was asked for. The field shows what is looked for there. */
  const [aside, setAside] = useState<string>()
  const written = aside ?? text
  const putText = (next: string): void => {
    setAside(undefined)
    setTextState(next)
    noteComposerText(next)
    saver.note(next, choice)
  }
  const current = useRef(written)
  useEffect(() => {
    current.current = written
    noteComposerText(written)
  }, [written])
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
  const slash = useSlashMenu(text, (entry) => {
    putText(aside ?? '')
    startPick({ kind: entry.kind, serverId: entry.serverId, name: entry.name })
  })
  const startSlash = (): void => {
    // The list is open, on words that the person typed for it.
    if (aside === undefined && slashQuery(text) !== undefined) return setText('/')
    setAside(written.trim() === '' ? '' : written)
    setTextState('/')
  }
  /** Takes what the person types. What is no longer looked for belongs to the message. */
  const type = (next: string): void => {
    if (aside === undefined) setText(next)
    else if (slashQuery(next) === undefined) setText(joinTexts([aside, next]))
    else setTextState(draftFiles.fitForField(next))
  }
  useIncoming(written, { setText, startSlash })
  useHeldText({ conversationId: conversation?.id, refusal: noAnswer, current, setText, setSending: setSendsHeld })
  useUnfitDraft(begun, draftFiles.takesFiles, setText)
  const { ready, isUnsettled } = draftFiles
  const outgoing = useOutgoing(place, {
    onReturned: (words) => putText(joinTexts([words, current.current])),
    onSent: () => saver.noteSent(latest.current),
  })
  const hasContent = text.trim() !== '' || attached.length > 0 || ready.length > 0
  const sendsOnce = (sendsHeld || outgoing.length > 0) && (!running || attached.length > 0 || ready.length > 0)
  const canSend = hasContent && !isUnsettled && !sendsOnce
  const send = async (how: 'queue' | 'steer'): Promise<void> => {
    // What is looked for is no message.
    if (aside !== undefined) return putText(aside)
    if (!canSend) return
    const onWordsTaken = (): void => {
      setTextState('')
      saver.note('', choice)
    }
    const message = { conversation, running, text, attached, files: draftFiles.files, choice, refusal: noAnswer, saver, onWordsTaken }
    await sendMessage({ ...message, isOpen: () => isOpen.current }, how)
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
  const become = async (): Promise<ConversationId> => {
    const conversationId = await saver.conversation(choice)
    await saver.flush(choice)
    await giveNewChatTo(conversationId)
    showInFront(conversationId, isOpen.current)
    return conversationId
  }
  useNewChatInFront(conversation === undefined, become)
  const openSettings = async (): Promise<void> => {
    try {
      // What is in the field of a new chat goes along when the first change makes a conversation of it; a file that was removed does not.
      if (!conversation && (hasContent || saver.hasBegun || isUploadingAt(place))) {
        await become()
      }
      openConversationSettings(true)
    } catch (thrown) {
      showChatError(conversation?.id)(thrown)
    }
  }
  return {
    text,
    setText: type,
    slash,
    startSlash,
    /** Puts what was written before back into the field, if the list of tools and prompts took its place. Returns whether it did. */
    endSlash: (): boolean => {
      if (aside !== undefined) putText(aside)
      return aside !== undefined
    },
    attached,
    draftFiles,
    running,
    /** Servers are reading the attachments, which may take long. */
    reading: outgoing.some(({ reads }) => reads),
    canSend,
    choice,
    model,
    project,
    openSettings: () => void openSettings(),
    send: (how: 'queue' | 'steer') => void send(how),
    stopReading: () => outgoing.forEach(({ reads, stop }) => reads && stop.abort()),
    editLast,
    chooseModel,
  }
}

/** What is written in the new chat goes along when something else than a message makes a conversation of it, such as a call of the person. */
function useNewChatInFront(isNew: boolean, become: () => Promise<ConversationId>): void {
  const onBecome = useEffectEvent(become)
  useEffect(() => (isNew ? putNewChatInFront(() => onBecome()) : undefined), [isNew])
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
function useIncoming(
  current: string,
  { setText, startSlash }: { readonly setText: (text: string) => void; readonly startSlash: () => void },
): void {
  const { count, text } = useInsertStore()
  const { asked } = useSlashStore()
  const seen = useRef({ count, asked })
  useEffect(() => {
    if (count !== seen.current.count) setText(current.trim() === '' ? text : `${current.trimEnd()}\n\n${text}`)
    if (asked !== seen.current.asked) startSlash()
    seen.current = { count, asked }
    // Only a new arrival counts, not a new function.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [count, asked])
}

/**
 * Returns the messages of the composer that are on their way. What comes back goes to the field, before what was written since then.
 */
function useOutgoing(
  place: DraftPlace,
  on: { readonly onReturned: (words: string) => void; readonly onSent: () => void },
): readonly OutgoingMessage[] {
  const outgoing = useOutgoingMessages((state) => outgoingAt(state, place))
  const onChange = useEffectEvent((before: number, now: number) => {
    if (now < before) on.onSent()
  })
  useEffect(
    () => useOutgoingMessages.subscribe((state, before) => onChange(outgoingAt(before, place).length, outgoingAt(state, place).length)),
    [place],
  )
  const hasReturned = outgoing.some((one) => one.hasReturned)
  const takeBack = useEffectEvent(() => on.onReturned(takeReturned(place)))
  useEffect(() => {
    if (hasReturned) takeBack()
  }, [hasReturned])
  return outgoing
}
