import { AppError } from '../shared/errors/appError'
import { isParsedObject, parseJson } from '../shared/lib/json'
import type { EffectiveSettings } from '../shared/domain/projects/effectiveSettings'
import type { Call } from '../shared/domain/chat'
import type { CallId, ConversationId, ServerId } from '../shared/domain/ids'
import type { ToolResult } from '../shared/domain/toolResult'
import type { ApprovalBroker } from './approvals/approvalBroker'
import { AppGrants } from './apps/appGrants'
import { AppInstances } from './apps/appInstances'
import { AppPictures } from './apps/appPictures'
import { AppStorage } from './apps/appStorage'
import { DeclaredApps } from './apps/declaredApps'
import { reachedByApps } from './apps/reachedByApps'
import { UnprotectedServers } from './apps/unprotectedServers'
import type { AppTools } from './appTools/appTools'
import type { CallInputs } from './appTools/callInputs'
import type { ConversationStore } from './chat/conversationStore'
import { shownCall } from './chat/shownCall'
import type { ConfinedFrameStore } from './confinedFrames/confinedFrameStore'
import type { ConnectionPool } from './connections/connectionPool'
import type { createBrokers } from './createBrokers'
import type { Storage } from './createStorage'
import type { DataFlowGuard } from './dataFlow/dataFlowGuard'
import type { TaintStore } from './dataFlow/taintStore'
import type { HostPorts } from './ports'
import type { QuestionStore } from './questions/questionStore'
import type { TopicHub } from './rpc/topicHub'
import type { ServerRegistry } from './servers/serverRegistry'
import type { TemporaryStorage } from './temporary/temporaryStorage'
import type { TrafficLog } from './traffic/trafficLog'

export interface AppParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly registry: ServerRegistry
  readonly pool: ConnectionPool
  readonly hub: TopicHub
  readonly confinedFrames: ConfinedFrameStore
  readonly approvals: ApprovalBroker
  readonly questions: QuestionStore
  readonly brokers: Pick<ReturnType<typeof createBrokers>, 'sampling' | 'samplingPermissionsOf'>
  readonly taintStore: TaintStore
  readonly flowGuard: Pick<DataFlowGuard, 'findingFor'>
  readonly traffic: TrafficLog
  readonly store: ConversationStore
  readonly temporary: TemporaryStorage
  readonly appTools: AppTools
  readonly callInputs: CallInputs
  /** @throws {AppError} NOT_FOUND */
  readonly settingsOf: (conversationId: ConversationId) => EffectiveSettings
}

/** Creates the owners of apps: which are open, and what they were granted. */
export function createApps(parts: AppParts, opened: AsyncDisposableStack) {
  const { registry, pool, taintStore } = parts
  const { sampling, samplingPermissionsOf } = parts.brokers
  const { clock } = parts.ports
  const databaseOf = (conversationId: ConversationId) =>
    parts.temporary.has(conversationId) ? parts.temporary.database : parts.storage.database
  const storeOfCall = (callId: CallId) => (parts.temporary.hasCall(callId) ? parts.temporary.store : parts.store)
  const appGrants = new AppGrants({ database: parts.storage.database, clock })
  const unprotectedServers = new UnprotectedServers({ database: parts.storage.database, clock })
  const apps = opened.use(
    new AppInstances({
      clock,
      grants: appGrants,
      unprotected: unprotectedServers,
      tools: parts.appTools,
      inputs: parts.callInputs,
      storage: new AppStorage(parts.storage.database),
      meets: (call, app) => parts.flowGuard.findingFor(call, app),
      isTemporary: (conversationId) => parts.temporary.has(conversationId),
      frames: parts.confinedFrames,
      servers: pool,
      approvals: parts.approvals,
      serverOf: (serverId) => registry.get(serverId),
      switchesOf: (conversationId) => parts.settingsOf(conversationId).switches,
      onCallEnded: (callId) => parts.questions.callEnded(callId),
      sample: (asker, params, signal) => sampling.sample(asker, params, signal),
      mayUseModels: (serverId) => samplingPermissionsOf(serverId).off === undefined,
      publish: (appId, event) => parts.hub.append('apps.events', appId, event),
      record: (record) => parts.traffic.record(record),
      brought: (conversationId, from, result) => taintStore.takeFromApp(conversationId, { ...from, at: clock.now() }, result),
      callOf: (conversationId, callId) =>
        shownCall(databaseOf(conversationId), { conversationId, callId }, (id) => parts.settingsOf(id).accounts),
      saveHeight: (callId, height) => storeOfCall(callId).saveAppHeight(callId, height),
      rawResultOf: (callId) => {
        const text = storeOfCall(callId).results.wholeText(callId, 'raw')
        const raw = text === undefined ? undefined : parseJson(text)
        return isParsedObject(raw) ? raw : undefined
      },
      wholeResultOf: (call) => wholeResult(storeOfCall(call.id), call),
    }),
  )
  const appPictures = new AppPictures({ clock, openApps: () => apps.openOf(), databaseOf })
  pool.catalogChanges.subscribe((serverId) => apps.catalogChanged(serverId))
  parts.callInputs.written.subscribe(({ callId, arguments: args }) => apps.inputWritten(callId, args))
  pool.relaunched.subscribe((serverId) => apps.endOf(serverId))
  pool.stateChanges.subscribe((states) => {
    for (const { serverId } of apps.states().open) {
      const state = states[serverId]
      if (state?.phase === 'stopped' && state.why === 'byUser') apps.endOf(serverId)
    }
  })
  const reachedBy = (serverId: ServerId) =>
    reachedByApps(serverId, {
      grants: appGrants,
      unprotected: unprotectedServers,
      serverOf: (id) => registry.get(id),
      openOf: (id) => apps.openOf(id),
    })
  const declaredApps = new DeclaredApps({ grants: appGrants, servers: pool, serverOf: (serverId) => registry.get(serverId) })
  return { apps, appPictures, appGrants, declaredApps, unprotectedServers, reachedBy }
}

/** What Parley read of a result, whole. */
function wholeResult(store: ConversationStore, { id, result }: Call): ToolResult | undefined {
  if (!result?.cut) return result
  const whole = store.results.wholeResult(id)
  if (!whole) throw new AppError('NOT_FOUND', { reason: 'chat.noWholeResult' })
  return whole
}
