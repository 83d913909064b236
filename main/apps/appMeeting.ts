import type { AppWayOut, DataFlowFinding } from '../../shared/domain/dataFlow'
import type { ConversationId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { DataFlowCase } from '../dataFlow/dataFlowGuard'
import type { ShownCall } from './appInstancesDeps'
import type { AppRequestDeps } from './appRequests'

export interface AppMeetingDeps extends Pick<AppRequestDeps, 'servers'> {
  /** What would come together if this app of a call could reach somebody. */
  readonly meets: (call: DataFlowCase, app: AppWayOut) => DataFlowFinding | undefined
}

/**
 * What would come together if the app of a call reached somebody: private data and text from outside of its conversation, and the app as a way out.
 * The call itself was decided when its app reached nobody, so that whoever lets the app reach a host has to know. Null: nothing that is known of.
 * @throws {AppError} NOT_FOUND when the call has no app.
 */
export function appMeeting({ call, accountId }: ShownCall, conversationId: ConversationId, deps: AppMeetingDeps): DataFlowFinding | null {
  const { id: callId, serverId, ui } = call
  if (!ui) throw new AppError('NOT_FOUND', { reason: 'apps.noApp' })
  const tool = deps.servers.catalog(serverId, accountId).tools.find(({ name }) => name === call.tool) ?? { name: call.tool }
  const asked = { callId, conversationId, server: { id: serverId }, tool, arguments: call.approved ?? call.asked }
  return deps.meets(asked, { resourceUri: ui.resourceUri, reaches: 'any' }) ?? null
}
