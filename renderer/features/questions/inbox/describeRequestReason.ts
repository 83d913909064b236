import type { QuestionDetails } from '../../../../shared/domain/question'
import { t, translator } from '../../../i18n/t'

/**
 * Pure: gives the reason for a question in Parley's words, after the conversation: "no rule covers it". Undefined when only the server
 * knows it.
 */
export function describeRequestReason(details: QuestionDetails): string | undefined {
  switch (details.kind) {
    case 'approval':
      return translator().message(details.why)
    case 'folders':
      return t('inbox.why.noFolders')
    case 'start':
      if (details.previous) return t('inbox.why.entryChanged')
      return details.previousFile === undefined ? t('inbox.why.entryNew') : t('inbox.why.otherFile')
    case 'changed':
      return t('inbox.why.changed')
    case 'signIn':
      return signInReason(details.why, details.scopes)
    case 'samplingReview':
      return t('inbox.why.writtenBy', { model: details.model })
    case 'form':
    case 'page':
    case 'sampling':
      return undefined
  }
}

/** Pure: adds a detail after the sentence of the request: "4 of 9 fields filled in". */
export function describeAmount(details: QuestionDetails, filled: number): string | undefined {
  if (details.kind === 'sampling') return t('inbox.upTo', { count: details.maxTokens })
  if (details.kind !== 'form' || details.fields.length === 0) return undefined
  return filled === 0 ? t('inbox.fields', { count: details.fields.length }) : t('inbox.filled', { filled, count: details.fields.length })
}

/** Pure: returns the server's own reason, if it gives one. */
export function saidReason(details: QuestionDetails): string | undefined {
  return details.kind === 'form' || details.kind === 'page' ? details.message : undefined
}

function signInReason(why: 'first' | 'ended' | 'moreRights', scopes: readonly string[]): string {
  if (why === 'first') return t('inbox.why.whoCalls')
  if (why === 'ended') return t('inbox.why.signInEnded')
  if (scopes.length === 0) return t('inbox.why.moreRights')
  return t('inbox.why.rights', { count: scopes.length, scopes: translator().list(scopes, 'unit') })
}
