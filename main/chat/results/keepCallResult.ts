import { setImmediate as turn } from 'node:timers/promises'
import { APP_RESULT_BYTES } from '../../../shared/domain/apps/appProtocol'
import type { Call } from '../../../shared/domain/chat'
import type { Limits } from '../../../shared/domain/defaultLimits'
import type { CallId } from '../../../shared/domain/ids'
import { isOwnCall } from '../../../shared/domain/ownTool'
import type { TaskStore } from '../../calls/taskStore'
import { log } from '../../lib/log'
import type { CallChange } from '../../tools/approveAndCallTool'
import { longText, resultInContext } from '../../tools/resultInContext'
import { truncateResult } from '../../tools/truncateResult'
import type { ConversationStore } from '../conversationStore'

export interface KeepResultDeps {
  readonly store: Pick<ConversationStore, 'endCall' | 'results'>
  readonly taskStore: Pick<TaskStore, 'forget'>
  readonly limits: () => Limits
}

/** Keeps the part of a result for the screen with its call, and saves the whole result beside it. Returns the change with that part. */
export async function keepCallResult(deps: KeepResultDeps, call: Call, change: CallChange): Promise<CallChange> {
  if (!change.result) return change
  const { results } = deps.store
  const { raw, ...result } = change.result
  const { state = call.state } = change
  const limits = deps.limits()
  // Its message was parsed just now. What follows is a piece of work of its own.
  if (result.bytes > limits.resultBytesToScreen) await turn()
  const shown = truncateResult(result, limits.resultBytesToScreen)
  // The pieces of the whole take their time. If Parley ends meanwhile, the call has run all the same, and must not run again.
  if (shown.cut || raw) keepEnd(deps, call.id, { ...change, state, result: shown })
  const text = isOwnCall(call) ? undefined : longText(result, limits)
  const toModel = isOwnCall(call) ? result : resultInContext(result, limits, text)
  if (toModel !== result) results.saveForModel(call.id, toModel)
  if (shown.cut) await saveCopy(call.id, 'whole', () => results.saveWhole(call.id, result))
  if (shown.cut && text !== undefined) await saveCopy(call.id, 'text', () => results.saveText(call.id, text))
  if (raw && call.ui && result.bytes <= APP_RESULT_BYTES) await saveCopy(call.id, 'raw', () => results.saveWhole(call.id, raw, 'raw'))
  return { ...change, result: shown }
}

function keepEnd({ store, taskStore }: KeepResultDeps, callId: CallId, end: Parameters<ConversationStore['endCall']>[1]): void {
  store.endCall(callId, end)
  taskStore.forget(callId)
}

/** What the disk does not take is missing only behind "Show all", in an app, or where a model reads on: the call has ended, and a model must not believe that it failed. */
async function saveCopy(callId: CallId, copy: string, save: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (thrown) {
    log('error', 'A whole result could not be kept', { call: callId, copy, error: thrown })
  }
}
