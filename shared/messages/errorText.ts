import type { AppErrorData } from '../errors/appError'
import { en } from './en/index'
import type { Message, MessageId } from './message'
import type { Translator } from './translator'

/** An AppError is one of these, and so is its data. */
export interface ErrorFacts {
  readonly reason?: AppErrorData['reason'] | undefined
  readonly params?: AppErrorData['params'] | undefined
  readonly message: string
  readonly hint?: string | undefined
}

export interface ErrorText {
  readonly message: string
  readonly hint?: string
}

/** Pure: what happened and what to do, in words. An error that has no reason yet, or one of another version, says its own message. */
export function errorText({ t, has }: Pick<Translator, 't' | 'has'>, { reason, params, message, hint }: ErrorFacts): ErrorText {
  const id = `errors.${reason ?? ''}`
  if (!has(id)) return { message, ...(hint !== undefined && { hint }) }
  const hintId = `${id}.hint`
  return { message: t(id, params), ...hintOf(has(hintId) ? t(hintId, params) : '') }
}

/** Pure: what happened, as a sentence that stands before others. The texts of errors have no full stop of their own. */
export function errorSentence(translator: Pick<Translator, 't' | 'has'>, error: ErrorFacts): string {
  return translator.t('ui.sentence', { text: errorText(translator, error).message })
}

function hintOf(hint: string): Pick<ErrorText, 'hint'> {
  return hint === '' ? {} : { hint }
}

/** Pure: what happened as a message, to be kept or put into another text. An error without a reason is shown as it was written. */
export function errorMessage({ reason, params, message }: ErrorFacts): Message {
  return known(`errors.${reason ?? ''}`, params) ?? { id: 'legacy.text', params: { text: message } }
}

/** Pure: what to do about it, as a value within another text; undefined where nothing is advised. */
export function errorHint({ reason, params, hint }: ErrorFacts): Message | string | undefined {
  return known(`errors.${reason ?? ''}.hint`, params) ?? (reason === undefined ? hint : undefined)
}

/** Pure: the same, empty where nothing is advised: for messages that end with it. */
export function hintParam(error: ErrorFacts): Message | string {
  return errorHint(error) ?? ''
}

function known(id: string, params: ErrorFacts['params']): Message | undefined {
  return isKnown(id) ? { id, ...(params && { params }) } : undefined
}

function isKnown(id: string): id is MessageId {
  return Object.hasOwn(en, id)
}
