import type { AppErrorData } from '../errors/appError'
import { en } from './en/index'
import type { Message, MessageId } from './message'
import type { Translator } from './translator'

/** The part of an error that its text needs. An AppError and its data both fit. */
export interface ErrorTextSource {
  readonly reason?: AppErrorData['reason'] | undefined
  readonly params?: AppErrorData['params'] | undefined
  readonly message: string
  readonly hint?: string | undefined
}

export interface ErrorText {
  readonly message: string
  readonly hint?: string
}

/** Pure: returns the text of an error: what happened, and what to do. An error without a known reason keeps its own message. */
export function errorText({ t, has }: Pick<Translator, 't' | 'has'>, { reason, params, message, hint }: ErrorTextSource): ErrorText {
  const id = `errors.${reason ?? ''}`
  if (!has(id)) return { message, ...(hint !== undefined && { hint }) }
  const hintId = `${id}.hint`
  return { message: t(id, params), ...hintOf(has(hintId) ? t(hintId, params) : '') }
}

/** Pure: returns what happened, as a full sentence that others can follow. The error texts have no full stop of their own. */
export function errorSentence(translator: Pick<Translator, 't' | 'has'>, error: ErrorTextSource): string {
  return translator.t('ui.sentence', { text: errorText(translator, error).message })
}

function hintOf(hint: string): Pick<ErrorText, 'hint'> {
  return hint === '' ? {} : { hint }
}

/**
 * Pure: returns what happened as a message, to store it or put it into another text. An error without a known reason keeps its own text.
 */
export function errorMessage({ reason, params, message }: ErrorTextSource): Message {
  return known(`errors.${reason ?? ''}`, params) ?? { id: 'legacy.text', params: { text: message } }
}

/** Pure: returns what to do, as a value for another text. Undefined if there is no hint. */
export function errorHint({ reason, params, hint }: ErrorTextSource): Message | string | undefined {
  return known(`errors.${reason ?? ''}.hint`, params) ?? (reason === undefined ? hint : undefined)
}

/** Pure: returns what to do, or an empty text. For messages that end with a hint. */
export function hintParam(error: ErrorTextSource): Message | string {
  return errorHint(error) ?? ''
}

function known(id: string, params: ErrorTextSource['params']): Message | undefined {
  return isKnown(id) ? { id, ...(params && { params }) } : undefined
}

function isKnown(id: string): id is MessageId {
  return Object.hasOwn(en, id)
}
