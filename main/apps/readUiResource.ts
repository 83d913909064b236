import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { AppDeclared } from '../../shared/domain/apps/app'
import { APP_HTML_BYTES } from '../../shared/domain/apps/appProtocol'
import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson, isRecord } from '../../shared/lib/json'
import { readDeclared } from './appPolicy'

/** The interface of an app, as its server gave it. */
export interface UiResource {
  readonly html: string
  readonly bytes: number
  /** SHA-256 of the page and of what it declares. What is granted to one is not granted to another. */
  readonly hash: string
  readonly declared: AppDeclared
  readonly prefersBorder?: boolean
}

const MEGABYTE = 1024 * 1024

/** The types from before the standard, which servers still send. */
const EARLIER_TYPES: ReadonlySet<string> = new Set(['text/html+mcp', 'text/html+skybridge'])

/**
 * Pure: reads the result of `resources/read` for an interface. What the content itself says of it goes before what the server's list says
 * (MCP Apps, Resource Discovery).
 * @param listed `_meta` of its entry in the server's list.
 * @throws {AppError} UNTRUSTED_CONTENT for what is no page that Parley shows, MESSAGE_TOO_LARGE for one that is too long.
 */
export function readUiResource(
  raw: Readonly<Record<string, unknown>>,
  {
    serverId,
    uri,
    listed,
  }: { readonly serverId: ServerId; readonly uri: string; readonly listed: Readonly<Record<string, unknown>> | undefined },
): UiResource {
  const refuse = (reason: 'apps.noPage' | 'apps.otherType' | 'apps.notText'): AppError =>
    new AppError('UNTRUSTED_CONTENT', { reason, params: { server: serverId } })
  const items: readonly unknown[] = Array.isArray(raw['contents']) ? raw['contents'] : []
  const records = items.filter(isRecord)
  const item = records.find((one) => one['uri'] === uri) ?? (records.length === 1 ? records[0] : undefined)
  if (!item) throw refuse('apps.noPage')
  if (!isPageType(item['mimeType'])) throw refuse('apps.otherType')
  const tooLong = isTooLong(item)
  const html = tooLong ? undefined : textOf(item)
  if (tooLong || (html !== undefined && Buffer.byteLength(html) > APP_HTML_BYTES)) {
    throw new AppError('MESSAGE_TOO_LARGE', { reason: 'apps.pageTooLarge', params: { server: serverId, most: APP_HTML_BYTES / MEGABYTE } })
  }
  if (html === undefined) throw refuse('apps.notText')
  const own = metaOf(item)
  const meta = own && (isRecord(own['ui']) || isRecord(own['openai/widgetCSP'])) ? own : (listed ?? {})
  const ui = isRecord(meta['ui']) ? meta['ui'] : {}
  const declared = readDeclared(ui, meta)
  const border = ui['prefersBorder'] ?? meta['openai/widgetPrefersBorder']
  return {
    html,
    bytes: Buffer.byteLength(html),
    hash: createHash('sha256').update(canonicalJson(declared)).update('\n').update(html).digest('hex'),
    declared,
    ...(typeof border === 'boolean' && { prefersBorder: border }),
  }
}

/** `text/html` with the profile of MCP Apps, or one of the types from before. */
function isPageType(type: unknown): boolean {
  if (typeof type !== 'string' || type.length > 200) return false
  const [essence = '', ...parameters] = type.toLowerCase().split(';')
  if (EARLIER_TYPES.has(essence.trim())) return true
  const profile = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('profile='))
  return essence.trim() === 'text/html' && (profile === 'profile=mcp-app' || profile === 'profile="mcp-app"')
}

/** Some Python servers write `meta`. */
function metaOf(item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const meta = item['_meta'] ?? item['meta']
  return isRecord(meta) ? meta : undefined
}

/** Whether a page cannot fit, before anything is made of it. */
function isTooLong({ text, blob }: Readonly<Record<string, unknown>>): boolean {
  if (typeof text === 'string') return text.length > APP_HTML_BYTES
  return typeof blob === 'string' && blob.length > Math.ceil(APP_HTML_BYTES / 3) * 4
}

/** The page as text. Undefined if it is none, also for base64 that is not well formed or not UTF-8. */
function textOf({ text, blob }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof text === 'string') return text
  if (typeof blob !== 'string') return undefined
  if (blob.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(blob)) return undefined
  const bytes = Buffer.from(blob, 'base64')
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined
}
