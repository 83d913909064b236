import type { AppErrorData } from '../errors/appError'
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
  return { message: t(id, params), ...(has(hintId) && { hint: t(hintId, params) }) }
}
