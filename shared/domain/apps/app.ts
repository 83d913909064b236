import * as z from 'zod'
import { APP_STORAGE_CHARACTERS } from '../../confinedFrames/appStorage'
import type { AppFramePolicy, OpenedFrame } from '../../confinedFrames/frameContent'
import type { AppErrorData } from '../../errors/appError'
import { JsonObject } from '../../lib/jsonSchema'
import type { CallId, ConversationId, ServerId } from '../ids'

/** One started app: one instance of a server's interface, shown for one call. A restarted app has a new id. */
export const AppId = z.uuid().brand<'AppId'>()
export type AppId = z.infer<typeof AppId>

/** One entry of `localStorage`: its name and its value. */
export type StoredEntry = readonly [name: string, value: string]
/** An entry that was set, or removed where the value is null. */
export const StoredChange = z.tuple([z.string().max(APP_STORAGE_CHARACTERS), z.string().max(APP_STORAGE_CHARACTERS).nullable()])
export type StoredChange = z.infer<typeof StoredChange>

/**
 * Whom an app wants to reach: to connect to, to load content from, and to show in frames. Origins, as `https://host`, or `https://*.host` for
 * every host below it, each optionally with a port.
 */
export interface AppReach {
  readonly connect: readonly string[]
  readonly load: readonly string[]
  readonly frames: readonly string[]
}

export const appPermissions = ['camera', 'microphone', 'geolocation', 'clipboardWrite'] as const
export type AppPermission = (typeof appPermissions)[number]

/** What an app says that it needs, as far as it is well formed. */
export interface AppDeclared {
  readonly reach: AppReach
  readonly permissions: readonly AppPermission[]
  /** How many declarations are not well formed, or too many. They count as not made. */
  readonly refusedDeclarations: number
}

/** An origin as `AppReach` has it. */
const Origin = z.string().max(300)

/** What a person allows an app. Whatever is granted and not declared has no effect. */
export const AppGrant = z.object({
  /** Of the declared origins, those that it may reach, in every way in which they are declared. */
  origins: z.array(Origin).max(500),
  /** It may run code that it writes itself: `eval`, and scripts and workers of `blob:` and `data:`. */
  ownCode: z.boolean(),
  /** The granted origins may send it on to any other. */
  redirects: z.boolean(),
  permissions: z.array(z.enum(appPermissions)).max(appPermissions.length),
})
export type AppGrant = z.infer<typeof AppGrant>

/** How long a grant lasts: while this app is open, or for this interface of this server until a person takes it back or it changes. */
export const GrantLasts = z.enum(['open', 'always'])
export type GrantLasts = z.infer<typeof GrantLasts>

/** One thing that was granted always, for taking it back. */
export const GrantedThing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('origin'), origin: Origin }),
  z.object({ kind: z.literal('ownCode') }),
  z.object({ kind: z.literal('redirects') }),
  z.object({ kind: z.literal('permission'), permission: z.enum(appPermissions) }),
])
export type GrantedThing = z.infer<typeof GrantedThing>

/** One thing that an interface declares, for granting it. Code of its own and redirects cannot be declared: an app that needs them asks. */
export const DeclaredThing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('origin'), origin: Origin }),
  z.object({ kind: z.literal('permission'), permission: z.enum(appPermissions) }),
])
export type DeclaredThing = z.infer<typeof DeclaredThing>

/** What one interface of a server says that it needs, as its page was read now. */
export interface DeclaredApp {
  /** The address of the interface, `ui://…`. */
  readonly resourceUri: string
  /** The tools that it shows, by name. */
  readonly tools: readonly string[]
  /** SHA-256 of the page and of what it declares: what is granted is granted to exactly this. */
  readonly hash: string
  readonly declared: AppDeclared
}

/** An interface whose page could not be read. */
export interface UnreadApp extends Pick<DeclaredApp, 'resourceUri' | 'tools'> {
  readonly error: AppErrorData
}

/** What a person granted always to one interface of a server. */
export interface LastingAppGrant {
  readonly serverId: ServerId
  /** The address of the interface, `ui://…`. */
  readonly resourceUri: string
  readonly grant: AppGrant
  readonly grantedAt: number
}

/** A server whose interfaces a person lets run, always, where the browser cannot shut them in. */
export interface UnprotectedServer {
  readonly serverId: ServerId
  readonly allowedAt: number
}

/** An app that was started: everything that the page needs to show it. */
export interface StartedApp {
  readonly appId: AppId
  readonly frame: OpenedFrame
  readonly serverId: ServerId
  /** The address of its interface, `ui://…`. */
  readonly resourceUri: string
  /** The size of its interface as HTML, in bytes. */
  readonly bytes: number
  /** The tool of the call, as MCP writes tools. For `hostContext.toolInfo.tool`. */
  readonly tool: JsonObject
  readonly declared: AppDeclared
  /** What holds for this instance: of what is granted, what is declared. */
  readonly grant: AppGrant
  readonly policy: AppFramePolicy
  /** Its page is another one than the one that a person allowed something, and has none of that. */
  readonly lostGrant?: true
  readonly prefersBorder?: boolean
  /** The arguments that the call ran with. For `ui/notifications/tool-input`. Absent while nobody has let the call run. */
  readonly input?: JsonObject
  /** What the model has written of the arguments, while it writes them. */
  readonly partial?: JsonObject
  /** What `apps.request` serves for this app. For `hostCapabilities`. */
  readonly offers: { readonly tools: boolean; readonly resources: boolean; readonly prompts: boolean; readonly sampling: boolean }
}

/** A tool that an app wants to call and that nobody has answered for. The calls wait. */
export interface AppWish {
  readonly tool: string
  /** The title that its server gave it. */
  readonly title?: string
  /** It may change something, so that every call asks again once the wish is granted. */
  readonly changes: boolean
  /** Its server says that it only reads. Of most tools for interfaces no server says anything. */
  readonly readsOnly?: true
}

/** An open app. */
export interface AppState {
  readonly appId: AppId
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly serverId: ServerId
  /** How many requests it made that were served or are. */
  readonly calls: number
  /** How many requests were refused because there were too many in one second. */
  readonly refused: number
  readonly wishes: readonly AppWish[]
  /** The tools for which a person answered, by name. */
  readonly allowedTools: readonly string[]
  readonly deniedTools: readonly string[]
  /** The tools that it provides to the model, as it names them. */
  readonly providedTools: readonly string[]
}

/** How a call of a tool that an app provides ended in the app. `tooLarge`: its answer was no longer sent on. `closed`: it went before it answered. */
export const AppToolAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), result: JsonObject }),
  z.object({ kind: z.literal('error'), message: z.string().max(1_000) }),
  z.object({ kind: z.literal('tooLarge') }),
  z.object({ kind: z.literal('closed') }),
])
export type AppToolAnswer = z.infer<typeof AppToolAnswer>

/** The open apps, and since when Parley runs: an app of an earlier call waits until a person starts it. */
export interface AppStates {
  readonly runningSince: number
  readonly open: readonly AppState[]
  /** The last apps that ended because a person took back what they had. Nothing of them may go on, not even to put their things away. */
  readonly takenBack?: readonly AppId[]
}

export type AppCallState = 'waiting' | 'running' | 'done' | 'failed' | 'denied'

/** One call of a tool that an app made. */
export interface AppCallRecord {
  readonly tool: string
  /** As JSON text, cut at 10,000 characters. */
  readonly arguments: string
  readonly at: number
  readonly endedAt?: number
  readonly state: AppCallState
  readonly error?: AppErrorData
}

/** What happens at the server of an app while it is open. */
export type AppEvent =
  /** A call tells how far it is. `progressToken` is the one that the app gave its request. */
  | {
      readonly type: 'progress'
      readonly progressToken: string | number
      readonly progress: number
      readonly total?: number
      readonly message?: string
    }
  /** What its server offers has changed. */
  | { readonly type: 'listChanged' }
  /** It is to run a tool of its own, under the name that it gave it. `apps.toolAnswer` ends it. */
  | { readonly type: 'callTool'; readonly requestId: string; readonly tool: string; readonly arguments: JsonObject }
  /** The model has written so much of the arguments of the app's call. */
  | { readonly type: 'partialInput'; readonly arguments: JsonObject }
  /** Nobody waits for a tool of its own any more. */
  | { readonly type: 'cancelTool'; readonly requestId: string }
