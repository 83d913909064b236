import './chat.css'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, type ReactNode } from 'react'
import { t } from '../../i18n/t'
import type { Conversation } from '../../../shared/domain/chat'
import type { CallId, ConversationId } from '../../../shared/domain/ids'
import { useConversation } from '../../rpc/useConversation'
import { topicNow } from '../../rpc/useTopic'
import { openQuestion, showChat, useNavigation } from '../../state/navigation'
import { TopBar } from '../../widgets/TopBar'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Skeleton } from '../../ui/Skeleton'
import { ChatHeader } from './ChatHeader'
import { Composer } from './composer/Composer'
import { EmptyConversation } from './EmptyConversation'
import { MessageList } from './MessageList'
import { useFindKey } from './find/useFindKey'
import { OpenLinkDialog } from './OpenLinkDialog'
import { PickDialog } from './pick/PickDialog'
import { RegenerateDialog } from './RegenerateDialog'
import { ResourceDialog } from './ResourceDialog'
import { isRunning } from './turnState'
import { stopTurn } from './stopTurn'

export interface ChatViewProps {
  /** What stands above the composer beside its own notes: an undo, the waiting question. */
  readonly bar?: ReactNode
}

/** The conversation in front, or a new one. */
export function ChatView({ bar }: ChatViewProps) {
  const id = useNavigation((screen) => screen.conversationId)
  return (
    <>
      {id === undefined ? <NewChat bar={bar} /> : <OpenChat key={id} id={id} bar={bar} />}
      <OpenLinkDialog />
      <PickDialog />
      <RegenerateDialog />
      <ResourceDialog />
    </>
  )
}

/** A new conversation. Parley creates it when the person types the first words. */
function NewChat({ bar }: ChatViewProps) {
  return (
    <>
      <TopBar>
        <h1 className="font-title">{t('chat.newChat')}</h1>
      </TopBar>
      <EmptyConversation />
      <Composer conversation={undefined} bar={bar} />
    </>
  )
}

function OpenChat({ id, bar }: ChatViewProps & { readonly id: ConversationId }) {
  const feed = useConversation(id)
  if (feed.status === 'ready') return <ReadyChat conversation={feed.conversation} bar={bar} />
  return (
    <>
      <TopBar>
        <h1 className="font-title">{t('chat.conversation')}</h1>
      </TopBar>
      <div className="mx-auto w-full max-w-measure min-h-0 grow overflow-y-auto p-6">
        {feed.status === 'loading' ? (
          <Skeleton label={t('chat.conversation')} />
        ) : (
          <ErrorNotice
            error={feed.error}
            role="alert"
            actions={
              <>
                <Button onClick={feed.reload}>{t('chat.retry')}</Button>
                <Button onClick={() => showChat()}>{t('chat.newChat')}</Button>
              </>
            }
          />
        )}
      </div>
      <div className="mx-auto w-full max-w-[calc(var(--w-measure)+3rem)] shrink-0 px-4 pb-2 medium:px-6">{bar}</div>
    </>
  )
}

function ReadyChat({ conversation, bar }: ChatViewProps & { readonly conversation: Conversation }) {
  const running = isRunning(conversation)
  const onReview = useReview()
  useStopKey(conversation.id, running)
  const find = useFindKey()
  return (
    <>
      <ChatHeader conversation={conversation} find={find} />
      {conversation.messages.length === 0 ? <EmptyConversation /> : <MessageList conversation={conversation} onReview={onReview} />}
      <Composer conversation={conversation} bar={bar} />
    </>
  )
}

/** Ctrl . or Cmd . stops the turn. */
function useStopKey(conversationId: ConversationId, running: boolean): void {
  useEffect(() => {
    if (!running) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '.' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      stopTurn(conversationId)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [conversationId, running])
}

/** Returns a function that opens the question of a waiting call. */
function useReview(): (callId: CallId) => void {
  const client = useQueryClient()
  return useCallback(
    (callId) => {
      const question = topicNow(client, 'questions')?.open.find(({ asker }) => asker.callIds.includes(callId))
      if (question) openQuestion(question.id)
    },
    [client],
  )
}
