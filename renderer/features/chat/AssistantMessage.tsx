import { memo, useId, useState } from 'react'
import { t } from '../../i18n/t'
import type { Call, ChatMessage, Part } from '../../../shared/domain/chat'
import type { CallId, ConversationId } from '../../../shared/domain/ids'
import { assertNever } from '../../../shared/lib/assertNever'
import { modelName } from '../../../shared/domain/models/modelName'
import { useTopic } from '../../rpc/useTopic'
import { useReadingPlace } from '../../state/readingPlace'
import { Button } from '../../ui/Button'
import { Markdown } from '../../markdown/Markdown'
import { usePacedText } from '../../markdown/pace/usePacedText'
import type { DrawFirst } from '../../markdown/slices/useDrawnRange'
import { StatusLabel } from '../../ui/StatusLabel'
import { AnswerMetadata } from './answer/AnswerMetadata'
import { AnswerFailure } from './answer/AnswerFailure'
import { Reasoning, type ReasoningPart } from './answer/Reasoning'
import { retryAnswer } from './answer/retryAnswer'
import { CallApps } from './apps/CallApps'
import { AttachmentCard } from './AttachmentCard'
import { downloadContent } from './files/downloadContent'
import { askToOpen } from '../../state/linkToOpen'
import { CallApprovals } from '../../widgets/calls/CallApprovals'
import { ToolCallCard } from './calls/ToolCallCard'
import type { AttachmentPart } from './messageContent'
import { useMessageEdit } from './messageEdit'
import { MessageActions } from './MessageActions'
import { MessageEditor } from './MessageEditor'
import { SteeringMessage } from './queue/SteeringMessage'

export interface AssistantMessageProps {
  readonly conversationId: ConversationId
  readonly message: ChatMessage
  /** This is the last message, so its turn can run again. */
  readonly last: boolean
  /** What the last message answers. */
  readonly question?: ChatMessage | undefined
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
  question,
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
          conversationId={conversationId}
          message={message}
          question={question}
          waysOpen={last && !open && index === groups.length - 1}
        />
      ))}
      {open && groups.at(-1)?.kind !== 'text' && groups.at(-1)?.kind !== 'calls' && <Working model={message.model} />}
      {!open && <TurnEnd conversationId={conversationId} message={message} last={last} />}
      {edit && <MessageEditor conversationId={conversationId} message={message} edit={edit} running={running} />}
      {!open && !edit && (
        <div className="-mt-2">
          <MessageActions conversationId={conversationId} message={message} running={running} always={last}>
            {message.model !== undefined && <AnswerMetadata message={message} />}
          </MessageActions>
        </div>
      )}
    </article>
  )
})

/** What happens before the first word: a model on this computer may have to be loaded, which can take minutes. */
function Working({ model }: { readonly model: ChatMessage['model'] }) {
  const loading = useTopic('models.loading', (models) => model !== undefined && models.includes(model))
  return (
    <StatusLabel
      shape="busy"
      word={loading && model !== undefined ? t('chat.loadingModel', { model: modelName(model) }) : t('chat.working')}
    />
  )
}

type CallPart = Extract<Part, { kind: 'call' }>

type Group =
  | { readonly key: string; readonly kind: 'text'; readonly text: string }
  | { readonly key: string; readonly kind: 'reasoning'; readonly parts: readonly ReasoningPart[] }
  | { readonly key: string; readonly kind: 'calls'; readonly parts: readonly CallPart[] }
  | { readonly key: string; readonly kind: 'attachment'; readonly part: AttachmentPart }
  | { readonly key: string; readonly kind: 'steering'; readonly part: Extract<Part, { kind: 'steering' }> }
  | { readonly key: string; readonly kind: 'notice'; readonly part: Extract<Part, { kind: 'notice' }> }

/** Pure: groups the parts for display. Consecutive calls share one group, and so do consecutive thoughts. */
function groupParts(parts: readonly Part[]): readonly Group[] {
  const groups: Group[] = []
  for (const part of parts) {
    const before = groups.at(-1)
    if (part.kind === 'call' && before?.kind === 'calls') groups[groups.length - 1] = { ...before, parts: [...before.parts, part] }
    else if (part.kind === 'call') groups.push({ key: part.id, kind: 'calls', parts: [part] })
    else if (part.kind === 'notice') groups.push({ key: part.id, kind: 'notice', part })
    else if (part.kind === 'steering') groups.push({ key: part.id, kind: 'steering', part })
    else if (part.kind === 'attachment') groups.push({ key: part.id, kind: 'attachment', part })
    // Only a person attaches files.
    else if (part.kind === 'file' || part.text === '') continue
    else if (part.kind === 'text') groups.push({ key: part.id, kind: 'text', text: part.text })
    else if (before?.kind === 'reasoning') groups[groups.length - 1] = { ...before, parts: [...before.parts, part] }
    else groups.push({ key: part.id, kind: 'reasoning', parts: [part] })
  }
  return groups
}

interface PartGroupProps {
  readonly group: Group
  readonly open: boolean
  readonly onReview: (callId: CallId) => void
  readonly onRunAgain?: (call: Call) => void
  readonly conversationId: ConversationId
  readonly message: ChatMessage
  readonly question: ChatMessage | undefined
  /** The turn can go on after what this says. */
  readonly waysOpen: boolean
}

function PartGroup({ group, open, onReview, onRunAgain, conversationId, message, question, waysOpen }: PartGroupProps) {
  switch (group.kind) {
    case 'text':
      return <AnswerText partId={group.key} text={group.text} open={open} />
    case 'reasoning':
      return <Reasoning parts={group.parts} open={open} />
    case 'calls':
      return (
        <>
          <CallApprovals
            calls={group.parts.map(({ call }) => call)}
            rows={(calls) => (
              <ul aria-label={t('chat.toolCalls')} className="overflow-hidden rounded-3 border border-line bg-raised">
                {group.parts.map(
                  ({ id, call }) =>
                    calls.includes(call) && (
                      <ToolCallCard key={call.id} partId={id} call={call} onReview={onReview} {...(onRunAgain && { onRunAgain })} />
                    ),
                )}
              </ul>
            )}
          />
          <CallApps calls={group.parts.map(({ call }) => call)} conversationId={conversationId} />
        </>
      )
    case 'attachment':
      return <AttachmentCard part={group.part} />
    case 'steering':
      return <SteeringMessage part={group.part} />
    case 'notice':
      return (
        <AnswerFailure conversationId={conversationId} message={message} question={question} error={group.part.error} open={waysOpen} />
      )
    default:
      return assertNever(group)
  }
}

interface AnswerTextProps {
  readonly partId: string
  readonly text: string
  readonly open: boolean
}

/** A long text that is finished is drawn from where somebody was reading, or from its end, because a conversation opens at its end. */
function AnswerText({ partId, text, open }: AnswerTextProps) {
  const [first] = useState((): DrawFirst => {
    const slice = useReadingPlace.getState().wanted?.slice
    return slice?.partId === partId ? slice.index : 'end'
  })
  const drawn = usePacedText(text, open)
  const isBehind = drawn.length < text.length
  return (
    // A screen reader reads an answer out when all of it is there.
    <div data-part={partId} data-quotable aria-busy={isBehind || undefined}>
      <Markdown text={drawn} open={open || isBehind} first={first} onLink={askToOpen} onDownload={downloadContent} />
    </div>
  )
}

/** Says why a turn ended early, and offers a way to continue. */
function TurnEnd({ conversationId, message, last }: Pick<AssistantMessageProps, 'conversationId' | 'message' | 'last'>) {
  const { state } = message
  if (state !== 'stopped' && state !== 'cutOff' && state !== 'failed') return null
  // What it says stands in the notice already.
  if (state === 'failed' && message.parts.at(-1)?.kind === 'notice') return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <StatusLabel shape={state} word={t(`chat.ends.${state}`)} />
      {last && (
        <Button size="small" onClick={() => retryAnswer(conversationId)}>
          {t('chat.retry')}
        </Button>
      )}
    </div>
  )
}
