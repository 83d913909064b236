import type { Call } from '../../shared/domain/chat'
import type { AccountId, CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { ToolResult } from '../../shared/domain/toolResult'
import type { JsonObject } from '../../shared/lib/json'
import type { AppTools } from '../appTools/appTools'
import type { CallInputs } from '../appTools/callInputs'
import type { ConfinedFrameStore } from '../confinedFrames/confinedFrameStore'
import type { AppGrants } from './appGrants'
import type { AppLogDeps } from './appLog'
import type { AppMeetingDeps } from './appMeeting'
import type { AppRequestDeps } from './appRequests'
import type { AppStorage } from './appStorage'
import type { UnprotectedServers } from './unprotectedServers'

/** The call that an app shows, and the account of its conversation at its server, if it is not the default one. */
export interface ShownCall {
  readonly call: Call
  readonly accountId?: AccountId
}

/** What is to be started. */
export interface AppStart {
  readonly conversationId: ConversationId
  readonly callId: CallId
  /** A person lets it run, this time, also where the browser cannot shut it in. */
  readonly unprotected?: boolean | undefined
  /** The origin of the frame that the page has prepared. */
  readonly prepared?: string | undefined
}

export interface AppInstancesDeps extends AppRequestDeps, AppLogDeps, AppMeetingDeps {
  readonly frames: Pick<ConfinedFrameStore, 'openApp'>
  readonly grants: AppGrants
  readonly storage: AppStorage
  readonly unprotected: UnprotectedServers
  /** What models write for calls that have no arguments yet. */
  readonly inputs: Pick<CallInputs, 'of'>
  /** The tools that apps provide. They end with their app. */
  readonly tools: Pick<AppTools, 'provide' | 'withdraw' | 'listed'>
  /** Nothing of a temporary conversation is kept on disk. */
  readonly isTemporary: (conversationId: ConversationId) => boolean
  /** Undefined where the conversation has no such call. */
  readonly callOf: (conversationId: ConversationId, callId: CallId) => ShownCall | undefined
  /** The result of a call as its server wrote it; undefined where that is not kept. */
  readonly rawResultOf: (callId: CallId) => JsonObject | undefined
  /** The whole result of a call as Parley read it. */
  readonly wholeResultOf: (call: Call) => ToolResult | undefined
  /** Keeps how high the app of a call is in its conversation. */
  readonly saveHeight: (callId: CallId, height: number) => void
  readonly mayUseModels: (serverId: ServerId) => boolean
}
