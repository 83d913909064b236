import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { t } from '../../i18n/t'
import type { Conversation, ConversationSummary } from '../../../shared/domain/chat'
import type { ImportOrigin } from '../../../shared/domain/transfer/conversationImport'
import type { CallId, ConversationId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import { useConversation } from '../../rpc/useConversation'
import { topicNow, useTopic } from '../../rpc/useTopic'
import { openQuestion, showChat } from '../../state/navigation'
import { setHeldAside, useTemporaryChat } from '../../state/temporaryChat'
import { TopBar } from '../../widgets/TopBar'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Skeleton } from '../../ui/Skeleton'
import { BranchNote } from './branch/BranchNote'
import { ChatHeader } from './ChatHeader'
import { Composer } from './composer/Composer'
import { EmptyConversation } from './EmptyConversation'
import { MessageList } from './MessageList'
import { useFindKey } from './find/useFindKey'
import { useForgetViewChoices } from './results/viewChoice'
import { BeginningTemporaryChat } from './temporary/BeginningTemporaryChat'
import { TemporaryNotice } from './temporary/TemporaryNotice'
import { isRunning } from './turnState'
import { stopTurn } from './stopTurn'
import { useUnlessOnlyTextGrew } from './useUnlessOnlyTextGrew'
import { SummaryProgress } from './summaries/SummaryProgress'

export interface OpenConversationProps {
  readonly id: ConversationId
  /** What stands above the composer beside its own notes. */
  readonly bar?: ReactNode
}

/** A conversation with its messages. */
export function OpenConversation({ id, bar }: OpenConversationProps) {
  const feed = useConversation(id)
  const { isTemporary, isGone } = useTemporaryState(id)
  const isBeginning = useTemporaryChat(({ beginning }) => beginning?.conversationId === id)
  const isLost = isBeginning && (feed.status === 'failed' || isGone)
  useEffect(() => {
    if (isLost) setHeldAside()
  }, [isLost])
  if (feed.status === 'ready' && !isGone) return <ReadyConversation conversation={feed.conversation} isTemporary={isTemporary} bar={bar} />
  if (feed.status === 'loading' && !isGone && isBeginning) return <BeginningTemporaryChat />
  const error = feed.status === 'failed' ? feed.error : gone
  return (
    <>
      <TopBar>
        <h1 className="font-title">{t('chat.conversation')}</h1>
      </TopBar>
      <div className="mx-auto w-full max-w-measure min-h-0 grow overflow-y-auto p-6">
        {feed.status === 'loading' && !isGone ? (
          <Skeleton label={t('chat.conversation')} />
        ) : (
          <ErrorNotice
            error={error}
            role="alert"
            actions={
              <>
                {feed.status === 'failed' && <Button onClick={feed.reload}>{t('chat.retry')}</Button>}
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

const gone = new AppError('NOT_FOUND', { reason: 'chat.conversationGone' })

/** Whether nothing of a conversation is written, and whether it is gone because it was closed or deleted, maybe in another window. */
function useTemporaryState(id: ConversationId): { readonly isTemporary: boolean; readonly isGone: boolean } {
  const has = (list: readonly ConversationSummary[]): boolean => list.some((one) => one.id === id)
  const isTemporary = useTopic('chat.temporary', has) ?? false
  const isListed = useTopic('chat.conversations', has)
  // A conversation that was never in a list may be on its way into one.
  const [began, setBegan] = useState(false)
  if ((isTemporary || isListed === true) && !began) setBegan(true)
  return { isTemporary, isGone: began && !isTemporary && isListed === false }
}

interface ReadyConversationProps extends Pick<OpenConversationProps, 'bar'> {
  readonly conversation: Conversation
  readonly isTemporary: boolean
}

function ReadyConversation({ conversation, isTemporary, bar }: ReadyConversationProps) {
  const running = isRunning(conversation)
  const onReview = useReview()
  useStopKey(conversation.id, running)
  useForgetViewChoices(conversation.id)
  const find = useFindKey()
  const withoutNewText = useUnlessOnlyTextGrew(conversation)
  const barOfComposer = useMemo(
    () => (
      <>
        {bar}
        <BranchNote conversation={withoutNewText} />
        <SummaryProgress conversation={withoutNewText} />
        {isTemporary && <TemporaryNotice conversationId={withoutNewText.id} />}
      </>
    ),
    [bar, withoutNewText, isTemporary],
  )
  return (
    <>
      <ChatHeader conversation={find.asked > 0 ? conversation : withoutNewText} find={find} isTemporary={isTemporary} />
      {conversation.imported && <ImportedNote origin={conversation.imported} />}
      {conversation.messages.length === 0 ? (
        <EmptyConversation conversation={conversation} />
      ) : (
        <MessageList conversation={conversation} onReview={onReview} />
      )}
      <Composer conversation={withoutNewText} bar={barOfComposer} />
    </>
  )
}

/** Says that a conversation was not written here. */
function ImportedNote({ origin: { source, at } }: { readonly origin: ImportOrigin }) {
  return (
    <p className="mx-auto w-full max-w-[calc(var(--w-measure)+3rem)] shrink-0 px-4 py-1.5 text-12 text-text-3 medium:px-6">
      {t('imports.origin', { source, at })}
    </p>
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
