import { isRecord } from '../lib/json'
import type { en } from './en/index'

/** The key of a text in `shared/messages/en`: `AREA.name`. */
export type MessageId = keyof typeof en

/** A value that is put into a text. A list is joined the way the language does; a number is written its way (give `String(port)` for one that is a name). */
export type MessageParam = string | number | Message | readonly (string | Message)[]

/** What a text needs, by name. Plain JSON, so that it crosses the contract and can be stored; a moment is its milliseconds since 1970. */
export interface MessageParams {
  readonly [name: string]: MessageParam
}

/** A fact as data: which text, with which values. Words are made of it where somebody reads, by `Translator.message`. */
export interface Message {
  readonly id: MessageId
  readonly params?: MessageParams
}

/**
 * Pure: whether stored or received data is a message. Only its form counts: an id of another version is shown as `«id»`, and nothing fails.
 * It looks 8 levels deep at most.
 */
export function isMessage(value: unknown): value is Message {
  return isMessageAt(value, 0)
}

function isMessageAt(value: unknown, depth: number): boolean {
  if (depth > 8 || !isRecord(value) || typeof value['id'] !== 'string') return false
  const params = value['params']
  return params === undefined || (isRecord(params) && Object.values(params).every((param) => isParam(param, depth)))
}

function isParam(value: unknown, depth: number): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string' || isMessageAt(item, depth + 1))
  return typeof value === 'string' || typeof value === 'number' || isMessageAt(value, depth + 1)
}
