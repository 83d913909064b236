import type { AppDeclared } from '../../../shared/domain/apps/app'
import type { SeenApp } from '../../../shared/domain/apps/appCheck'
import { AppError, type AppErrorData } from '../../../shared/errors/appError'
import { isRecord } from '../../../shared/lib/json'
import type { Message } from '../../../shared/i18n/message'
import { errorText } from '../../../shared/i18n/errorText'
import type { Translator } from '../../../shared/i18n/translator'
import { errorJson } from '../output'
import type { WatchedApp } from './watchApp'

/** What is wrong with an app: a code for programs, and its words. */
export interface AppFault {
  readonly code:
    | 'resource'
    | 'mimeType'
    | 'declarations'
    | 'frame'
    | 'output'
    | 'script'
    | 'notInitialized'
    | 'initialize'
    | 'csp'
    | 'code'
    | 'peer'
    | 'tooLong'
    | 'noSize'
    | 'message'
    | 'request'
    | 'unreachable'
  /** Which of the things that the code stands for, where that is more than one. */
  readonly why?: string
  readonly detail: Message | AppErrorData
}

/** Pure: a fault for programs. Whatever its words tell apart, they can tell apart too. */
export function faultJson({ code, why, detail }: AppFault): Record<string, unknown> {
  return { code, ...(why !== undefined && { why }), ...(isError(detail) ? { error: errorJson(detail) } : { params: detail.params ?? {} }) }
}

/** Pure: a fault for people, with text of a stranger in it. */
export function faultWords(translator: Translator, { detail }: AppFault): string {
  return isError(detail) ? errorText(translator, detail).message : translator.message(detail)
}

function isError(detail: AppFault['detail']): detail is AppErrorData {
  return 'code' in detail
}

/** The part of `_meta.ui.csp` that lets an app reach a host in this way. */
const fields = { connect: 'connectDomains', load: 'resourceDomains', frame: 'frameDomains' } as const

/** Pure: what is wrong with an app that cannot be started, because its server gives no page for it. */
export function judgeResource(error: AppError): AppFault {
  return error.reason === 'apps.otherType'
    ? { code: 'mimeType', detail: { id: 'cli.app.mimeType' } }
    : { code: 'resource', detail: error.toData() }
}

/**
 * Pure: what is wrong with an app that was started with everything that it declares.
 * @throws {AppError} CONFLICT where the browser cannot shut apps in, which is no fault of theirs.
 */
export function judgeApp({ seen, errors }: WatchedApp, declared: AppDeclared, unreachable: readonly string[]): readonly AppFault[] {
  const { refusedDeclarations: count } = declared
  return [
    ...(count > 0 ? [{ code: 'declarations', detail: { id: 'cli.app.declarations', params: { count } } } as const] : []),
    ...(seen ? endFaults(seen) : [{ code: 'output', detail: { id: 'cli.app.output' } } as const]),
    ...errors.map((error) => ({ code: 'script', detail: { id: 'cli.app.script', params: { error } } }) as const),
    ...(seen ? [...beginningFaults(seen), ...refusedFaults(seen)] : []),
    ...unreachable.map((origin) => ({ code: 'unreachable', detail: { id: 'cli.app.unreachable', params: { origin } } }) as const),
    ...(seen ? messageFaults(seen) : []),
  ]
}

function endFaults({ end }: SeenApp): readonly AppFault[] {
  if (end === 'unconfined') throw new AppError('CONFLICT', { reason: 'cli.browserTooOld' })
  return end === undefined ? [] : [{ code: 'frame', why: end, detail: { id: `cli.app.frame.${end}` } }]
}

/** What is wrong with how it began. One whose frame ended had no time to. */
function beginningFaults({ end, ready, greeting }: SeenApp): readonly AppFault[] {
  const missing = greeting ? missingIn(greeting) : []
  const unready = greeting
    ? ({ why: 'noInitialized', detail: { id: 'cli.app.notInitialized' } } as const)
    : ({ why: 'noInitialize', detail: { id: 'cli.app.notGreeted' } } as const)
  return [
    ...(missing.length > 0 ? [{ code: 'initialize', detail: { id: 'cli.app.initialize', params: { missing } } } as const] : []),
    ...(ready || end !== undefined ? [] : [{ code: 'notInitialized', ...unready } as const]),
  ]
}

/** What was kept from it. */
function refusedFaults({ hosts, kept }: SeenApp): readonly AppFault[] {
  return [
    ...hosts.map(
      ({ origin, way }) => ({ code: 'csp', why: 'host', detail: { id: 'cli.app.csp', params: { origin, field: fields[way] } } }) as const,
    ),
    ...kept.map(keptFault),
  ]
}

/** What is wrong with what it said. */
function messageFaults({ ready, sized, malformed, refused }: SeenApp): readonly AppFault[] {
  return [
    ...(malformed > 0 ? [{ code: 'message', detail: { id: 'cli.app.message', params: { count: malformed } } } as const] : []),
    ...refused.map(
      ({ method, code }) => ({ code: 'request', detail: { id: 'cli.app.request', params: { method, code: String(code) } } }) as const,
    ),
    ...(ready && !sized ? [{ code: 'noSize', detail: { id: 'cli.app.noSize' } } as const] : []),
  ]
}

/** What MCP Apps requires of `ui/initialize`, and hosts that check it refuse it without. */
function missingIn({ appInfo, appCapabilities, protocolVersion }: NonNullable<SeenApp['greeting']>): readonly string[] {
  const info = isRecord(appInfo) ? appInfo : {}
  return [
    ...(typeof info['name'] === 'string' ? [] : ['appInfo.name']),
    ...(typeof info['version'] === 'string' ? [] : ['appInfo.version']),
    ...(isRecord(appCapabilities) ? [] : ['appCapabilities']),
    ...(typeof protocolVersion === 'string' ? [] : ['protocolVersion']),
  ]
}

function keptFault(kept: SeenApp['kept'][number]): AppFault {
  switch (kept) {
    case 'refusedMore':
      return { code: 'csp', why: 'more', detail: { id: 'cli.app.cspMore' } }
    case 'refusedCode':
      return { code: 'code', detail: { id: 'cli.app.code' } }
    case 'refusedPeer':
      return { code: 'peer', detail: { id: 'cli.app.peer' } }
    case 'tooLong':
      return { code: 'tooLong', detail: { id: 'cli.app.tooLong' } }
  }
}
