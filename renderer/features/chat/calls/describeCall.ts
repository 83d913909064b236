import type { Call, CallState } from '../../../../shared/domain/chat'
import type { CallTask } from '../../../../shared/domain/task'
import type { JsonObject, JsonValue } from '../../../../shared/lib/json'
import type { StatusShape } from '../../../ui/StatusIcon'
import { formatClock, formatCount, formatDuration, formatElapsed, formatBytes } from '../../../ui/format/relativeTime'

const SUMMARY_LENGTH = 200

/** The shape that stands for a call's state. */
export const callShape = {
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

/** Pure: the words at the end of a call's row: its state, how much came back, and how long it took. */
export function describeCall(call: Call, now: number): string {
  const taken = (call.endedAt ?? now) - call.startedAt
  switch (call.state) {
    case 'queued':
      return 'Queued'
    case 'waitingApproval':
      return `Waiting for you · ${formatElapsed(taken)}`
    case 'waitingAnswer':
      return `Asks you · ${formatElapsed(taken)}`
    case 'running':
      return [progressWords(call), formatElapsed(taken)].filter(Boolean).join(' · ')
    case 'done':
      return [resultWords(call), formatDuration(taken)].filter(Boolean).join(' · ')
    case 'failed':
      return `Failed · ${formatDuration(taken)}`
    case 'denied':
      return call.why.by === 'rule' ? 'Denied by a rule' : call.why.by === 'policy' ? 'Denied by policy' : 'You denied it'
    case 'stopped':
      return `Stopped after ${formatDuration(taken)}`
    case 'cutOff':
      return 'Cut off when Parley quit'
  }
}

/** Pure: how far a call is, between 0 and 1; undefined where the server does not say of how much. */
export function progressShare(call: Call): number | undefined {
  const { progress } = call
  if (!progress?.total || progress.total <= 0) return undefined
  return Math.min(1, Math.max(0, progress.progress / progress.total))
}

function progressWords({ progress }: Call): string {
  if (!progress) return ''
  return progress.total === undefined
    ? progress.progress.toLocaleString('en')
    : `${progress.progress.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`
}

function resultWords({ result }: Call): string {
  if (!result) return ''
  return result.content.length > 1 ? formatCount(result.content.length, 'part') : formatBytes(result.bytes)
}

const taskStates = {
  working: 'working',
  input_required: 'waits for an answer',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<CallTask['status'], string>

/** Pure: how a call stands that its server carries out as a task: "Runs as a task, working. SERVER keeps it until 14:02." */
export function describeTask(call: Call): string {
  const { task, serverId } = call
  if (!task) return ''
  const kept = task.expiresAt === undefined ? '' : ` ${serverId} keeps it until ${formatClock(task.expiresAt)}.`
  return `${isOpenCall(call.state) ? 'Runs' : 'Ran'} as a task, ${taskStates[task.status]}.${kept}`
}

/** Pure: a call's arguments on one line, for its row. Shortened; the whole of them stands in its body. */
export function argumentSummary(args: JsonObject): string {
  const entries = Object.entries(args)
  const text =
    entries.length === 1 ? valueWords(entries[0]?.[1] ?? null) : entries.map(([key, value]) => `${key}: ${valueWords(value)}`).join('  ')
  const line = text.replace(/\s+/g, ' ')
  return line.length > SUMMARY_LENGTH ? `${line.slice(0, SUMMARY_LENGTH)}…` : line
}

function valueWords(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
