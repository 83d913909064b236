import { isRecord } from '../lib/json'
import type { en } from './en/index'

/** The key of a text in `shared/i18n/en`: `AREA.name`. */
export type MessageId = keyof typeof en

/**
 * A value in a text. The language decides how to join a list and how to write a number. Give `String(port)` for a number that is a name.
 */
export type MessageParam = string | number | Message | readonly (string | Message)[]

/** The values of a text, by name. Plain JSON, so that it can cross the contract and be stored. A date is milliseconds since 1970. */
export interface MessageParams {
  readonly [name: string]: MessageParam
}

/** A fact as data: the id of a text, and its values. `Translator.message` makes the words where a person reads them. */
export interface Message {
  readonly id: MessageId
  readonly params?: MessageParams
}

/**
 * Pure: whether stored or received data is a message. It checks only the form: an unknown id from another version is later shown as `«id»`.
 * It accepts at most 8 levels of nesting.
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
