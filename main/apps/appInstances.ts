import {
  AppId,
  type AppCallRecord,
  type AppEvent,
  type AppGrant,
  type AppStates,
  type GrantedThing,
  type GrantLasts,
  type StartedApp,
  type StoredChange,
} from '../../shared/domain/apps/app'
import type { AppMethod } from '../../shared/domain/apps/appProtocol'
import { CallId, type ConversationId, type ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import { Emitter } from '../lib/emitter'
import type { DataFlowFinding } from '../../shared/domain/dataFlow'
import { AppInstance, type AppSubject } from './appInstance'
import type { AppInstancesDeps, AppStart, ShownCall } from './appInstancesDeps'
import { AppLog, type BridgeMessage } from './appLog'
import { effectiveGrant, frameGrant, noGrant, reachedHosts, stillGranted } from './appPolicy'
import { AppRequests } from './appRequests'
import { describeStartedApp, notRun } from './describeStartedApp'
import { appMeeting } from './appMeeting'
import { readUiResource, type UiResource } from './readUiResource'
import { resultAsMcp } from './resultAsMcp'
import { requireApps, whyAppsOff } from './requireApps'

/** More open apps are no person's. The oldest ends. */
const MOST_OPEN = 100

/**
 * The one owner of open apps: interfaces of servers that show a call, at most one for each call. An app begins because a page asks for it, and ends
 * with its page, its conversation or its server. What it wants to do comes here.
 */
export class AppInstances implements Disposable {
  readonly changes = new Emitter<void>()
  readonly #deps: AppInstancesDeps
  readonly #open = new Map<AppId, AppInstance>()
  /** The calls of the last apps that ended here and not in their page, which still tells how high they were. */
  readonly #endedHere = new Map<AppId, CallId>()
  /** The last apps that a person took something back from. */
  #takenBack: readonly AppId[] = []
  readonly #requests: AppRequests
  readonly #log: AppLog
  readonly #runningSince: number

  constructor(deps: AppInstancesDeps) {
    this.#deps = deps
    this.#requests = new AppRequests(deps)
    this.#log = new AppLog(deps)
    this.#runningSince = deps.clock.now()
  }

  states(): AppStates {
    const { tools } = this.#deps
    return {
      runningSince: this.#runningSince,
      ...(this.#takenBack.length > 0 && { takenBack: this.#takenBack }),
      open: [...this.#open.values()].map((app) => ({ ...app.state(), providedTools: tools.listed(app.subject.appId) })),
    }
  }

  /**
   * Starts the app of a call.
   * @throws {AppError} see the contract (`apps.start`).
   */
  async start({ conversationId, callId, unprotected: letNow = false, prepared }: AppStart, signal: AbortSignal): Promise<StartedApp> {
    const written = this.#deps.inputs.of(conversationId, callId)
    const { call, accountId } = this.#deps.callOf(conversationId, callId) ?? written ?? this.#shown(conversationId, callId)
    const { ui, serverId } = call
    if (!ui) throw new AppError('NOT_FOUND', { reason: 'apps.noApp' })
    // The rules allow a call whose arguments can be seen while they are written.
    if (notRun.has(call.state) && !(written && call.state === 'queued')) throw new AppError('CONFLICT', { reason: 'apps.notRun' })
    requireApps(serverId, this.#deps)
    const account = accountId === undefined ? {} : { accountId }
    const page = await this.#read({ serverId, conversationId, uri: ui.resourceUri, ...account }, signal)
    signal.throwIfAborted()
    // The person may have switched it off while the server answered.
    requireApps(serverId, this.#deps)
    const before = [...this.#open.values()].find(({ subject }) => subject.callId === callId)
    const app = new AppInstance(
      { appId: AppId.parse(this.#deps.clock.newId()), callId, conversationId, serverId, uri: ui.resourceUri, page, ...account },
      { clock: this.#deps.clock, changed: () => this.changes.emit(), before: before?.goesOn ? before : undefined },
    )
    const { grant, lostGrant } = this.#grantOf(app)
    const stored = this.#deps.isTemporary(conversationId) ? [] : this.#deps.storage.of(serverId)
    const unprotected = letNow || this.#deps.unprotected.has(serverId)
    app.unprotected = unprotected
    app.reaches = reachedHosts([grant], unprotected)
    const { policy, ...frame } = this.#deps.frames.openApp({
      html: page.html,
      grant: frameGrant(page.declared, grant),
      stored,
      unprotected,
      ...(prepared !== undefined && { prepared }),
    })
    if (before) this.#end(before, 'apps.replaced')
    for (const oldest of this.#open.values()) if (this.#open.size >= MOST_OPEN) this.#end(oldest, 'apps.ended')
    for (const [ended, ofCall] of this.#endedHere) if (ofCall === callId) this.#endedHere.delete(ended)
    this.#open.set(app.subject.appId, app)
    this.changes.emit()
    const partial = this.#deps.inputs.of(conversationId, callId)?.partial
    const offered = { tools: this.#deps.servers.catalog(serverId, accountId).tools, mayUseModels: this.#deps.mayUseModels(serverId) }
    return {
      ...describeStartedApp(app.subject, call, offered),
      frame,
      grant,
      ...(lostGrant && { lostGrant }),
      policy,
      ...(notRun.has(call.state) && partial && { partial }),
    }
  }

  /** Returns the result of the call of an app, null while there is none. @throws {AppError} NOT_FOUND */
  result(appId: AppId): JsonObject | null {
    const { conversationId, callId } = this.#get(appId).subject
    const { call } = this.#shown(conversationId, callId)
    if (call.endedAt === undefined || !call.result) return null
    const raw = this.#deps.rawResultOf(callId)
    return raw ?? resultAsMcp(this.#deps.wholeResultOf(call) ?? call.result)
  }

  /** What would come together if the app of a call reached somebody. @throws {AppError} NOT_FOUND */
  meeting(conversationId: ConversationId, callId: CallId): DataFlowFinding | null {
    return appMeeting(this.#deps.inputs.of(conversationId, callId) ?? this.#shown(conversationId, callId), conversationId, this.#deps)
  }

  /** Carries out a request of an app. @throws {AppError} see the contract (`apps.request`). */
  async request(appId: AppId, method: AppMethod, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const app = this.#get(appId)
    requireApps(app.subject.serverId, this.#deps)
    return this.#requests.run(app, method, params, () => this.changes.emit(), signal)
  }

  /** @throws {AppError} NOT_FOUND */
  answerTool(appId: AppId, tool: string, allow: boolean): void {
    const app = this.#get(appId)
    const { serverId, accountId } = app.subject
    const listed = this.#deps.servers.catalog(serverId, accountId).tools.find(({ name }) => name === tool)
    app.wishes.answer(tool, listed?.hash ?? '', allow)
  }

  /** Grants an app exactly this. The next start of its call goes on for it. @throws {AppError} NOT_FOUND */
  grant(appId: AppId, grant: AppGrant, lasts: GrantLasts): void {
    const app = this.#get(appId)
    const { serverId, uri, page } = app.subject
    const granted = effectiveGrant(page.declared, grant)
    if (lasts === 'always') this.#deps.grants.save({ serverId, uri, hash: page.hash }, granted)
    app.openGrant = lasts === 'open' ? granted : undefined
    app.ofAlways = app.always
    app.goesOn = true
  }

  /** Takes back what was granted always. Open apps that have it end. */
  takeBack(serverId: ServerId, resourceUri?: string, thing?: GrantedThing): void {
    const had = this.#deps.grants.takeBack(serverId, resourceUri, thing)
    this.#cutOff(({ subject }) => subject.serverId === serverId && had.has(subject.uri))
  }

  /** Lets the apps of a server run where the browser cannot shut them in, or takes that back. @throws {AppError} POLICY, NOT_FOUND */
  setUnprotected(serverId: ServerId, on: boolean): void {
    if (on) {
      requireApps(serverId, this.#deps)
      return this.#deps.unprotected.add(serverId)
    }
    this.#deps.unprotected.forgetServer(serverId)
    this.#cutOff((app) => app.subject.serverId === serverId && app.unprotected)
  }

  /** @throws {AppError} NOT_FOUND */
  calls(appId: AppId): readonly AppCallRecord[] {
    return this.#get(appId).ledger.all()
  }

  /** Writes messages between an app and its page into the message records of its server. @throws {AppError} NOT_FOUND */
  log(appId: AppId, messages: readonly BridgeMessage[]): void {
    this.#log.write(this.#get(appId), messages)
  }

  /** Keeps what an app changed in its storage. @throws {AppError} NOT_FOUND, MESSAGE_TOO_LARGE */
  store(appId: AppId, changes: readonly StoredChange[]): void {
    const { serverId, conversationId } = this.#get(appId).subject
    if (!this.#deps.isTemporary(conversationId)) this.#deps.storage.save(serverId, changes)
  }

  /** Keeps how high an app is in its conversation, or was when it ended here. @throws {AppError} NOT_FOUND */
  keepHeight(appId: AppId, height: number): void {
    this.#deps.saveHeight(this.#endedHere.get(appId) ?? this.#get(appId).subject.callId, height)
  }

  /** The conversation of a request of an app that is under way. */
  conversationOf(callId: CallId): ConversationId | undefined {
    return this.#requests.conversationOf(callId)
  }

  /** A model has written more of the arguments of a call. */
  inputWritten(callId: CallId, args: JsonObject): void {
    for (const { subject } of this.#open.values()) {
      if (subject.callId === callId) this.#deps.publish(subject.appId, { type: 'partialInput', arguments: args })
    }
  }

  /** The tools that an app lists, for the model, in place of those that it listed before. @throws {AppError} NOT_FOUND */
  provideTools(appId: AppId, tools: readonly JsonObject[]): void {
    const { subject, reaches } = this.#get(appId)
    const { conversationId, serverId, uri: resourceUri } = subject
    this.#deps.tools.provide({ appId, conversationId, serverId, resourceUri, reaches }, tools)
    this.changes.emit()
  }

  stop(appId: AppId): void {
    const app = this.#open.get(appId)
    if (app) this.#end(app, 'apps.ended')
  }

  /** What a server offers has changed. */
  catalogChanged(serverId: ServerId): void {
    const event: AppEvent = { type: 'listChanged' }
    for (const { subject } of this.#open.values()) if (subject.serverId === serverId) this.#deps.publish(subject.appId, event)
  }

  /** Ends the apps of servers that are gone, disabled, or may not have apps any more. */
  lookAgain(): void {
    this.#endWhere(({ subject }) => whyAppsOff(subject.serverId, this.#deps) !== undefined)
  }

  /** Ends the apps of conversations that no longer exist. */
  keepConversations(isThere: (conversationId: ConversationId) => boolean): void {
    this.#endWhere(({ subject }) => !isThere(subject.conversationId))
  }

  /** Ends the apps of a server that was stopped, replaced or renamed. */
  endOf(serverId: ServerId): void {
    this.#endWhere(({ subject }) => subject.serverId === serverId)
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#deps.grants.renameServer(from, to)
    this.#deps.storage.renameServer(from, to)
    this.#deps.unprotected.renameServer(from, to)
  }

  /** Its calls have another server's name now. */
  serverRenamed(from: ServerId): void {
    this.endOf(from)
  }

  serverRemoved({ id }: Pick<ServerConfig, 'id'>): void {
    this.endOf(id)
  }

  forgetServer(serverId: ServerId): void {
    this.#deps.grants.forgetServer(serverId)
    this.#deps.storage.forgetServer(serverId)
    this.#deps.unprotected.forgetServer(serverId)
    this.endOf(serverId)
  }

  keepOnly(servers: ReadonlySet<ServerId>): void {
    this.#deps.grants.keepOnly(servers)
    this.#deps.storage.keepOnly(servers)
    this.#deps.unprotected.keepOnly(servers)
  }

  [Symbol.dispose](): void {
    this.#endWhere(() => true)
    this.#endedHere.clear()
  }

  async #read(
    { serverId, conversationId, uri, accountId }: Pick<AppSubject, 'serverId' | 'conversationId' | 'uri' | 'accountId'>,
    signal: AbortSignal,
  ): Promise<UiResource> {
    const raw = await this.#deps.servers.requestForApp(
      {
        serverId,
        conversationId,
        callId: CallId.parse(this.#deps.clock.newId()),
        wire: { method: 'resources/read', params: { uri } },
        onProgress: () => undefined,
        ...(accountId !== undefined && { accountId }),
      },
      signal,
    )
    const listed = this.#deps.servers.catalog(serverId, accountId).resources.find((resource) => resource.uri === uri)?.uiMeta
    return readUiResource(raw, { serverId, uri, listed })
  }

  /** @throws {AppError} NOT_FOUND */
  #shown(conversationId: ConversationId, callId: CallId): ShownCall {
    const shown = this.#deps.callOf(conversationId, callId)
    if (!shown) throw new AppError('NOT_FOUND', { reason: 'apps.noApp' })
    return shown
  }

  /** What an app is granted as it starts, and whether that was more before its page became another one. */
  #grantOf(app: AppInstance) {
    const { openGrant, lostGrant, ofAlways, subject } = app
    const { serverId, uri, page } = subject
    const { grants } = this.#deps
    const had = grants.has(serverId, uri)
    const always = grants.find({ serverId, uri, hash: page.hash })
    app.always = always ?? noGrant
    const granted = openGrant ? stillGranted(openGrant, ofAlways, app.always) : app.always
    return { grant: effectiveGrant(page.declared, granted), lostGrant: lostGrant || (had && !always) }
  }

  /** The open apps, of one server or of all. */
  openOf(serverId?: ServerId): readonly AppInstance[] {
    return [...this.#open.values()].filter(({ subject }) => serverId === undefined || subject.serverId === serverId)
  }

  /** @throws {AppError} NOT_FOUND */
  #get(appId: AppId): AppInstance {
    const app = this.#open.get(appId)
    if (!app) throw new AppError('NOT_FOUND', { reason: 'apps.ended' })
    return app
  }

  /** Ends apps that must not go on with what they have, not even while they put their things away. */
  #cutOff(isOver: (app: AppInstance) => boolean): void {
    const ids = this.openOf().flatMap((app) => (isOver(app) ? [app.subject.appId] : []))
    this.#takenBack = [...this.#takenBack, ...ids].slice(-MOST_OPEN)
    this.#endWhere(isOver)
  }

  #endWhere(isOver: (app: AppInstance) => boolean): void {
    for (const app of this.#open.values()) {
      if (!isOver(app)) continue
      this.#end(app, 'apps.ended')
      this.#endedHere.set(app.subject.appId, app.subject.callId)
    }
    for (const appId of this.#endedHere.keys()) if (this.#endedHere.size > MOST_OPEN) this.#endedHere.delete(appId)
  }

  #end(app: AppInstance, reason: 'apps.ended' | 'apps.replaced'): void {
    this.#open.delete(app.subject.appId)
    this.#deps.tools.withdraw(app.subject.appId)
    this.#log.end(app)
    app.end(new AppError('NOT_FOUND', { reason }))
    this.changes.emit()
  }
}
