import type { Call } from '../../shared/domain/chat'
import { ownServer } from '../../shared/domain/ownTool'
import type { Clock } from '../lib/clock'
import { untilAborted } from '../lib/untilAborted'
import { ending, requireFitting, resultChange, type CallChange, type ReportCall } from '../tools/approveAndCallTool'
import type { ArgumentChecker } from '../tools/checkArguments'
import { dropNullArguments } from '../tools/dropNullArguments'
import { ownToolRuns, type OwnTool } from './ownTool'

/**
 * Runs a call of one of Parley's own tools. Nobody is asked: it only reads what the conversation has. Never throws, and ends at once when the
 * signal aborts.
 */
export async function runOwnTool(
  { checker, clock }: { readonly checker: ArgumentChecker; readonly clock: Clock },
  { tool, run }: OwnTool,
  call: Pick<Call, 'asked'>,
  report: ReportCall,
  signal: AbortSignal,
): Promise<CallChange> {
  try {
    void report({ state: 'running', startedAt: clock.now(), why: ownToolRuns })
    await requireFitting(checker, { server: { id: ownServer }, tool }, call.asked, signal)
    const result = await untilAborted(run(dropNullArguments(tool.inputSchema, call.asked), signal), signal)
    return { ...resultChange(result), endedAt: clock.now() }
  } catch (thrown) {
    return { ...ending(thrown, signal), endedAt: clock.now() }
  }
}
