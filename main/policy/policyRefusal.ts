import { AppError, type ErrorReason } from '../../shared/errors/appError'
import { errorMessage, type ErrorTextSource } from '../../shared/i18n/errorText'
import { isMessage, type Message, type MessageParams } from '../../shared/i18n/message'
import type { PolicySheet } from './policySheet'

/** Reasons of refusals. Their texts take `by`, who forbids it, and their hints take `ask`, whom to ask. */
export type RefusalReason = Extract<ErrorReason, `policy.${string}`>

/** The error for a forbidden action. It names who forbids it and whom to ask. */
export function policyRefusal(sheet: Pick<PolicySheet, 'name' | 'contact'>, reason: RefusalReason, params: MessageParams = {}): AppError {
  return new AppError('POLICY', { reason, params: { by: sheet.name, ask: askWhom(sheet), ...params } })
}

/** Pure: whom to ask about a policy, as a message. */
export function askWhom({ name, contact }: Pick<PolicySheet, 'name' | 'contact'>): Message {
  return contact === undefined ? { id: 'policy.ask', params: { name } } : { id: 'policy.askAt', params: { name, contact } }
}

/** Pure: why a refusal of the policy refuses, and whom to ask about it. */
export function explainRefusal(refusal: ErrorTextSource): { readonly why: Message; readonly ask: Message } {
  const ask = refusal.params?.['ask']
  return { why: errorMessage(refusal), ask: isMessage(ask) ? ask : { id: 'policy.askManager' } }
}
