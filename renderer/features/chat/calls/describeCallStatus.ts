import { FIND_TOOLS, foundTools, isOwnCall } from '../../../../shared/domain/ownTool'
import { t, translator } from '../../../i18n/t'
import type { Call, CallState } from '../../../../shared/domain/chat'

import type { JsonObject, JsonValue } from '../../../../shared/lib/json'
import type { StatusShape } from '../../../ui/StatusIcon'
import { formatDuration, formatElapsed } from '../../../ui/format/formatDuration'
import { formatClock } from '../../../ui/format/formatTime'
import { formatBytes } from '../../../ui/format/formatBytes'

const SUMMARY_LENGTH = 200

/** The shape for each state of a call. */
export const callStatusShape = {
  queued: 'off',
  waitingApproval: 'ask',
  running: 'busy',
  waitingAnswer: 'ask',
  done: 'done',
  failed: 'failed',
  denied: 'denied',
  stopped: 'stopped',
  cutOff: 'cutOff',
} as const satisfies Record<CallState, StatusShape>

/** Whether a call may still change. */
export const isOpenCall = (state: CallState): boolean => ['queued', 'waitingApproval', 'running', 'waitingAnswer'].includes(state)

/** Pure: whether a call that may run was not sent yet, because earlier calls of its server take all places. */
export function isQueuedAtServer({ state, queuedAtServer }: Call): boolean {
  return state === 'running' && queuedAtServer === true
}

/** Pure: describes a call at the end of its row: its state, the size of the result, and the duration. */
export function describeCallStatus(call: Call, now: number): string {
  const taken = (call.endedAt ?? now) - call.startedAt
  switch (call.state) {
    case 'queued':
      return t('chat.call.queued')
    case 'waitingApproval':
      return t('chat.call.waitingApproval', { taken: formatElapsed(taken) })
    case 'waitingAnswer':
      return t('chat.call.waitingAnswer', { taken: formatElapsed(taken) })
    case 'running':
      if (isQueuedAtServer(call)) return t('chat.call.queued')
      return [formatProgress(call), formatElapsed(taken)].filter(Boolean).join(' · ')
    case 'done':
      return [formatResultSize(call), formatDuration(taken)].filter(Boolean).join(' · ')
    case 'failed':
      return t('chat.call.failed', { taken: formatDuration(taken) })
    case 'denied':
      return t(
        call.why.by === 'rule' ? 'chat.call.deniedByRule' : call.why.by === 'policy' ? 'chat.call.deniedByPolicy' : 'chat.call.deniedByYou',
      )
    case 'stopped':
      return t('chat.call.stopped', { taken: formatDuration(taken) })
    case 'cutOff':
      return t('chat.call.cutOff')
  }
}

/** Pure: returns the progress of a call between 0 and 1. Returns undefined when the server reports no total. */
export function progressShare(call: Call): number | undefined {
  const { progress } = call
  if (!progress?.total || progress.total <= 0) return undefined
  return Math.min(1, Math.max(0, progress.progress / progress.total))
}

function formatProgress({ progress }: Call): string {
  if (!progress) return ''
  return progress.total === undefined
    ? translator().number(progress.progress)
    : t('chat.progressOf', { done: progress.progress, total: progress.total })
}

function formatResultSize(call: Call): string {
  const { result, tool } = call
  if (!result) return ''
  if (tool === FIND_TOOLS && isOwnCall(call)) return t('chat.own.found', { count: foundTools(result).length })
  return result.content.length > 1 ? t('chat.parts', { count: result.content.length }) : formatBytes(result.bytes)
}

/** Pure: describes the state of a call that its server runs as a task: "Runs as a task, working. SERVER keeps it until 14:02." */
export function describeTask(call: Call): string {
  const { task, serverId } = call
  if (!task) return ''
  const values = { open: isOpenCall(call.state) ? 'open' : 'ended', status: task.status }
  if (task.expiresAt === undefined) return t('chat.task', values)
  return t('chat.taskKept', { ...values, server: serverId, time: formatClock(task.expiresAt) })
}

/** Pure: returns what a call is about on one line for its row, shortened. The body shows all of it. */
export function callSummary(call: Call): string {
  const { askedText, approved, asked } = call
  if (askedText !== undefined) return askedText
  if (!isOwnCall(call)) return argumentSummary(approved ?? asked)
  const { queries, query } = asked
  return shortened(Array.isArray(queries) ? queries.map(formatValue).join(' · ') : formatValue(query ?? ''))
}

/** Pure: returns a call's arguments on one line for its row, shortened. The body shows all of them. */
export function argumentSummary(args: JsonObject): string {
  const entries = Object.entries(args)
  const text =
    entries.length === 1 ? formatValue(entries[0]?.[1] ?? null) : entries.map(([key, value]) => `${key}: ${formatValue(value)}`).join('  ')
  return shortened(text)
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > SUMMARY_LENGTH ? `${line.slice(0, SUMMARY_LENGTH)}…` : line
}

function formatValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
