import { AppError } from '../../shared/errors/appError'
import type { PolicySheet } from './policySheet'

/** What somebody is told who may not do something: who forbids it, and whom to ask. */
export function policyRefusal({ name, contact }: Pick<PolicySheet, 'name' | 'contact'>, what: string): AppError {
  return new AppError('POLICY', `${name} ${what}`, { hint: askWhom({ name, contact }) })
}

/** Pure: whom to ask about a policy. */
export function askWhom({ name, contact }: { readonly name: string; readonly contact?: string | undefined }): string {
  return contact === undefined ? `Ask ${name} about it.` : `Ask ${name}: ${contact}.`
}
