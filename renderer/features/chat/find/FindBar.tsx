import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Conversation } from '../../../../shared/domain/chat'
import type { FoundInConversation } from '../../../../shared/search/searchHit'
import { QUERY_CHARACTERS } from '../../../../shared/search/searchQuery'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { endMarks, markPlace } from '../../../state/markedPlace'
import { IconButton } from '../../../ui/IconButton'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'
import { showChatError } from '../chatErrors'

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

export interface FindBarProps {
  readonly conversation: Conversation
  /** Counts the presses of the key: each puts the focus into the field. */
  readonly asked: number
  readonly onClose: () => void
}

/** Finds a text in all messages in front, also in those that are not drawn. Enter goes on, Shift Enter back. */
export function FindBar({ conversation, asked, onClose }: FindBarProps) {
  const [text, setText] = useState('')
  const [step, setStep] = useState(0)
  // The only place there is can be gone to again.
  const [steps, setSteps] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const query = useDebouncedValue(text)
  const { id } = conversation
  const wanted = query.trim() !== ''
  const found = useHostQuery('search.inConversation', { conversationId: id, query }, { enabled: wanted, version: versionOf(conversation) })
  const occurrences = wanted ? (found.data?.occurrences ?? []) : []
  const count = occurrences.length
  const front = count === 0 ? -1 : step % count
  const go = (by: 1 | -1): void => {
    setStep(count === 0 ? 0 : (front + by + count) % count)
    setSteps(steps + 1)
  }
  const { messageId, partId, kind, index } = occurrences[front] ?? {}
  const { error } = found
  useEffect(() => {
    if (error) showChatError(id)(error)
  }, [error, id])
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [asked])
  const by = found.data?.isByWords === true ? 'words' : 'text'
  // By its values: each message of a turn brings a new list, and the same place in it must not pull the person back.
  useEffect(() => {
    if (!messageId || !partId || !kind || index === undefined) endMarks()
    else markPlace({ messageId, partId, kind, index, conversationId: id, words: query, by })
  }, [messageId, partId, kind, index, query, id, by, steps])
  useEffect(() => () => endMarks(), [])
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target === field.current) go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      role="search"
      aria-label={t('chat.find')}
      className="no-drag field-edge flex h-control w-84 max-w-[60vw] items-center gap-1.5 ps-[0.5625rem] pe-0.5"
    >
      <Search size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      <input
        ref={field}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={QUERY_CHARACTERS}
        aria-label={t('chat.find.field')}
        placeholder={t('chat.find')}
        value={text}
        onKeyDown={onKey}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setStep(0)
        }}
        className="w-full min-w-0 bg-transparent text-13 outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      <span role="status" className="num shrink-0 text-12 whitespace-nowrap text-text-2">
        {wanted && found.data ? describeCount(found.data, front) : ''}
      </span>
      <IconButton
        onKeyDown={onKey}
        size="small"
        label={t('chat.find.previous')}
        icon={<ChevronUp {...icon} />}
        disabled={count === 0}
        onClick={() => go(-1)}
      />
      <IconButton
        onKeyDown={onKey}
        size="small"
        label={t('chat.find.next')}
        icon={<ChevronDown {...icon} />}
        disabled={count === 0}
        onClick={() => go(1)}
      />
      <IconButton onKeyDown={onKey} size="small" label={t('chat.find.close')} icon={<X {...icon} />} onClick={onClose} />
    </div>
  )
}

function describeCount({ occurrences, isCut }: FoundInConversation, front: number): string {
  if (occurrences.length === 0) return t('chat.find.none')
  return t(isCut ? 'chat.find.countCut' : 'chat.find.count', { position: front + 1, count: occurrences.length })
}

/** Changes when other messages are in front, or one of them has ended. Text that is still written is found then. */
function versionOf({ messages }: Conversation): string {
  const last = messages.at(-1)
  return `${messages.length} ${last?.id} ${last?.state} ${last?.parts.length}`
}
