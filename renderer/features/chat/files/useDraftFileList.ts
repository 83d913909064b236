import { useCallback, useEffect, type ClipboardEvent } from 'react'
import type { ConversationSummary } from '../../../../shared/domain/chat'
import type { ConversationId } from '../../../../shared/domain/ids'
import { MOST_FILES, type AttachedFile } from '../../../../shared/files/attachedFile'
import { AppError } from '../../../../shared/errors/appError'
import { hasHeapsOfMarks, limitCombiningMarks } from '../../../../shared/lib/limitCombiningMarks'
import { useTopic } from '../../../rpc/useTopic'
import { t } from '../../../i18n/t'
import { showChatError } from '../chatErrors'
import {
  addConversation,
  addFiles,
  addKnownFile,
  filesAt,
  keepDraftFiles,
  loadDraftFiles,
  readyFiles,
  removeFile,
  useDraftFiles,
} from './draftFiles'
import { isLongPaste, pasteName } from './longPaste'
import { readFileBlob } from '../../../widgets/files/readFileBlob'

export interface DraftFileListOptions {
  readonly conversationId: ConversationId | undefined
  /** Returns the conversation that keeps the files, and creates it in a new chat. */
  readonly conversation: () => Promise<ConversationId>
  /** Puts text into the field, behind what is there. */
  readonly insert: (text: string) => void
}

/** The files of the message that is being written, and what a person does with them. */
export function useDraftFileList({ conversationId, conversation, insert }: DraftFileListOptions) {
  const place = conversationId ?? 'new'
  const files = useDraftFiles((state) => filesAt(state, place))
  useEffect(() => {
    if (conversationId !== undefined) loadDraftFiles(conversationId).catch(showChatError(conversationId))
  }, [conversationId])
  const keep = useCallback((): void => {
    conversation().then(keepDraftFiles).catch(showChatError(conversationId))
  }, [conversation, conversationId])
  // The host would write a file to disk before it knows to which conversation it belongs. Until this is known, nothing is sent to it.
  const isTemporary = useTopic('chat.temporary', (list) => list.some(({ id }) => id === conversationId)) ?? conversationId !== undefined
  const add = (added: readonly File[], onLost?: (file: File) => boolean): void => {
    if (isTemporary) showChatError(conversationId)(new AppError('CONFLICT', { reason: 'chat.noFilesInTemporary' }))
    else void addFiles(place, added, { onChange: keep, ...(onLost && { onLost }) })
  }
  const addKnown = (file: AttachedFile): void => addKnownFile(place, file, keep)
  const addSaid = (said: Pick<ConversationSummary, 'id' | 'title'>): void => void addConversation(place, said, keep)
  const remove = (key: string): void => {
    const wasReady = files.some((file) => file.key === key && file.phase === 'ready')
    removeFile(place, key)
    if (wasReady) keep()
  }
  const showInField = (key: string, file: AttachedFile): void => {
    readFileBlob(file)
      .then((blob) => blob.text())
      .then((text) => {
        if (hasHeapsOfMarks(text)) throw new AppError('INVALID_INPUT', { reason: 'files.notInField' })
        insert(text)
        remove(key)
      })
      .catch(showChatError(conversationId))
  }
  /** Attaches a text as a file. What cannot be kept as one is text again, so that nothing is lost. */
  const addText = (text: string): void =>
    add([new File([text], pasteName(text, t('files.pasted')), { type: 'text/plain' })], () => {
      insert(limitCombiningMarks(text))
      return true
    })
  /**
   * Returns what of a text the field can show. A letter with thousands of marks would hold the page up for seconds: such a text becomes a
   * file, as it is. Where no file can be attached, its letters have as many marks as any writing has.
   */
  const fitForField = (text: string): string => {
    if (!hasHeapsOfMarks(text)) return text
    if (isTemporary || files.length >= MOST_FILES) return limitCombiningMarks(text)
    addText(text)
    return ''
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { clipboardData } = event
    const pasted = [...clipboardData.files]
    const text = clipboardData.getData('text/plain')
    // Some programs put a picture of the text beside it.
    if (pasted.length > 0 && text === '') {
      event.preventDefault()
      add(pasted)
    } else if (!isTemporary && isLongPaste(text)) {
      event.preventDefault()
      addText(text)
    }
  }
  return {
    files,
    add,
    /** Attaches a file that the host has. */
    addKnown,
    /** Attaches what was said in a conversation. */
    addSaid,
    remove,
    showInField,
    onPaste,
    fitForField,
    /** A temporary chat takes none. */
    takesFiles: !isTemporary,
    /** The files that the host has, as `chat.send` takes them. */
    ready: readyFiles(files),
    /** Whether some are still on their way, or could not be attached: nothing is sent without them by mistake. */
    isUnsettled: files.some(({ phase }) => phase !== 'ready'),
  }
}
