// Runs in the page of `parley app check`, without the rest of Parley: starts one app in its frame, and tells what it did.
import type { AppToCheck, SeenApp } from '../../../../../shared/domain/apps/appCheck'
import { AppError } from '../../../../../shared/errors/appError'
import { FramePool } from '../../../../confinedFrame/framePool'
import { afterMs } from '../../../../ui/afterMs'
import { AppBridge } from '../bridge/appBridge'
import type { HostContext } from '../bridge/hostContext'
import { rpcCodes, type RpcMessage } from '../bridge/jsonRpc'

/** How long an app is watched after it is ready: it tells its size, and what it loads is refused. */
const WATCHED_MS = 3_000
/** Requests that are told one by one. */
const MOST_REFUSED = 50
/** The longest name of a method that is told, in UTF-16 code units. */
const MOST_NAME = 200

declare global {
  interface Window {
    /** Resolves once the app was watched long enough, was not ready in time, or its frame ended. */
    checkApp: (app: AppToCheck) => Promise<SeenApp>
  }
}

window.checkApp = async ({ frame, declared, grant, tool, hostVersion }) => {
  const seen: SeenApp = { ready: false, sized: false, malformed: 0, refused: [], hosts: [], kept: [] }
  const done = Promise.withResolvers<void>()
  const asked = new Map<unknown, string>()
  let bridge: AppBridge | undefined
  const pool = new FramePool()
  const place = document.createElement('div')
  document.body.append(place)
  const greet = (): void => {
    bridge ??= new AppBridge({
      // Nothing of the server is offered, because a check runs no tool and shows the app nothing.
      app: { input: {}, offers: { tools: false, resources: false, prompts: false, sampling: false }, declared, grant },
      hostVersion,
      context: contextOf(tool),
      ports: {
        post: (message) => pooled.post(message),
        request: () => Promise.reject(new AppError('CONFLICT', { reason: 'apps.notRun' })),
        provideTools: () => undefined,
        answerTool: () => undefined,
        after: afterMs,
        explain: ({ message }) => message,
        record: (direction, message) => {
          if (direction === 'fromApp') noteAsked(message)
          else noteRefused(message)
        },
      },
      wants: {
        onReady: () => {
          seen.ready = true
          afterMs(WATCHED_MS, done.resolve)
        },
        onLate: done.resolve,
        onSize: () => void (seen.sized = true),
        onMode: () => 'inline',
        onLink: () => Promise.resolve(false),
        onFiles: () => undefined,
        onMessage: () => false,
        onContext: () => undefined,
        onStored: () => undefined,
        onClose: () => undefined,
      },
    })
  }
  const noteAsked = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('method' in message) || typeof message.method !== 'string') return
    if (message.method === 'ui/initialize') {
      const params = 'params' in message ? message.params : undefined
      seen.greeting = typeof params === 'object' && params !== null ? { ...params } : {}
    }
    if ('id' in message) asked.set(message.id, message.method)
  }
  const noteRefused = (message: unknown): void => {
    if (!isError(message) || !wrongAsked.has(message.error.code) || seen.refused.length >= MOST_REFUSED) return
    seen.refused.push({ method: (asked.get(message.id) ?? '').slice(0, MOST_NAME), code: message.error.code })
  }
  const pooled = pool.open('app', frame, {
    title: 'App',
    onTheft: () => undefined,
    onConfined: greet,
    onMessage: (value) => bridge?.hear(value),
    onNotice: (notice) => {
      if (notice.kind === 'refused') {
        const { origin, way } = notice
        if (!seen.hosts.some((host) => host.origin === origin && host.way === way)) seen.hosts.push({ origin, way })
      } else if (notice.kind !== 'key' && notice.kind !== 'press' && notice.kind !== 'left' && !seen.kept.includes(notice.kind))
        seen.kept.push(notice.kind)
    },
    onEnd: (end) => {
      seen.end = end
      done.resolve()
    },
  })
  pool.place('app', place)
  await done.promise
  seen.malformed = bridge?.malformed ?? 0
  bridge?.close()
  pool.close('app')
  return seen
}

/** What the app got wrong itself, and not what a check does not offer. */
const wrongAsked: ReadonlySet<number> = new Set([rpcCodes.invalidRequest, rpcCodes.methodNotFound, rpcCodes.invalidParams])

function isError(message: unknown): message is Extract<RpcMessage, { error: unknown }> {
  return typeof message === 'object' && message !== null && 'error' in message
}

function contextOf(tool: AppToCheck['tool']): HostContext {
  return {
    toolInfo: { tool },
    theme: 'light',
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    containerDimensions: { width: 700, maxHeight: 600 },
    locale: 'en',
    timeZone: 'UTC',
    userAgent: 'parley',
    platform: 'desktop',
    deviceCapabilities: { touch: false, hover: true },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  }
}
