import { ServerText } from '../../../i18n/ServerText'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, useId } from 'react'
import { t } from '../../../i18n/t'
import type { Call } from '../../../../shared/domain/chat'
import type { CallId, PartId } from '../../../../shared/domain/ids'
import type { CallTask } from '../../../../shared/domain/task'
import { useHostMutation } from '../../../rpc/useHostQuery'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { StatusIcon } from '../../../ui/StatusIcon'
import { useNow } from '../../../ui/hooks/useNow'
import { QueuedCallStatus } from '../../../widgets/calls/QueuedCallStatus'
import {
  callSummary,
  callStatusShape,
  describeCallStatus,
  isOpenCall,
  isQueuedAtServer,
  progressShare,
  describeTask,
} from './describeCallStatus'
import { useOpenWhenMarked } from '../find/useOpenWhenMarked'
import { useLookInResult } from '../results/viewChoice'
import { CallName, nameOfCall } from './CallName'
import { ResultPictures } from './ResultPictures'
import { ToolCallBody } from './ToolCallBody'

export interface ToolCallCardProps {
  /** The part of the message that the call is. */
  readonly partId?: PartId
  readonly call: Call
  readonly onReview: (callId: CallId) => void
  /** Runs the same tool with the same arguments again. Absent while a turn runs. */
  readonly onRunAgain?: (call: Call) => void
}

/** One call in its group: a row of constant height, the pictures of its result, and all details below it when it is open. */
export const ToolCallCard = memo(function ToolCallCard({ partId, call, onReview, onRunAgain }: ToolCallCardProps) {
  const [open, setOpen] = useOpenWhenMarked(partId, false)
  useLookInResult(call.id, partId, call.result)
  const bodyId = useId()
  const asks = call.state === 'waitingApproval' || call.state === 'waitingAnswer'
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <li data-part={partId} className={classNames('border-line not-first:border-t', asks && 'bg-ask-soft')}>
      <div className="flex h-[2.125rem] items-center gap-2 pe-2">
        <button
          type="button"
          aria-expanded={open}
          {...(open && { 'aria-controls': bodyId })}
          onClick={() => setOpen(!open)}
          className="flex h-full min-w-0 grow items-center gap-2 ps-[0.6875rem] text-start -outline-offset-2"
        >
          <StatusIcon shape={callStatusShape[isQueuedAtServer(call) ? 'queued' : call.state]} />
          <CallName call={call} />
          {/* Gives way before the name does, so that the state has its place whatever the tool is called. */}
          <span translate="no" className="cut mono grow shrink-[1000] text-12 text-text-3">
            <SafeText text={callSummary(call)} />
          </span>
          <CallMeta call={call} />
          {!isOpenCall(call.state) && <Chevron size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />}
        </button>
        <CallActions call={call} asks={asks} onReview={onReview} />
      </div>
      {isQueuedAtServer(call) && (
        <div className="pe-2 pb-2 ps-8">
          <QueuedCallStatus serverId={call.serverId} callId={call.id} />
        </div>
      )}
      {call.state === 'running' && call.progress?.message !== undefined && (
        <div className="flex items-center gap-2 pe-3 pb-2 ps-8 text-12 text-text-2">
          <ServerQuoteLine text={call.progress.message} />{' '}
          <span className="shrink-0">
            <ServerText id="chat.says" server={call.serverId} />
          </span>
        </div>
      )}
      {call.task && (isOpenCall(call.state) || open) && <TaskLine call={call} task={call.task} />}
      {!open && <ResultPictures call={call} />}
      {open && (
        <div id={bodyId} className="grid gap-3 pe-3 pb-3 ps-8">
          <ToolCallBody call={call} {...(onRunAgain && { onRunAgain })} />
        </div>
      )}
    </li>
  )
})

/** The state of the server's task in Parley's words, and the server's own message on its paper. */
function TaskLine({ call, task }: { readonly call: Call; readonly task: CallTask }) {
  return (
    <div className="num flex flex-wrap items-center gap-2 pe-3 pb-2 ps-8 text-12 text-text-2">
      <span>{describeTask(call)}</span>
      {task.statusMessage !== undefined && (
        <>
          <ServerQuoteLine text={task.statusMessage} />{' '}
          <span className="shrink-0">
            <ServerText id="chat.says" server={call.serverId} />
          </span>
        </>
      )}
    </div>
  )
}

/** The state and time, in a slot of constant width. */
function CallMeta({ call }: { readonly call: Call }) {
  const now = useNow(isOpenCall(call.state))
  const share = progressShare(call)
  const asks = call.state === 'waitingApproval' || call.state === 'waitingAnswer'
  return (
    <span
      className={classNames(
        'num flex shrink-0 items-center gap-2 text-12 whitespace-nowrap',
        call.state === 'failed' ? 'text-danger-text' : asks ? 'font-label text-ask-text' : 'text-text-3',
      )}
    >
      {call.state === 'running' && share !== undefined && (
        <progress aria-label={t('chat.progress')} value={share} max={1} className="call-progress" />
      )}
      {call.state === 'running' && !isQueuedAtServer(call) && <span className="sr-only">{t('chat.running')}</span>}
      {call.state === 'done' && <span className="sr-only">{t('chat.done')}</span>}
      {describeCallStatus(call, now)}
    </span>
  )
}

interface CallActionsProps {
  readonly call: Call
  readonly asks: boolean
  readonly onReview: (callId: CallId) => void
}

function CallActions({ call, asks, onReview }: CallActionsProps) {
  const stop = useHostMutation('chat.stopCall')
  if (asks) {
    return (
      <Button size="small" look="ink" onClick={() => onReview(call.id)}>
        {t('chat.review')}
      </Button>
    )
  }
  // The model still writes it: the turn can be stopped, and there is no call yet.
  if (call.writing || (call.state !== 'running' && call.state !== 'queued')) return null
  return (
    // The label names the call, because the composer has another Stop button, which ends the whole turn.
    <Button
      size="small"
      busy={stop.isPending}
      aria-label={t('chat.stopCall', { tool: nameOfCall(call) })}
      onClick={() => stop.mutate({ callId: call.id })}
    >
      {t('chat.stop')}
    </Button>
  )
}
