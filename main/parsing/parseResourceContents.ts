import { ProtocolError } from '@modelcontextprotocol/client'
import type { Era } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { ResourceItem } from '../../shared/domain/resourceContents'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { isSubresource } from '../lib/isSubresource'
import { parseAnnotations } from './parseAnnotations'
import { text } from './shortText'
import { cacheHints, type CacheHints } from './cacheHints'

/** The result of one read. An empty list is valid: the resource exists and is empty. */
export interface RawRead extends CacheHints {
  readonly items: readonly ResourceItem[]
  /** Size of the contents as JSON, in bytes. */
  readonly bytes: number
  /** Whether the server asked questions first. Then the result is only for this request (2026-07-28, caching). */
  readonly asked: boolean
}

/** The facts of the request. */
export interface ReadPlace {
  readonly serverId: ServerId
  readonly uri: string
  readonly asked: boolean
  readonly era: Era
}

/** 2025 servers say -32002 for a missing resource, 2026 servers say -32602. Servers of either era may send either code. */
const NOT_FOUND = new Set([-32_002, -32_602])

/** Reads the result of `resources/read`. @throws {AppError} PROTOCOL_ERROR when it has no list. */
export function parseResourceContents(raw: Readonly<Record<string, unknown>>, { serverId, uri, asked, era }: ReadPlace): RawRead {
  const { contents } = raw
  if (!Array.isArray(contents)) {
    throw new AppError('PROTOCOL_ERROR', { reason: 'calls.noContents', params: { server: serverId } })
  }
  return {
    items: contents.flatMap((one: unknown) => parseItem(one, uri) ?? []),
    bytes: Buffer.byteLength(JSON.stringify(contents)),
    asked,
    ...cacheHints(raw, era),
  }
}

/** Turns a missing resource into NOT_FOUND. Other errors stay as they are. */
export function explainResourceReadError(thrown: unknown, serverId: ServerId): AppError {
  const error = AppError.from(thrown)
  if (!(error.cause instanceof ProtocolError) || !NOT_FOUND.has(error.cause.code)) return error
  return new AppError(
    'NOT_FOUND',
    { reason: 'calls.noResource', params: { server: serverId } },
    { ...(error.said !== undefined && { said: error.said }), cause: error.cause },
  )
}

function parseItem(raw: unknown, asked: string): ResourceItem | undefined {
  if (!isRecord(raw)) return undefined
  const body = text(raw['text'])
  const blob = text(raw['blob'])
  const mimeType = text(raw['mimeType'])
  if (body === undefined && blob === undefined) return undefined
  return {
    ...addressOf(text(raw['uri']) ?? asked, asked),
    ...(mimeType !== undefined && { mimeType }),
    ...(body !== undefined ? { text: body } : { blob: blob ?? '' }),
    ...parseAnnotations(raw['annotations']),
  }
}

/**
 * Returns the server's address if it is the asked one or a part of it. Otherwise keeps the asked address and notes the server's as claimed.
 */
function addressOf(given: string, asked: string): Pick<ResourceItem, 'uri' | 'claimed'> {
  if (isSubresource(given, asked) || URL.parse(given)?.href === URL.parse(asked)?.href) return { uri: given }
  return { uri: asked, claimed: given }
}
