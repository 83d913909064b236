import { memo, useId } from 'react'
import { t } from '../../i18n/t'
import type { Call, ChatMessage, Part } from '../../../shared/domain/chat'
import type { CallId, ConversationId } from '../../../shared/domain/ids'
import { assertNever } from '../../../shared/lib/assertNever'
import { callHost } from '../../rpc/callHost'
import { Button } from '../../ui/Button'
import { formatClock } from '../../ui/format/formatTime'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Markdown } from '../../markdown/Markdown'
import { StatusLabel } from '../../ui/StatusLabel'
import { UnlockButton } from '../../widgets/UnlockButton'
import { AttachmentCard } from './AttachmentCard'
import { modelName } from '../../../shared/domain/modelName'
import { askToOpen } from './linkToOpen'
import { ToolCallCard } from './calls/ToolCallCard'
import type { AttachmentPart } from './messageContent'
import { useMessageEdit } from './messageEdit'
import { MessageActions } from './MessageActions'
import { MessageEditor } from './MessageEditor'
import { showChatError } from './chatErrors'

export interface AssistantMessageProps {
  readonly conversationId: ConversationId
  readonly message: ChatMessage
  /** This is the last message, so its turn can run again. */
  readonly last: boolean
  /** A turn runs in this conversation. */
  readonly running: boolean
  readonly onReview: (callId: CallId) => void
  readonly onRunAgain?: (call: Call) => void
}

/** What the model wrote and did in one turn, in order: text, groups of calls, and errors. */
export const AssistantMessage = memo(function AssistantMessage({
  conversationId,
  message,
  last,
  running,
  onReview,
  onRunAgain,
}: AssistantMessageProps) {
  const groups = groupParts(message.parts)
  const open = message.state === 'running' || message.state === 'waiting'
  const edit = useMessageEdit(message.id)
  const authorId = useId()
  return (
    <article
      data-message={message.id}
      aria-labelledby={authorId}
      aria-busy={open}
      className="group grid grid-cols-[minmax(0,1fr)] gap-3 pb-4"
    >
      <span id={authorId} translate="no" hidden>
        {message.model ?? groups.find((group) => group.kind === 'attachment')?.part.serverId ?? 'Parley'}
      </span>
      {groups.map((group, index) => (
        <PartGroup
          key={group.key}
          group={group}
          open={open && index === groups.length - 1}
          onReview={onReview}
          {...(onRunAgain && { onRunAgain })}
          {...(last && !open && { onUnlocked: () => retry(conversationId) })}
        />
      ))}
      {open && groups.at(-1)?.kind !== 'text' && groups.at(-1)?.kind !== 'calls' && <StatusLabel shape="busy" word={t('chat.working')} />}
      {!open && <TurnEnd conversationId={conversationId} message={message} last={last} />}
      {edit && <MessageEditor conversationId={conversationId} message={message} edit={edit} running={running} />}
      {!open && !edit && (
        <div className="-mt-2">
          <MessageActions conversationId={conversationId} message={message} running={running} always={last}>
            {message.model !== undefined && (
              <>
                <bdi translate="no">{modelName(message.model)}</bdi>
                {` · ${formatClock(message.created)}`}
              </>
            )}
          </MessageActions>
        </div>
      )}
    </article>
  )
})

type CallPart = Extract<Part, { kind: 'call' }>

type Group =
  | { readonly key: string; readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly key: string; readonly kind: 'calls'; readonly parts: readonly CallPart[] }
  | { readonly key: string; readonly kind: 'attachment'; readonly part: AttachmentPart }
  | { readonly key: string; readonly kind: 'notice'; readonly part: Extract<Part, { kind: 'notice' }> }

/** Pure: groups the parts for display. Consecutive calls share one group. */
function groupParts(parts: readonly Part[]): readonly Group[] {
  const groups: Group[] = []
  for (const part of parts) {
    const before = groups.at(-1)
    if (part.kind === 'call' && before?.kind === 'calls') groups[groups.length - 1] = { ...before, parts: [...before.parts, part] }
    else if (part.kind === 'call') groups.push({ key: part.id, kind: 'calls', parts: [part] })
    else if (part.kind === 'notice') groups.push({ key: part.id, kind: 'notice', part })
    else if (part.kind === 'attachment') groups.push({ key: part.id, kind: 'attachment', part })
    else if (part.text !== '') groups.push({ key: part.id, kind: part.kind, text: part.text })
  }
  return groups
}

interface PartGroupProps {
  readonly group: Group
  readonly open: boolean
  readonly onReview: (callId: CallId) => void
  readonly onRunAgain?: (call: Call) => void
  /** Continues a turn that failed because the vault was locked. */
  readonly onUnlocked?: () => void
}

function PartGroup({ group, open, onReview, onRunAgain, onUnlocked }: PartGroupProps) {
  switch (group.kind) {
    case 'text':
      return (
        <div data-part={group.key}>
          <Markdown text={group.text} open={open} onLink={askToOpen} />
        </div>
      )
    case 'reasoning':
      return (
        <details className="text-text-2">
          <summary className="text-12 text-text-3">{t(open ? 'chat.thinking' : 'chat.thought')}</summary>
          <div className="border-s-2 border-line-strong pt-1 ps-3">
            <Markdown text={group.text} open={open} onLink={askToOpen} />
          </div>
        </details>
      )
    case 'calls':
      return (
        <ul aria-label={t('chat.toolCalls')} className="overflow-hidden rounded-3 border border-line bg-raised">
          {group.parts.map(({ id, call }) => (
            <ToolCallCard key={call.id} partId={id} call={call} onReview={onReview} {...(onRunAgain && { onRunAgain })} />
          ))}
        </ul>
      )
    case 'attachment':
      return <AttachmentCard part={group.part} />
    case 'notice':
      return (
        <ErrorNotice
          error={group.part.error}
          {...(onUnlocked && group.part.error.code === 'SECRETS_LOCKED' && { actions: <UnlockButton onOpened={onUnlocked} /> })}
        />
      )
    default:
      return assertNever(group)
  }
}

function retry(conversationId: ConversationId): void {
  void callHost('chat.retry', { conversationId }).catch(showChatError(conversationId))
}

/** Says why a turn ended early, and offers a way to continue. */
function TurnEnd({ conversationId, message, last }: Pick<AssistantMessageProps, 'conversationId' | 'message' | 'last'>) {
  const { state } = message
  if (state !== 'stopped' && state !== 'cutOff' && state !== 'failed') return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <StatusLabel shape={state} word={t(`chat.ends.${state}`)} />
      {last && (
        <Button size="small" onClick={() => retry(conversationId)}>
          {t('chat.retry')}
        </Button>
      )}
    </div>
  )
}
