import type { StartedApp } from '../../../../shared/domain/apps/app'
import { translateError } from '../../../i18n/translateError'
import { followAppEvents } from '../../../rpc/appEvents'
import { callHost } from '../../../rpc/callHost'
import { afterMs } from '../../../ui/afterMs'
import { AppBridge, type AppWants } from './bridge/appBridge'
import type { HostContext } from './bridge/hostContext'
import type { RpcMessage } from './bridge/jsonRpc'
import { MessageLog } from './author/messageLog'
import { StoredChanges } from './storedChanges'

export interface StartBridgeOptions {
  readonly started: StartedApp
  readonly hostVersion: string
  readonly context: HostContext
  readonly post: (message: RpcMessage) => void
  readonly wants: Omit<AppWants, 'onStored'>
}

/** The bridge of a started app, tied to the host: its requests, its events, its storage and the record of its messages. */
export function startBridge({ started, hostVersion, context, post, wants }: StartBridgeOptions): {
  readonly bridge: AppBridge
  /** Ends what was tied. What is not written down yet is, then. */
  readonly stop: readonly (() => void)[]
} {
  const { appId } = started
  const log = new MessageLog((messages) => void callHost('apps.log', { appId, messages: [...messages] }).catch(() => undefined), afterMs)
  const stored = new StoredChanges((changes) => {
    // More than it may keep, or it has ended: it was told where it changed it, or does not run any more.
    callHost('apps.store', { appId, changes: [...changes] }).catch(() => undefined)
  }, afterMs)
  const bridge = new AppBridge({
    app: started,
    hostVersion,
    context,
    ports: {
      post,
      request: (method, params, signal) => callHost('apps.request', { appId, method, params }, signal),
      provideTools: (tools) => {
        // An app that has ended provides none.
        callHost('apps.provideTools', { appId, tools: [...tools] }).catch(() => undefined)
      },
      answerTool: (requestId, answer) => {
        // Nobody waits for it where the host is not reached: the call ends by its time.
        callHost('apps.toolAnswer', { appId, requestId, answer }).catch(() => undefined)
      },
      after: afterMs,
      explain: (error) => translateError(error).message,
      record: (direction, message) => log.add(direction, message),
    },
    wants: { ...wants, onStored: (changes) => stored.add(changes) },
  })
  const unfollow = followAppEvents(appId, (event) => bridge.event(event))
  return { bridge, stop: [() => bridge.close(), unfollow, () => log.flush(), () => stored.flush()] }
}
