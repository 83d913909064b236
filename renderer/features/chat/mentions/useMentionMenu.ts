import { useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react'
import type { ConversationSummary } from '../../../../shared/domain/chat'
import type { ConversationId } from '../../../../shared/domain/ids'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import { toolAddress } from '../../../../shared/mentions/toolMention'
import { useCatalogs } from '../../../rpc/useCatalogs'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useTopic } from '../../../rpc/useTopic'
import { attach } from '../../../state/draftAttachments'
import { useCombobox } from '../../../ui/hooks/useCombobox'
import { useChosenAccounts } from '../useChosenAccounts'
import { mentionAt, replaceMention } from './mentionAt'
import { mentionEntries, type MentionEntry } from './mentionEntries'

export interface MentionMenuOptions {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly setText: (text: string) => void
  /** The conversation in front: it is not offered in itself. */
  readonly conversationId: ConversationId | undefined
  /** False in a temporary chat: no files are offered there, nor conversations, which would become files. */
  readonly takesFiles: boolean
  readonly addFile: (file: AttachedFile) => void
  readonly addSaid: (conversation: ConversationSummary) => void
}

const nothing = { entries: [], found: 0 } as const

/** The list behind an "@" in the composer. What is chosen is attached; a tool stays in the text as "@server/tool". */
export function useMentionMenu({ field, text, setText, conversationId, takesFiles, addFile, addSaid }: MentionMenuOptions) {
  const [caret, setCaret] = useState<number>()
  const [closedAt, setClosedAt] = useState<number>()
  const mention = caret === undefined ? undefined : mentionAt(text, Math.min(caret, text.length))
  // Closed with Escape, it stays so until another "@" is written.
  if (mention === undefined && closedAt !== undefined) setClosedAt(undefined)
  const query = mention !== undefined && closedAt !== mention.start ? mention.query : undefined
  const { entries, found, isReady } = useEntries(query, conversationId, takesFiles)
  const isWritten = entries.some((entry) => entry.kind === 'tool' && toolAddress(entry.serverId, entry.name) === query)

  const placeCaret = useRef<number>(undefined)
  useLayoutEffect(() => {
    const place = placeCaret.current
    placeCaret.current = undefined
    if (place !== undefined) field.current?.setSelectionRange(place, place)
  })
  const onChoose = (entry: MentionEntry): void => {
    if (mention === undefined) return
    const words = entry.kind === 'tool' ? `@${toolAddress(entry.serverId, entry.name)}` : ''
    const next = replaceMention(text, mention, words)
    setText(next.text)
    setCaret(next.caret)
    placeCaret.current = next.caret
    if (entry.kind === 'resource') attach({ source: 'resource', serverId: entry.serverId, uri: entry.uri, name: entry.name })
    if (entry.kind === 'file') addFile(entry.file)
    if (entry.kind === 'conversation') addSaid(entry.conversation)
  }
  const combobox = useCombobox({
    text: `${mention?.start ?? ''} ${query ?? ''}`,
    options: entries,
    hasList: query !== undefined && isReady && !isWritten && (entries.length > 0 || query === ''),
    marks: 'first',
    tabChooses: true,
    onChoose,
  })
  const noteCaret = ({ currentTarget: { selectionStart, selectionEnd } }: SyntheticEvent<HTMLTextAreaElement>): void =>
    setCaret(selectionStart === selectionEnd ? selectionStart : undefined)
  return {
    combobox,
    entries,
    found,
    /** Returns true when the list handled the key. */
    onKey: (event: KeyboardEvent): boolean => {
      if (combobox.open && event.key === 'Escape') setClosedAt(mention?.start)
      return combobox.onKey(event)
    },
    /** For the field. */
    noteCaret,
    onBlur: ({ relatedTarget }: FocusEvent): void => {
      if (document.getElementById(combobox.listId)?.contains(relatedTarget) !== true) setCaret(undefined)
    },
  }
}

function useEntries(query: string | undefined, conversationId: ConversationId | undefined, takesFiles: boolean) {
  const catalogs = useCatalogs(useChosenAccounts())
  const servers = useTopic('servers', (list) => list.servers)
  const all = useTopic('chat.conversations')
  const listed = useHostQuery('files.inMessages', {}, { enabled: query !== undefined && takesFiles })
  const files = listed.data
  const found = useMemo(() => {
    if (query === undefined) return nothing
    const disabled = new Map(servers?.map(({ id, disabledTools }) => [id, new Set(disabledTools)]))
    const conversations = takesFiles ? (all?.filter(({ id, turn }) => id !== conversationId && turn !== undefined) ?? []) : []
    return mentionEntries(
      {
        catalogs,
        conversations,
        files: takesFiles ? (files ?? []) : [],
        isDisabled: (serverId, tool) => disabled.get(serverId)?.has(tool) === true,
      },
      query,
    )
  }, [query, catalogs, servers, all, files, conversationId, takesFiles])
  // The list begins when it is whole: nothing moves under the mark.
  return { ...found, isReady: !takesFiles || !listed.isPending }
}
