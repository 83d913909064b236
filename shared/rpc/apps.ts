import * as z from 'zod'
import { APP_STORAGE_NAMES } from '../confinedFrames/appStorage'
import {
  AppGrant,
  AppId,
  AppToolAnswer,
  DeclaredThing,
  GrantedThing,
  GrantLasts,
  StoredChange,
  type AppCallRecord,
  type AppEvent,
  type AppStates,
  type DeclaredApp,
  type LastingAppGrant,
  type StartedApp,
  type UnreadApp,
  type UnprotectedServer,
} from '../domain/apps/app'
import { PageArea, type AppPicture } from '../domain/apps/appPicture'
import { appMethods } from '../domain/apps/appProtocol'
import { APP_TOOLS_MOST } from '../domain/apps/appTool'
import type { DataFlowFinding } from '../domain/dataFlow'
import { CallId, ConversationId, ServerId } from '../domain/ids'
import { JsonObject } from '../lib/jsonSchema'
import { call, feed, topic } from './contractKinds'

const OneApp = z.object({ appId: AppId })
/** A message between an app and its page. */
const BridgeMessage = z.object({
  direction: z.enum(['toApp', 'fromApp']),
  json: z.string().max(100_000),
  agoMs: z.number().min(0).max(60_000),
  bytes: z.int().min(0).max(1_000_000_000).optional(),
})
const ToolName = z.string().min(1).max(1_000)

export const appsCalls = {
  /**
   * Starts the app of a call: reads its interface from the server of the call and makes a confined frame of it. A call has at most one app. One
   * that is open ends; the new one has its grants and its answered tools if `apps.grant` was called for it, else it begins anew. What was
   * granted while it is open holds for a page that declares the same, what was granted always for the same page.
   * Result: the app, with the address of its frame. The page must load the frame within a minute.
   * Errors: NOT_FOUND (no such call, it has no app, or a shell without a page), CONFLICT (the call has not begun, or was denied), POLICY (apps
   * are switched off for the server), UNTRUSTED_CONTENT (the server gave no page that can be shown), MESSAGE_TOO_LARGE (over 5 MB), and those of
   * a server (contractKinds.ts).
   * `unprotected`: a person lets this one run also where the browser cannot shut it in. It does not need it where `apps.setUnprotected` did.
   * `prepared`: the origin of a frame of `confinedFrames.prepareApp` that has passed its self-test. The app gets it (`frame.app.prepared`) if nothing is granted to it.
   */
  'apps.start': call<StartedApp>()(
    z.object({
      conversationId: ConversationId,
      callId: CallId,
      unprotected: z.boolean().optional(),
      prepared: z.string().max(200).optional(),
    }),
  ),
  /**
   * Returns the result of the call of an app, for `ui/notifications/tool-result`.
   * Result: the whole result as the server wrote it, with `_meta`. Null while the call goes on, and where it ended without a result.
   * Errors: NOT_FOUND (the app is not open).
   */
  'apps.result': call<JsonObject | null>()(OneApp),
  /**
   * Sends a request of an app to its server. A call of a tool waits until a person has answered for the tool, and a call that may change
   * something until a person has approved it. At most 5 requests begin in a second, and 20 more wait for their turn. A progress token in `params._meta` comes back in `apps.events`.
   * Result: the result as the server wrote it, at most 10 MB. A call of a tool that a person or a rule denied is a result with `isError`.
   * Errors: NOT_FOUND (the app is not open, or ended meanwhile), UNKNOWN_TOOL (its server has no such tool, or not for apps), CONFLICT (too many
   * requests; `retryAfterSeconds` says when), INVALID_ARGUMENTS (the params do not fit the method), MESSAGE_TOO_LARGE (the request or the
   * result is over 10 MB), DENIED (a person denied sampling), and those of a server (contractKinds.ts).
   */
  'apps.request': call<JsonObject>()(OneApp.extend({ method: z.enum(appMethods), params: JsonObject })),
  /**
   * Answers for a tool that an app wants to call, while the app is open. The calls that wait go on or are refused. Another answer may follow.
   * Result: nothing.
   * Errors: NOT_FOUND (the app is not open).
   */
  'apps.answerTool': call<void>()(OneApp.extend({ tool: ToolName, allow: z.boolean() })),
  /**
   * Returns what would come together if the app of a call reached anybody: private data and text from outside of its conversation, and the app as a
   * way out. The person is told before they let it.
   * Result: the finding, with servers and calls as sources. Null where nothing is known of.
   * Errors: NOT_FOUND (no such call, or it has no app).
   */
  'apps.meeting': call<DataFlowFinding | null>()(z.object({ conversationId: ConversationId, callId: CallId })),
  /**
   * Grants an app exactly this, in place of what was granted. It holds from the next `apps.start` of the call on.
   * Result: nothing.
   * Errors: NOT_FOUND (the app is not open).
   */
  'apps.grant': call<void>()(OneApp.extend({ grant: AppGrant, lasts: GrantLasts })),
  /**
   * Reads the interfaces of a server, 50 at most, and returns what each declares that it needs. A grant of an interface that has become another
   * one is lost by that.
   * Result: the interfaces, in the order of the tools that they show; with an error where a page could not be read.
   * Errors: NOT_FOUND (no such server), POLICY (apps are switched off for it), SERVER_NOT_READY.
   */
  'apps.declared': call<readonly (DeclaredApp | UnreadApp)[]>()(z.object({ serverId: ServerId })),
  /**
   * Grants one thing always to an interface, besides what was granted to it. It holds from the next start of the app on.
   * Result: nothing.
   * Errors: CONFLICT (the interface was not read with this hash by `apps.declared`, which has to read it anew, or does not declare it), POLICY (apps are switched off).
   */
  'apps.grantDeclared': call<void>()(
    z.object({ serverId: ServerId, resourceUri: z.string().max(10_000), hash: z.string().max(100), thing: DeclaredThing }),
  ),
  /**
   * Takes back one thing that was granted always to a server's interfaces, or to one of them, or everything where `thing` is absent. An open app
   * that has it ends.
   * Result: nothing, also where it was not granted.
   * Errors: none of its own.
   */
  'apps.takeBack': call<void>()(
    z.object({ serverId: ServerId, resourceUri: z.string().max(10_000).optional(), thing: GrantedThing.optional() }),
  ),
  /**
   * Lets the apps of a server run, always, where the browser cannot shut them in, or takes that back: open apps that may run so end.
   * Result: nothing.
   * Errors: NOT_FOUND (no such server), and POLICY (apps are switched off for it) where it is to be let.
   */
  'apps.setUnprotected': call<void>()(z.object({ serverId: ServerId, on: z.boolean() })),
  /**
   * Returns the last 200 calls of tools that an app made.
   * Result: the calls, oldest first.
   * Errors: NOT_FOUND (the app is not open).
   */
  'apps.calls': call<readonly AppCallRecord[]>()(OneApp),
  /**
   * Writes messages between an app and the page into the message records of its server. At most 200 at once, and 2,000 of an app in a minute;
   * what is over that is counted in one record. Each is cut as other messages are. `agoMs` says how long ago it passed, and `bytes` how long it
   * was where `json` is only its beginning.
   * Result: nothing.
   * Errors: NOT_FOUND (the app is not open).
   */
  'apps.log': call<void>()(
    OneApp.extend({
      messages: z.array(BridgeMessage).max(200),
    }),
  ),
  /**
   * Keeps what an app changed in its `localStorage`, all of it or nothing, for the next start of any app of its server. The apps of a server
   * share 1,000 entries with 500,000 characters together. What an app of a temporary conversation changes is not kept.
   * Result: nothing.
   * Errors: NOT_FOUND (the app is not open), MESSAGE_TOO_LARGE (more than the apps of a server may keep).
   */
  'apps.store': call<void>()(OneApp.extend({ changes: z.array(StoredChange).max(APP_STORAGE_NAMES) })),
  /**
   * Keeps how high an app is in its conversation, in pixels, so that its place is as high when it is not open.
   * Result: nothing.
   * Errors: NOT_FOUND (the app is not open, and is not one of the last that the host ended).
   */
  'apps.keepHeight': call<void>()(OneApp.extend({ height: z.int().min(1).max(10_000) })),
  /**
   * Takes a picture of an app as the person sees it, in this page at this moment, at most once in three seconds. `apps.keepPicture` decides about it.
   * Result: whether there is one. False where the shell takes no pictures, or nothing can be seen.
   * Errors: NOT_FOUND (the app is not open).
   */
  'apps.takePicture': call<boolean>()(OneApp.extend({ area: PageArea })),
  /**
   * Keeps the picture of an app that was taken last, within five seconds, in its conversation, in place of the one before. A conversation has 24 at
   * most. Without this call the picture is gone.
   * Result: whether the app looks otherwise than in the picture before. False also where none was taken.
   * Errors: NOT_FOUND (the app is not open).
   */
  'apps.keepPicture': call<boolean>()(OneApp),
  /**
   * Returns how the app of a call looked last, for its place while it is not open.
   * Result: the picture. Null where none was kept.
   * Errors: none of its own.
   */
  'apps.picture': call<AppPicture | null>()(z.object({ conversationId: ConversationId, callId: CallId })),
  /**
   * Takes the tools that an app provides to the model, in place of those that it provided before: the first 50 that are well formed. They are
   * offered in its conversation while it is open and a page follows its `apps.events`, on which their calls arrive.
   * Result: nothing.
   * Errors: NOT_FOUND (the app is not open).
   */
  'apps.provideTools': call<void>()(OneApp.extend({ tools: z.array(JsonObject).max(APP_TOOLS_MOST) })),
  /**
   * Answers a call of a tool that an app provides. A result is at most 10 MB.
   * Result: nothing, also where nobody waits for it any more.
   * Errors: none of its own.
   */
  'apps.toolAnswer': call<void>()(OneApp.extend({ requestId: z.uuid(), answer: AppToolAnswer })),
  /**
   * Ends an app. Its requests that wait are refused, and those under way are cancelled.
   * Result: nothing, also where it is not open.
   * Errors: none of its own.
   */
  'apps.stop': call<void>()(OneApp),
}

export const appsTopics = {
  /** The open apps. An app that is missing here has ended: by the page, by another start for its call, or with its server. */
  'apps.states': topic<AppStates>(),
  /** What is granted always to the interfaces of servers. */
  'apps.grants': topic<readonly LastingAppGrant[]>(),
  /** The servers whose apps run, always, where the browser cannot shut them in. */
  'apps.unprotected': topic<readonly UnprotectedServer[]>(),
}

export const appsFeeds = {
  /** What happens at the server of an app. The key is the app's id. */
  'apps.events': feed<AppEvent>(),
}
