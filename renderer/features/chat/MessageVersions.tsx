import { useEffect, useRef } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ChatMessage } from '../../../shared/domain/chat'
import type { ConversationId, MessageId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { IconButton } from '../../ui/IconButton'
import { showChatError } from './chatErrors'

export interface MessageVersionsProps {
  readonly conversationId: ConversationId
  readonly message: Pick<ChatMessage, 'id' | 'versions'>
  /** A turn runs: other versions can be shown when it has ended. */
  readonly running: boolean
}

type Arrow = 'previous' | 'next'

/** The arrow that was pressed, and the version that it brings to the front, in a row of its own: there the focus goes on. */
let pressed: { readonly shows: MessageId; readonly arrow: Arrow } | undefined

/** Which version of a message is in front, and the way to the others. Empty when there is only one. */
export function MessageVersions({ conversationId, message, running }: MessageVersionsProps) {
  const { id, versions } = message
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (pressed?.shows === id) focusArrow(group.current, pressed.arrow)
  }, [id])
  if (!versions) return null
  const position = versions.indexOf(id)
  const show = (arrow: Arrow) => {
    const messageId = versions[position + (arrow === 'next' ? 1 : -1)]
    if (messageId === undefined) return
    pressed = { shows: messageId, arrow }
    callHost('chat.showVersion', { conversationId, messageId }).catch((thrown: unknown) => {
      pressed = undefined
      showChatError(conversationId)(thrown)
    })
  }
  return (
    <div ref={group} role="group" aria-label={t('chat.versions')} className="flex items-center">
      <IconButton
        size="small"
        data-arrow="previous"
        label={t('chat.versions.previous')}
        icon={<ChevronLeft size={14} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />}
        disabled={running || position === 0}
        onClick={() => show('previous')}
      />
      <span className="px-0.5 text-12 text-text-3 tabular-nums">
        {t('chat.versions.place', { position: position + 1, count: versions.length })}
      </span>
      <IconButton
        size="small"
        data-arrow="next"
        label={t('chat.versions.next')}
        icon={<ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />}
        disabled={running || position === versions.length - 1}
        onClick={() => show('next')}
      />
    </div>
  )
}

/** Focuses the same arrow again, or the other one at the last version. Whoever went elsewhere meanwhile stays there. */
function focusArrow(group: HTMLElement | null, arrow: Arrow): void {
  pressed = undefined
  if (document.activeElement !== document.body) return
  const same = group?.querySelector<HTMLElement>(`[data-arrow="${arrow}"]:enabled`)
  const arrowToFocus = same ?? group?.querySelector<HTMLElement>('[data-arrow]:enabled')
  arrowToFocus?.focus()
}
