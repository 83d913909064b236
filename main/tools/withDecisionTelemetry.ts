import type { Approval, ApprovalRequest } from '../approvals/approvalBroker'
import type { Telemetry } from '../telemetry/telemetry'
import type { Approver } from './approveAndCallTool'

/** Decides as `approver` does, and tells telemetry who or what decided. Never about what arguments, and no person's word. */
export function withDecisionTelemetry(approver: Approver, telemetry: Pick<Telemetry, 'decided'>): Approver {
  const told = async (
    startedBy: 'model' | 'person',
    { callId, server, tool }: ApprovalRequest,
    deciding: Promise<Approval>,
  ): Promise<Approval> => {
    const approval = await deciding
    const by = approval.verdict === 'withdrawn' ? 'pending' : approval.why.by
    const edited = approval.verdict === 'allow' && approval.edited
    telemetry.decided(callId, { serverId: server.id, tool: tool.name, verdict: approval.verdict, by, startedBy, edited })
    return approval
  }
  return {
    approve: (request, signal) => told('model', request, approver.approve(request, signal)),
    approveOwn: (request) => told('person', request, approver.approveOwn(request)),
  }
}
